/** Calls at the same moment: each waits in the database behind the one before it. */
import type pg from "pg";
import { expect } from "vitest";
import type { TestApp } from "./app.ts";

/** Other connections may also wait for a moment: for a table that grows, or because of a job. */
const BEHIND = `WITH RECURSIVE behind (pid) AS (
    SELECT $1::int
    UNION
    SELECT waits.pid FROM pg_stat_activity waits JOIN behind ON behind.pid = ANY(pg_blocking_pids(waits.pid)) WHERE waits.wait_event_type = 'Lock'
  ) SELECT FROM behind WHERE pid <> $1`;

/**
 * Waits until at least so many connections (one call may have several) wait for a lock that one connection holds, or
 * for each other.
 * @param pool a pool with connections of its own, because within a transaction the list of connections stays as it was
 * first read
 */
export async function untilBehind(holding: pg.ClientBase, pool: pg.Pool, count: number): Promise<void> {
  const waiting = () => waitingBehind(holding, pool);
  await expect.poll(waiting, { interval: 5, timeout: 5_000 }).toBeGreaterThanOrEqual(count);
}

/** How many connections wait for a lock that one connection holds, or for each other. @param pool as above */
export async function waitingBehind(holding: pg.ClientBase, pool: pg.Pool): Promise<number> {
  const { rows } = await holding.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return (await pool.query(BEHIND, [rows[0]?.pid])).rowCount ?? 0;
}

type Answers<Calls extends readonly (() => Promise<unknown>)[]> = {
  [Index in keyof Calls]: Awaited<ReturnType<Calls[Index]>>;
};

/**
 * Starts calls one after the other while something is locked, each when those before it wait, and then releases the
 * lock. The app's jobs are stopped, because a job that waits would be mistaken for a call. Each call must use one
 * connection: when the lock is released, a second connection of the later call could overtake the first call.
 * @param locked the statement that locks it
 * @returns the answers in the order of the calls
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

/**
 * Begins work while each row that is written in one way waits, and lets it go on after something else has happened.
 * @param change for example `INSERT ON sessions`
 */
export async function whileHeld(
  { owner }: Pick<TestApp, "owner">,
  change: string,
  happen: () => Promise<unknown>,
  begin: () => Promise<unknown>,
): Promise<void> {
  await owner.pool.query(`
    CREATE FUNCTION wait_there() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_advisory_xact_lock_shared(4711); RETURN NEW; END $$;
    CREATE TRIGGER wait_there BEFORE ${change} FOR EACH ROW EXECUTE FUNCTION wait_there()`);
  const holding = await owner.pool.connect();
  try {
    await holding.query("SELECT pg_advisory_lock(4711)");
    const begun = begin();
    await untilBehind(holding, owner.pool, 1);
    try {
      await happen();
    } finally {
      await holding.query("SELECT pg_advisory_unlock(4711)");
    }
    await begun;
  } finally {
    await holding.query("SELECT pg_advisory_unlock_all()");
    holding.release();
    await owner.pool.query(`DROP TRIGGER wait_there ON ${change.split(" ").at(-1)}; DROP FUNCTION wait_there()`);
  }
}
