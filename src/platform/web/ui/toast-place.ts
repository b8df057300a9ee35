/** Where a toast covers nothing that somebody reads or fills in at that moment. It loads with the first toast. */

/** The step's counter: its thin bar with its words. */
const COUNTER = "header :has(> div > [role=progressbar])";

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
  COUNTER,
].join();

/** What is being mended counts for more: on its side a phone has no place that is wholly free. */
const urgent = ":focus, [aria-invalid=true], [data-problem], [id$='-error'], [role=alert]";
const URGENT = 30;

/** The cards of a choice, the buttons of a sheet or a form, and links. */
const tapped = "[data-option], dialog button, main form button, main a";

/** What is read counts for more than what is tapped, because a tap on the toast takes it away. */
const READ = 3;

/** The distance of the points that are looked at (px), less than the height of a line. */
const STEP_PX = 16;

/**
 * Beside the bar at the bottom; at the top; below the step's counter; and the first two at the left, which is another place
 * only on a phone on its side.
 */
const places = [[], ["data-up"], ["data-up", "data-below"], ["data-left"], ["data-left", "data-up"]];

/**
 * Moves the toast from its place at the bottom to the place where it covers least.
 * @param layer holds the toast, and is placed by the attributes of `places`
 */
export function placeFree(layer: HTMLElement | null): void {
  if (!layer) return;
  const counter = document.querySelector(COUNTER)?.getBoundingClientRect();
  const put = (place: readonly string[]) => {
    for (const name of ["data-up", "data-left"]) layer.toggleAttribute(name, place.includes(name));
    layer.style.top = counter && place.includes("data-below") ? `${counter.bottom + 4}px` : "";
  };
  let [best, least] = [places[0] ?? [], Number.POSITIVE_INFINITY];
  for (const place of places) {
    put(place);
    const points = covered(layer);
    if (points < least) [best, least] = [place, points];
    if (points === 0) return;
  }
  put(best);
}

/** The weight of the points of the page under the toast that are of such things, and not hidden by a bar or a sheet. */
function covered(layer: HTMLElement): number {
  const { left, right, top, bottom } = layer.getBoundingClientRect();
  // Asking what is under a point costs much more than where something is, and mostly nothing is near.
  const isNear = (one: Element) => {
    const box = one.getBoundingClientRect();
    return box.left <= right && box.right >= left && box.top <= bottom && box.bottom >= top;
  };
  if (![...document.querySelectorAll(`${read}, ${tapped}`)].some(isNear)) return 0;
  let weight = 0;
  for (let y = top; y <= bottom; y += STEP_PX)
    for (let x = left; x <= right; x += STEP_PX) {
      const under = document.elementsFromPoint(x, y).find((one) => !layer.contains(one));
      if (under?.closest(read)) weight += under.closest(urgent) ? URGENT : READ;
      else if (under?.closest(tapped)) weight += 1;
    }
  return weight;
}
