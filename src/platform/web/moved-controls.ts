/** Which controls have just been moved by something else than the person, as by a notice that came late above them. */

/** What moves less, as a screen that slides into its place, is still under the finger. */
const MOVED_PX = 24;
/** Since an older look (ms) a control may have moved long ago. */
const STALE_MS = 1_000;
const NEVER = Number.NEGATIVE_INFINITY;

export interface Moves {
  /** Notes where all controls are. @param now by the page's clock (ms) */
  look(now: number): void;
  /** When a control last moved by itself, seen now or at a look that is not old; never is -Infinity. */
  movedAt(control: Element, now: number): number;
  end(): void;
}

/** @param controls the selector of what acts on a tap */
export function watchMoves(controls: string): Moves {
  const places = new WeakMap<Element, { top: number; movedAt: number }>();
  let lookedAt = NEVER;
  // By a scroll, a keyboard or a turned phone everything moves, and the person expects it.
  let expected = false;
  const expect = () => {
    expected = true;
  };
  const movedAt = (control: Element, now: number) => {
    const top = topOf(control);
    const before = places.get(control);
    if (top === undefined) {
      places.delete(control);
      return NEVER;
    }
    const isKnown = before !== undefined && !expected && now - lookedAt < STALE_MS;
    if (isKnown && Math.abs(top - before.top) <= MOVED_PX) return before.movedAt;
    const at = isKnown ? now : (before?.movedAt ?? NEVER);
    places.set(control, { top, movedAt: at });
    return at;
  };
  // Any part of a page may scroll, and that event does not rise.
  addEventListener("scroll", expect, { capture: true, passive: true });
  addEventListener("resize", expect);
  return {
    look: (now) => {
      for (const control of document.querySelectorAll(controls)) movedAt(control, now);
      lookedAt = now;
      expected = false;
    },
    movedAt,
    end: () => {
      removeEventListener("scroll", expect, { capture: true });
      removeEventListener("resize", expect);
    },
  };
}

/** In the window; in a sheet within it, because it slides in with all that it has; undefined for what is not shown. */
function topOf(control: Element): number | undefined {
  const { top, height } = control.getBoundingClientRect();
  if (height === 0) return undefined;
  const sheet = control.closest("dialog");
  return sheet && sheet !== control ? top - sheet.getBoundingClientRect().top : top;
}
