/** A row of links that scrolls sideways on a phone. */
import { useEffect, useRef } from "react";

/** A `ref` for the row: when it appears, it scrolls the present page's link into view without scrolling the page. */
export function useCurrentInView() {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.offsetLeft - 8;
  }, []);
  return nav;
}
