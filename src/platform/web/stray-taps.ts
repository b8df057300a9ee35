/**
 * Drops the second tap of a double tap when it lands on a control that the first one has only just opened, and that lies
 * under the thumb: 'Continue' must not also pay, and 'Review Claim' must not also confirm.
 */

/** People with gloves tap twice within this time (ms). */
const TWICE_MS = 450;
/** Two events of one tap, such as a label's and its field's, are closer (ms). */
const ONE_TAP_MS = 20;
/** A thumb does not hit the same pixel twice. */
const NEAR_PX = 30;

/** Links only lead on, and Back leads back. */
const controls = "label, button, input, select, summary";

interface Tap {
  at: number;
  x: number;
  y: number;
  /** The controls of the page at that moment. */
  there: ReadonlySet<Element>;
}

/** Listens on the whole page. @returns a function that ends it */
export function dropStrayTaps(): () => void {
  let last: Tap | undefined;
  // What clicks: not every supported browser says so with the click.
  let by = "";
  const note = ({ pointerType }: PointerEvent) => {
    by = pointerType;
  };
  const drop = (event: MouseEvent) => {
    // Keys and scripts tap nowhere.
    if (event.detail === 0 || !event.isTrusted) return;
    const { timeStamp: at, clientX: x, clientY: y, target } = event;
    const on = target instanceof Element ? target.closest(controls) : null;
    const before = last;
    const since = before ? at - before.at : Number.POSITIVE_INFINITY;
    if (since < ONE_TAP_MS) return;
    // A mouse aims, and its system says by itself what is a double click.
    const isTwice = by !== "mouse" || event.detail > 1;
    const isStray =
      before !== undefined &&
      isTwice &&
      since < TWICE_MS &&
      Math.hypot(x - before.x, y - before.y) < NEAR_PX &&
      on !== null &&
      !before.there.has(on);
    // A third tap is compared with the first one's page, too.
    last = { at, x, y, there: isStray ? before.there : new Set(document.querySelectorAll(controls)) };
    if (!isStray) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("pointerdown", note, { capture: true });
  addEventListener("click", drop, { capture: true });
  return () => {
    removeEventListener("pointerdown", note, { capture: true });
    removeEventListener("click", drop, { capture: true });
  };
}
