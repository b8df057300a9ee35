/** Repeats work that lost against other work, before its result is announced. */
import { setTimeout as sleep } from "node:timers/promises";
import { isLost, isStale } from "./errors.ts";
import { renameStatements } from "./prepared.ts";

/** After the first try. */
const MORE_TRIES = 3;
/** The wait is random, up to this, because those that met would meet again after equal waits. */
const LONGEST_WAIT_MS = 50;

/**
 * Runs a statement or a whole transaction until it loses no deadlock or serialization, and meets no statement that was
 * prepared before its table changed, at most four times. A lost run leaves nothing in the database; `work` must leave
 * nothing elsewhere.
 * @throws the error of the last run
 */
export async function untilWon<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const stale = isStale(error);
      if (stale) renameStatements();
      if (tries === MORE_TRIES || !(stale || isLost(error))) throw error;
      await sleep(Math.random() * LONGEST_WAIT_MS);
    }
  }
}
