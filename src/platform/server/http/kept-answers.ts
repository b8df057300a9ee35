/**
 * Public answers that are equal for all callers, kept as bytes until a topic says that what they show has changed. This
 * process's own commits say it before they are acknowledged, so nobody reads an answer from before their own change.
 * Those of other processes say it by a hint.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Hub } from "../live/hub.ts";
import type { Encoded } from "./kept-text.ts";

/** An answer is made at most this often, because a pot changes with each payment. Callers wait for the next one. */
const PAUSE_MS = 100;
/** An answer is kept no longer, because a hint may be lost. */
const LONGEST_MS = 15_000;
/** The most answers that a route keeps: callers may add parameters that mean nothing. */
const MOST = 200;

export interface KeptAnswers {
  /** The answer of an address; undefined if it must be made. */
  find(url: string): Encoded | undefined;
  /** The answer of an address, made by `build`: once for all who ask before it has begun, or while nothing changes. */
  make(url: string, build: () => Promise<Encoded>): Promise<Encoded>;
}

/**
 * The kept answers of a route.
 * @param topics after whose change they are made anew
 * @param listeningEpoch the number of the period in which hints of other processes come without a gap; undefined while
 *   they do not come, and then nothing is kept
 */
export function keepAnswers(
  topics: readonly string[],
  hub: Pick<Hub, "follow">,
  listeningEpoch: () => number | undefined,
): KeptAnswers {
  const kept = new Map<string, { answer: Encoded; begunAt: number; epoch: number | undefined }>();
  /** Builds that have not begun, and builds under way. A change ends the sharing of the latter only. */
  const waiting = new Map<string, Promise<Encoded>>();
  const running = new Map<string, Promise<Encoded>>();
  const lastBegun = new Map<string, number>();
  let changes = 0;
  for (const topic of topics)
    hub.follow(topic, () => {
      changes += 1;
      kept.clear();
      running.clear();
    });

  function begin(url: string, build: () => Promise<Encoded>): Promise<Encoded> {
    const made: Promise<Encoded> = run(url, build, () => {
      waiting.delete(url);
      running.set(url, made);
    }).finally(() => {
      if (running.get(url) === made) running.delete(url);
    });
    waiting.set(url, made);
    return made;
  }

  async function run(url: string, build: () => Promise<Encoded>, begins: () => void): Promise<Encoded> {
    await sleep(Math.max(0, (lastBegun.get(url) ?? -PAUSE_MS) + PAUSE_MS - performance.now()));
    begins();
    const now = { begunAt: performance.now(), epoch: listeningEpoch(), changes };
    if (lastBegun.size === MOST) lastBegun.clear();
    lastBegun.set(url, now.begunAt);
    const answer = await build();
    if (kept.size === MOST) kept.clear();
    if (now.changes === changes) kept.set(url, { answer, ...now });
    return answer;
  }

  return {
    find: (url) => {
      const found = kept.get(url);
      const isNew = found && performance.now() - found.begunAt < LONGEST_MS;
      return isNew && found.epoch !== undefined && found.epoch === listeningEpoch() ? found.answer : undefined;
    },
    make: (url, build) =>
      listeningEpoch() === undefined ? build() : (running.get(url) ?? waiting.get(url) ?? begin(url, build)),
  };
}
