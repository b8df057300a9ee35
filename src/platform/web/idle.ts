/** Work that can wait until the browser is idle. */

/** The wait in browsers that cannot tell (Safari), in milliseconds. */
const LATER_MS = 1500;

/** @returns a function that cancels it */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, LATER_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}
