/** A row of links that scrolls sideways on a phone. */
import { useEffect, useRef } from "react";

/** A `ref` for the row: whenever its room changes, the present page's link scrolls into view, and the page stays. */
export function useCurrentInView() {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = nav.current;
    if (!row) return undefined;
    const show = () => {
      const current = row.querySelector<HTMLElement>("[aria-current]");
      if (current) row.scrollLeft = current.offsetLeft - row.offsetLeft - 8;
    };
    // Called once at the beginning, when a phone is turned, and when something takes room beside the row.
    const room = new ResizeObserver(show);
    room.observe(row);
    return () => room.disconnect();
  }, []);
  return nav;
}
