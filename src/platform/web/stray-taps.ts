/**
 * Drops a tap on what has only just come under the thumb: 'Continue' that is tapped twice must not also pay, and a tap
 * that was meant for a flag must not choose in the sheet that has covered it. What counts is when the thing came to be
 * seen, not when the finger tapped before: a busy phone shows a sheet late. Nor does a tap do what has just been pushed
 * under it.
 */
import { watchMoves } from "./moved-controls.ts";

/** Nobody aims at what they have seen for a shorter time (ms), and a glove's second tap comes within it. */
const UNSEEN_MS = 450;
/** A finger that is on its way does not turn within this time (ms), and a look comes so much later than the move. */
const PUSHED_MS = 400;
/** A thumb does not hit the same pixel twice. */
const NEAR_PX = 30;
/** How often the page is looked at, and for how long after it came or a tap (ms): a slow network shows parts late. */
const LOOK_MS = 100;
const LOOKS_MS = 10_000;

/** What acts on a tap. Beside a sheet its dialog does, by closing. */
const controls = "label, button, input, select, summary, a, dialog, [data-hole]";

interface Tap {
  /** Of the latest tap and of the latest that was not dropped, by the page's clock (ms). */
  at: number;
  tookAt: number;
  x: number;
  y: number;
  /** The control that was tapped, and its words. */
  on: Element | null;
  label: string | null;
  /** The control at this place now, and since when. */
  under: Element | null;
  underSince: number;
}

/** Listens on the whole page. @returns a function that ends it */
export function dropStrayTaps(): () => void {
  let last: Tap | undefined;
  // Since when each control is on the page; what was there before the first tap has no time.
  let since = new WeakMap<Element, number>();
  // What taps, and when: a click is late on a busy phone, and not every supported browser says what clicks.
  let press = { by: "", at: Number.NEGATIVE_INFINITY, pushed: false };
  // A mouse aims at what it sees.
  const moves = navigator.maxTouchPoints > 0 ? watchMoves(controls) : undefined;
  let lookUntil = performance.now() + LOOKS_MS;
  let looking: ReturnType<typeof setTimeout> | undefined;
  let picture = 0;

  const look = (now: number) => {
    if (!last) return;
    for (const one of document.querySelectorAll(controls)) if (!since.has(one)) since.set(one, now);
    const under = controlOf(document.elementFromPoint(last.x, last.y));
    if (under !== last.under) Object.assign(last, { under, underSince: now });
  };
  const rest = () => {
    clearTimeout(looking);
    cancelAnimationFrame(picture);
  };
  const lookAgain = () => {
    rest();
    looking = setTimeout(() => {
      // After the next picture: only then has somebody seen it.
      picture = requestAnimationFrame(() => {
        looking = setTimeout(() => {
          const now = performance.now();
          look(now);
          moves?.look(now);
          if (now < lookUntil) lookAgain();
          else last = undefined;
        });
      });
    }, LOOK_MS);
  };
  const note = ({ pointerType, timeStamp: at, target }: PointerEvent) => {
    // Not asked at the click: what a keyboard moves by closing between the two was where the finger aimed.
    const on = controlOf(target);
    const movedAt = (on && moves?.movedAt(on, at)) ?? Number.NEGATIVE_INFINITY;
    // A control that is tapped again and again may move by that.
    const pushed = pointerType !== "mouse" && on !== last?.on && at - movedAt < PUSHED_MS;
    press = { by: pointerType, at, pushed };
  };
  // A finger that has scrolled saw what came.
  const forget = () => {
    last = undefined;
  };

  const isStray = (on: Element | null, { clientX, clientY, detail }: MouseEvent) => {
    // A mouse aims, and its system says by itself what is a double click.
    if (!last || !on || (press.by === "mouse" && detail < 2)) return false;
    if (Math.hypot(clientX - last.x, clientY - last.y) >= NEAR_PX) return false;
    // 'Back' of the next page is what the finger saw on this one.
    if (on instanceof HTMLAnchorElement && on.textContent === last.label) return false;
    const moved = on === last.under && on !== last.on ? last.underSince : Number.NEGATIVE_INFINITY;
    const seen = Math.max(since.get(on) ?? Number.NEGATIVE_INFINITY, moved);
    // Who goes on tapping is not aiming.
    return seen > last.tookAt && press.at - Math.max(seen, last.at) < UNSEEN_MS;
  };
  const drop = (event: MouseEvent) => {
    // Keys and scripts tap nowhere. A label's tap comes once more, for its field.
    if (event.detail === 0 || !event.isTrusted || press.at === last?.at) return;
    const on = controlOf(event.target);
    look(press.at);
    lookUntil = press.at + LOOKS_MS;
    if (press.pushed || isStray(on, event)) {
      if (last) last.at = press.at;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const { at } = press;
    if (!last) {
      since = new WeakMap();
      for (const one of document.querySelectorAll(controls)) since.set(one, Number.NEGATIVE_INFINITY);
    }
    const place = { x: event.clientX, y: event.clientY, on, label: on?.textContent ?? null };
    last = { at, tookAt: at, ...place, under: on, underSince: Number.NEGATIVE_INFINITY };
    lookAgain();
  };

  const capture = { capture: true };
  addEventListener("pointerdown", note, capture);
  addEventListener("pointercancel", forget, capture);
  addEventListener("click", drop, capture);
  lookAgain();
  return () => {
    rest();
    moves?.end();
    removeEventListener("pointerdown", note, capture);
    removeEventListener("pointercancel", forget, capture);
    removeEventListener("click", drop, capture);
  };
}

function controlOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(controls) : null;
}
