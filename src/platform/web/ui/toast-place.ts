/** Where a toast covers nothing that somebody reads or fills in at that moment. It loads with the first toast. */

/** Fields and what is said about them, flags and the choice of one, and the step's counter. */
const read = [
  "input:not([type=radio], [type=checkbox])",
  "select",
  "textarea",
  "[data-problem]",
  "[id$='-error']",
  "[role=alert]",
  "[data-hole]",
  "[data-flag]",
  "[role=progressbar]",
].join();

/** What is being mended counts for more: on its side a phone has no place that is wholly free. */
const urgent = ":focus, [aria-invalid=true], [data-problem], [id$='-error'], [role=alert]";
const URGENT = 10;

/** The distance of the points that are looked at (px), less than the height of a line. */
const STEP_PX = 16;

/**
 * Moves the toast to the top of the window if it covers something at its place at the bottom, and less there.
 * @param layer holds the toast, and is placed by `data-up`
 */
export function placeFree(layer: HTMLElement | null): void {
  if (!layer) return;
  layer.removeAttribute("data-up");
  const below = covered(layer);
  if (below === 0) return;
  layer.setAttribute("data-up", "");
  if (covered(layer) >= below) layer.removeAttribute("data-up");
}

/** The points of the page under the toast that are of such things, and not hidden by a bar or a sheet. */
function covered(layer: HTMLElement): number {
  const { left, right, top, bottom } = layer.getBoundingClientRect();
  // Asking what is under a point costs much more than where something is, and mostly nothing is near.
  const isNear = (one: Element) => {
    const box = one.getBoundingClientRect();
    return box.left <= right && box.right >= left && box.top <= bottom && box.bottom >= top;
  };
  if (![...document.querySelectorAll(read)].some(isNear)) return 0;
  let points = 0;
  for (let y = top; y <= bottom; y += STEP_PX)
    for (let x = left; x <= right; x += STEP_PX) {
      const under = document.elementsFromPoint(x, y).find((one) => !layer.contains(one));
      if (under?.closest(read)) points += under.closest(urgent) ? URGENT : 1;
    }
  return points;
}
