/** A row of links that scrolls sideways on a phone. */
import { useEffect, useRef } from "react";

/** As wide as a fading edge (`admin-shell.tsx`), and a little more: the present page's link stands clear of it. */
const FADE_PX = 56;

/**
 * A `ref` for the row: whenever its room changes, the present page's link scrolls into view, and the page stays. The row
 * has `data-before` and `data-after` while links are hidden there, because a row that is cut between two links looks whole.
 */
export function useCurrentInView() {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = nav.current;
    if (!row) return undefined;
    const edges = () => {
      const hidden = row.scrollWidth - row.clientWidth - row.scrollLeft;
      row.toggleAttribute("data-before", row.scrollLeft > 4);
      row.toggleAttribute("data-after", hidden > 4);
    };
    const show = () => {
      const current = row.querySelector<HTMLElement>("[aria-current]");
      if (current) row.scrollLeft = current.offsetLeft - row.offsetLeft - FADE_PX;
      edges();
    };
    // Called once at the beginning, when a phone is turned, and when something takes room beside the row.
    const room = new ResizeObserver(show);
    room.observe(row);
    row.addEventListener("scroll", edges, { passive: true });
    return () => {
      room.disconnect();
      row.removeEventListener("scroll", edges);
    };
  }, []);
  return nav;
}
