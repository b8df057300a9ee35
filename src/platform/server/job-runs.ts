/** When each job last ran to its end, in the database: what has stopped is seen from outside. */
import { sql } from "drizzle-orm";
import type { Clock } from "#platform/shared/clock.ts";
import type { Db } from "./db/database.ts";

/** A job that runs each second is not written down each second. */
const NOTED_EVERY_MS = 60_000;

/** Writes a run down, at most once a minute each job. */
export function jobRuns({ db, clock }: { db: Db; clock: Clock }) {
  const noted = new Map<string, number>();
  return async ({ name, every }: { name: string; every: number }): Promise<void> => {
    const now = clock.now();
    if (now.getTime() - (noted.get(name) ?? -Infinity) < NOTED_EVERY_MS) return;
    noted.set(name, now.getTime());
    await db.sql.execute(sql`
      INSERT INTO job_runs (name, every_seconds, ran_at) VALUES (${name}, ${every}, ${now.toISOString()})
      ON CONFLICT (name) DO UPDATE SET every_seconds = EXCLUDED.every_seconds, ran_at = greatest(job_runs.ran_at, EXCLUDED.ran_at)`);
  };
}
