/** Keeps the keyboard's place when the control that has the focus goes away. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/**
 * A button of `area` that is pressed and then disabled or taken away leaves the focus at the top of the page: it goes to
 * `place` instead, which needs `tabIndex={-1}`.
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
      // Not by the person's doing when the control is gone a moment later.
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
  // At every rendering: any of them may have taken the control away.
  useLayoutEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return;
    inside.current = false;
    place.current?.focus({ preventScroll: true });
  });
}
