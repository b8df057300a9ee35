/** What can wait: it is done when the browser has nothing to do for whoever looks at the page. */

/** Where a browser cannot say when that is (Safari), this long after now, in milliseconds. */
const LATER_MS = 1500;

/** @returns a function that calls it off */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, LATER_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
