/**
 * What is asked for in the same turn of the event loop travels in one statement, or in one transaction: a round trip
 * costs both sides more than most rows do. Each lot is sent after all who share it have asked.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** The most that share a lot: so many ask at once only after the event loop has stood still. */
const MOST = 100;

interface Waiting<Asked, Found> {
  asked: Asked;
  done: (found: Found) => void;
  fail: (error: unknown) => void;
}

/** The first of those with the same key, for each key: what the others ask takes a statement of its own. */
export function firstOfEach<Asked>(all: readonly Asked[], keyOf: (asked: Asked) => string): Asked[] {
  return [...Map.groupBy(all, keyOf).values()].flatMap((same) => same.slice(0, 1));
}

/** Those who may share a lot. */
interface Lane<Asked, Found> {
  waiting: Waiting<Asked, Found>[];
  underway: number;
  /** Runs work in the context of the first who waits: its urgency and its trace. */
  inContext: <R>(work: () => R) => R;
}

/**
 * @param read reads for all who ask together; its result finds each one's part, and what it throws fails only for that
 *   one
 * @param apart those for whom this differs share nothing: one of few values, because each is kept
 * @param atOnce how many lots of one kind may be under way. While so many are, who asks waits for the next lot; without
 *   a number nobody waits for an earlier lot.
 */
export function together<Asked, Found>(
  read: (all: readonly Asked[]) => Promise<(asked: Asked) => Found>,
  { apart = () => undefined, atOnce = Infinity }: { apart?: (asked: Asked) => unknown; atOnce?: number } = {},
): (asked: Asked) => Promise<Found> {
  const lanes = new Map<unknown, Lane<Asked, Found>>();

  async function send(lot: readonly Waiting<Asked, Found>[]): Promise<void> {
    try {
      const find = await read(lot.map(({ asked }) => asked));
      for (const { asked, done, fail } of lot)
        try {
          done(find(asked));
        } catch (error) {
          fail(error);
        }
    } catch (error) {
      for (const { fail } of lot) fail(error);
    }
  }

  function sendAll(lane: Lane<Asked, Found>): void {
    while (lane.underway < atOnce && lane.waiting.length > 0) {
      lane.underway += 1;
      const lot = lane.waiting.splice(0, MOST);
      void lane
        .inContext(() => send(lot))
        .then(() => {
          lane.underway -= 1;
          // Not at once: others may still ask in this turn.
          if (lane.waiting.length > 0) setImmediate(sendAll, lane);
        });
    }
  }

  function laneOf(asked: Asked): Lane<Asked, Found> {
    const key = apart(asked);
    const lane = lanes.get(key) ?? { waiting: [], underway: 0, inContext: (work) => work() };
    lanes.set(key, lane);
    return lane;
  }

  return (asked) =>
    new Promise((done, fail) => {
      const lane = laneOf(asked);
      if (lane.waiting.length === 0) {
        lane.inContext = AsyncLocalStorage.snapshot();
        setImmediate(sendAll, lane);
      }
      lane.waiting.push({ asked, done, fail });
    });
}
