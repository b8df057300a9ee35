/** Calls that meet: each waits in the database behind the one before it. */
import type pg from "pg";
import { expect } from "vitest";
import type { TestApp } from "./app.ts";

/** Others wait for a moment, too: for a table that grows, or beside a job. */
const BEHIND = `WITH RECURSIVE behind (pid) AS (
    SELECT $1::int
    UNION
    SELECT waits.pid FROM pg_stat_activity waits JOIN behind ON behind.pid = ANY(pg_blocking_pids(waits.pid)) WHERE waits.wait_event_type = 'Lock'
  ) SELECT FROM behind WHERE pid <> $1`;

/**
 * Waits until so many connections or more (one call may have several) stand behind what one holds, or behind one another.
 * @param pool of other connections: within a transaction the list of those who are there stays as it was first seen
 */
export async function untilBehind(holding: pg.ClientBase, pool: pg.Pool, count: number): Promise<void> {
  const { rows } = await holding.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const waiting = async () => (await pool.query(BEHIND, [rows[0]?.pid])).rowCount;
  await expect.poll(waiting, { interval: 5, timeout: 5_000 }).toBeGreaterThanOrEqual(count);
}

type Answers<Calls extends readonly (() => Promise<unknown>)[]> = {
  [Index in keyof Calls]: Awaited<ReturnType<Calls[Index]>>;
};

/**
 * Starts calls one after the other while something is locked, each when those before it wait, and then lets go. The
 * app's jobs run no more by themselves: one that waits would be taken for a call. Each call uses one connection: when
 * the lock goes, a second one of the later call that comes just then passes the first call.
 * @param locked the statement that locks it
 * @returns what they answered, in their order
 */
export async function atOnce<Calls extends readonly (() => Promise<unknown>)[]>(
  { owner, jobs }: Pick<TestApp, "owner" | "jobs">,
  locked: string,
  ...calls: Calls
): Promise<Answers<Calls>> {
  await jobs.stop();
  const holding = await owner.pool.connect();
  const begun: Promise<unknown>[] = [];
  try {
    await holding.query(`BEGIN; ${locked}`);
    for (const call of calls) {
      begun.push(call());
      await untilBehind(holding, owner.pool, begun.length);
    }
  } finally {
    await holding.query("COMMIT");
    holding.release();
    await Promise.allSettled(begun);
  }
  // They were pushed in the calls' order.
  return Promise.all(begun) as Promise<unknown> as Promise<Answers<Calls>>;
}
