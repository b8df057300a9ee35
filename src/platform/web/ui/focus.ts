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
