/** Calls that meet: each waits in the database behind the one before it. */
import { expect } from "vitest";
import type { TestApp } from "./app.ts";

const WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

/**
 * Starts calls one after the other while something is locked, each when those before it wait, and then lets go.
 * @param locked the statement that locks it
 */
export async function atOnce(
  { owner }: Pick<TestApp, "owner">,
  locked: string,
  ...calls: (() => Promise<unknown>)[]
): Promise<void> {
  const holding = await owner.pool.connect();
  const begun: Promise<unknown>[] = [];
  // On another connection: within a transaction the list of those who are there stays as it was first seen.
  const waiting = async () => (await owner.pool.query(WAITING)).rowCount;
  try {
    await holding.query(`BEGIN; ${locked}`);
    for (const call of calls) {
      begun.push(call());
      await expect.poll(waiting, { interval: 5, timeout: 5_000 }).toBe(begun.length);
    }
  } finally {
    await holding.query("COMMIT");
    holding.release();
    await Promise.all(begun);
  }
}
