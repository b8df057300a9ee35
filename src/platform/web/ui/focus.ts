/** Keeps the focus when the focused control disappears. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/**
 * When a pressed button of `area` is disabled or removed, the focus would go to the top of the page. Here it goes to
 * `place`, which needs `tabIndex={-1}`.
 */
export function useFocusKept(area: RefObject<HTMLElement | null>, place: RefObject<HTMLElement | null> = area): void {
  const inside = useRef(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const enter = () => {
      inside.current = true;
    };
    const leave = ({ target }: FocusEvent) => {
      // The person did not move the focus if the control is gone a moment later.
      queueMicrotask(() => {
        const stays = target instanceof HTMLElement && target.isConnected && !target.matches(":disabled");
        if (stays && !element.contains(document.activeElement)) inside.current = false;
      });
    };
    element.addEventListener("focusin", enter);
    element.addEventListener("focusout", leave);
    return () => {
      element.removeEventListener("focusin", enter);
      element.removeEventListener("focusout", leave);
    };
  }, [area]);
  // After every rendering, because each may have removed the control.
  useLayoutEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    inside.current = false;
    place.current?.focus({ preventScroll: true });
  });
}

/**
 * Wherever a control disappears below the focus, the focus goes to what held it: the list of a row, or the heading of
 * the part. For a whole screen; a part that knows a better place uses `useFocusKept`.
 */
export function useFocusNearby(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const screen = area.current;
    if (!screen) return;
    /** What had the focus and all that held it, and behind a dialog the same of what opened it. */
    let trail: readonly HTMLElement[] = [];
    const enter = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const held = holdersOf(target, screen);
      const dialog = target.closest("dialog");
      trail = dialog ? [...held, ...trail.filter((one) => !dialog.contains(one))] : held;
    };
    const mend = () => {
      const [lost] = trail;
      if (!lost || document.activeElement !== document.body) return;
      // The person left it.
      if (isThere(lost)) trail = [];
      else placeIn(trail, screen)?.focus({ preventScroll: true });
    };
    const leave = () => queueMicrotask(mend);
    const changes = new MutationObserver(mend);
    changes.observe(screen, { subtree: true, childList: true, attributeFilter: ["disabled", "hidden", "open"] });
    screen.addEventListener("focusin", enter);
    screen.addEventListener("focusout", leave);
    return () => {
      changes.disconnect();
      screen.removeEventListener("focusin", enter);
      screen.removeEventListener("focusout", leave);
    };
  }, [area]);
}

/** An element and those around it, the inmost first. */
function holdersOf(element: HTMLElement, outmost: HTMLElement): HTMLElement[] {
  const held: HTMLElement[] = [];
  for (let one: HTMLElement | null = element; one && outmost.contains(one); one = one.parentElement) held.push(one);
  return held;
}

const isThere = (one: HTMLElement) => one.getClientRects().length > 0 && !one.matches(":disabled");

/** The inmost that can take the focus, or the heading above what was lost. */
function placeIn(trail: readonly HTMLElement[], screen: HTMLElement): HTMLElement | undefined {
  let inner: HTMLElement | undefined;
  for (const one of trail.filter(isThere)) {
    if (one !== screen && one.hasAttribute("tabindex")) return one;
    const headings = [...one.querySelectorAll<HTMLElement>("h1, h2, h3")].filter(isThere);
    const heading = inner ? headings.findLast((each) => isBefore(each, inner)) : headings[0];
    if (heading) {
      if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
      return heading;
    }
    inner = one;
  }
  return undefined;
}

const isBefore = (one: Node, other: Node | undefined) =>
  other !== undefined && (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
