/** Whether somebody is at the device. Calls that an open page makes by itself must not keep its session alive. */

const WITHIN_MS = 60_000;
/** Opening a page counts as a touch. */
let touchedAt = performance.now();

// The build, which writes the first pages, has no window.
if (typeof window !== "undefined")
  for (const event of ["pointerdown", "keydown", "wheel"])
    window.addEventListener(event, () => void (touchedAt = performance.now()), { capture: true, passive: true });

/** Whether the page was touched a moment ago. @param within milliseconds; a minute unless told otherwise */
export function isAttended(within = WITHIN_MS): boolean {
  return performance.now() - touchedAt < within;
}
