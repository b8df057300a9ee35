/** The server's clock. Outside production it can be moved forward to try out deadlines; the offset is stored. */
import { sql } from "#platform/server/db/drizzle.ts";
import type { Clock } from "#platform/shared/clock.ts";
import type { Db } from "./db/database.ts";

/** The longest step back of the machine's clock that is waited out, in milliseconds. Time services step by less. */
const STEP_BACK_MS = 60_000;

/**
 * The machine's clock, which stands still where that one is set back a little: what happens later is never dated before
 * what has happened. A larger step is an operator's, and is followed.
 */
export function steady(read: () => number): () => number {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = read();
    if (now > last || last - now > STEP_BACK_MS) last = now;
    return last;
  };
}

const machine = steady(() => Date.now());

export const systemClock: Clock = { now: () => new Date(machine()) };

export interface MovableClock extends Clock {
  /** Moves the clock forward and keeps the offset in the database. */
  advance(seconds: number): Promise<void>;
  /** Reads the offset that another process on the same database has set. */
  read(): Promise<void>;
}

/** The topic of the demo's clock: another process has moved it. */
export const DEMO_CLOCK = "demo clock";

/** The demo's clock, with the offset from the database. */
export async function movableClock(db: Db): Promise<MovableClock> {
  let offset = 0;
  const clock: MovableClock = {
    now: () => new Date(machine() + offset),
    advance: async (seconds) => {
      const saved = await db.sql.execute<{ offset_ms: number }>(sql`
        INSERT INTO dev_clock (offset_ms) VALUES (${Math.round(seconds * 1000)})
        ON CONFLICT (only_row) DO UPDATE SET offset_ms = dev_clock.offset_ms + excluded.offset_ms RETURNING offset_ms`);
      offset = saved.rows[0]?.offset_ms ?? offset;
    },
    read: async () => {
      const { rows } = await db.sql.execute<{ offset_ms: number }>(sql`SELECT offset_ms FROM dev_clock`);
      // The clock never goes back; this process may have moved it meanwhile.
      offset = Math.max(offset, rows[0]?.offset_ms ?? 0);
    },
  };
  await clock.read();
  return clock;
}
