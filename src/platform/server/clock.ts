/** The server's clock. Outside production it can be moved forward, for trying out deadlines; the offset is kept. */
import { sql } from "drizzle-orm";
import type { Clock } from "#platform/shared/clock.ts";
import type { Db } from "./db/database.ts";

export const systemClock: Clock = { now: () => new Date() };

export interface MovableClock extends Clock {
  /** Moves the clock forward and keeps the offset in the database. */
  advance(seconds: number): Promise<void>;
}

/** The demo's clock, moved as far as the database remembers. */
export async function movableClock(db: Db): Promise<MovableClock> {
  const { rows } = await db.sql.execute<{ offset_ms: number }>(sql`SELECT offset_ms FROM dev_clock`);
  let offset = rows[0]?.offset_ms ?? 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance: async (seconds) => {
      const saved = await db.sql.execute<{ offset_ms: number }>(sql`
        INSERT INTO dev_clock (offset_ms) VALUES (${Math.round(seconds * 1000)})
        ON CONFLICT (only_row) DO UPDATE SET offset_ms = dev_clock.offset_ms + excluded.offset_ms RETURNING offset_ms`);
      offset = saved.rows[0]?.offset_ms ?? offset;
    },
  };
}
