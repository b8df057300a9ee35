/** Work that lost against other work is done again, before anybody hears of it. */
import { setTimeout as sleep } from "node:timers/promises";
import { isLost } from "./errors.ts";

/** After the first one. */
const MORE_TRIES = 3;
/** Those that met once would meet again if they came back at the same moment: the wait is random, up to this. */
const LONGEST_WAIT_MS = 50;

/**
 * Runs a statement or a whole transaction until it does not lose a deadlock or a serialization, four times at most.
 * A lost run leaves nothing in the database; `work` must leave nothing elsewhere, either.
 * @throws what the last run threw
 */
export async function untilWon<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === MORE_TRIES || !isLost(error)) throw error;
      await sleep(Math.random() * LONGEST_WAIT_MS);
    }
  }
}
