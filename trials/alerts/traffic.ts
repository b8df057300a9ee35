/** Golfers who play at all servers all the time: without calls there is nothing to be late or to fail. */
import { setTimeout as sleep } from "node:timers/promises";
import { golferAt, pay, shoot } from "./people.ts";

/** Golfers and readers of pages at each server. */
const EACH = 2;
const SHOTS = 8;
const BETWEEN_MS = 150;

/** @returns a function that ends it */
export function playAt(urls: readonly string[]): () => Promise<void> {
  let over = false;
  /** Calls may fail, because the alerts are about failing calls. */
  const untilOver = async (work: () => Promise<unknown>) => {
    while (!over) {
      await work().catch(() => undefined);
      await sleep(BETWEEN_MS);
    }
  };
  const workers = urls.flatMap((url) =>
    Array.from({ length: EACH }, () => [
      untilOver(() => visit(url)),
      untilOver(() => fetch(`${url}/`, { signal: AbortSignal.timeout(5_000) }).then((reply) => reply.text())),
    ]).flat(),
  );
  return async () => {
    over = true;
    await Promise.all(workers);
  };
}

/** A golfer registers, pays and plays; after a while the next one comes. */
async function visit(url: string): Promise<void> {
  const golfer = await golferAt(url);
  const { status, body } = await pay(golfer);
  if (status !== 200 || !body.session) return;
  for (let n = 0; n < SHOTS; n += 1) {
    await shoot(golfer, body.session.id, "missed");
    await sleep(BETWEEN_MS);
  }
}
