/** Work that takes turns: a fixed number at once, the most urgent first, and within an urgency in the order of the calls. */
import type { Urgency } from "#platform/shared/route.ts";
import { urgencyNow } from "./urgency.ts";

/** The caller has waited too long for a turn, or too many wait already, and is asked to come again. */
export class NoTurn extends Error {}

/** The limits of an urgency. */
interface Share {
  /** Work of this urgency starts only while fewer than this many run, of any urgency. */
  most: number;
  /** The most that wait; the next one is refused at once. */
  line: number;
  /** The longest wait, in milliseconds. */
  patienceMs: number;
}

type Shares = Readonly<Record<Urgency, Share>>;

/** Transactions leave this many connections to single statements, and each urgency this many to the next higher. */
export const KEPT_FREE = 3;
const PATIENCE_MS = 3_000;
const LIST_PATIENCE_MS = 1_000;
/**
 * In lines as long as these, the last still gets its turn in time if each takes a tenth of a second. Shorter ones would
 * refuse a few people who open the desk's pages at the same moment.
 */
const BOOKINGS_LINE = 100;
const LISTS_LINE = 60;

/** The shares of a number of connections. So few that nothing can be kept free (those of reports) are for all alike. */
export function sharesOf(most: number): Shares {
  const play = { most, line: Infinity, patienceMs: PATIENCE_MS };
  if (most <= 2 * KEPT_FREE) return { play, booking: play, list: play };
  return {
    play,
    booking: { most: most - KEPT_FREE, line: BOOKINGS_LINE, patienceMs: PATIENCE_MS },
    list: { most: most - 2 * KEPT_FREE, line: LISTS_LINE, patienceMs: LIST_PATIENCE_MS },
  };
}

export interface Turns {
  /** @returns undefined if the turn is now; else a promise, which fails with `NoTurn` where none comes. Call `leave` after it */
  enter(): Promise<void> | undefined;
  leave(): void;
  /** How many wait. */
  waiting(): number;
  /** Runs `work` in its turn. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function turns(shares: Shares): Turns {
  // In the order in which they get their turns.
  const lines: Record<Urgency, (() => void)[]> = { play: [], booking: [], list: [] };
  const urgencies = Object.keys(lines) as Urgency[]; // TypeScript's `keys` forgets the known keys.
  let running = 0;
  const leave = () => {
    running -= 1;
    const next = urgencies.find((urgency) => lines[urgency].length > 0 && running < shares[urgency].most);
    if (!next) return;
    running += 1;
    lines[next].shift()?.();
  };
  const wait = (urgency: Urgency) => {
    const line = lines[urgency];
    const { line: longest, patienceMs } = shares[urgency];
    if (line.length >= longest) return Promise.reject(new NoTurn(`${line.length} wait already`));
    return new Promise<void>((start, giveUp) => {
      const timer = setTimeout(() => {
        line.splice(line.indexOf(begin), 1);
        giveUp(new NoTurn(`No turn came within ${patienceMs} ms`));
      }, patienceMs);
      const begin = () => {
        clearTimeout(timer);
        start();
      };
      line.push(begin);
    });
  };
  const enter = () => {
    const urgency = urgencyNow();
    // Work of the same urgency does not wait here: while there is room, nobody in its line waits.
    if (running >= shares[urgency].most) return wait(urgency);
    running += 1;
    return undefined;
  };
  return {
    enter,
    leave,
    waiting: () => urgencies.reduce((sum, urgency) => sum + lines[urgency].length, 0),
    run: async (work) => {
      const turn = enter();
      if (turn) await turn;
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
