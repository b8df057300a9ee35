/** A row of links that scrolls sideways on a phone. */
import { useEffect, useRef } from "react";

/** For its `ref`: as it comes, the present page's link is in view, and the page stays where it is. */
export function useCurrentInView() {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.offsetLeft - 8;
  }, []);
  return nav;
}
