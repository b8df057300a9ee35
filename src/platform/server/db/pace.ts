/** Lets work begin at most once in a while: who comes meanwhile begins together, and can share a statement. */
import { setImmediate, setTimeout as sleep } from "node:timers/promises";

/**
 * @param ms the least time between two beginnings, in milliseconds
 * @returns resolves when the caller's work may begin: at the end of this turn of the event loop, unless earlier work began
 *   less than `ms` ago. All who come until then get the same promise
 */
export function paced(ms: number): () => Promise<void> {
  let next: Promise<void> | undefined;
  let latest = -Infinity;
  const begin = async () => {
    const wait = latest + ms - performance.now();
    await (wait > 0 ? sleep(wait) : setImmediate());
    latest = performance.now();
    next = undefined;
  };
  return () => (next ??= begin());
}
