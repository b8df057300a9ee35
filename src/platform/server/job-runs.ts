/** Which process may run a job, and when each job last ended. In the database, so that a stopped job is noticed. */
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { Clock } from "#platform/shared/clock.ts";
import type { Db } from "./db/database.ts";

/** A job that runs every second is recorded less often. */
const NOTED_EVERY_MS = 60_000;

/** Records a run, at most once a minute for each job. */
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

/**
 * Whether a row of `job_runs` is of a job that stands still: it has missed three runs, and a quarter of an hour. A job
 * that there is no more is forgotten after a month.
 */
export function standsStill(moment: SQL): SQL {
  return sql`ran_at <= ${moment} - greatest(interval '15 minutes', 3 * every_seconds * interval '1 second') AND ran_at > ${moment} - interval '30 days'`;
}

/** The part of the period after which another process may take the turn, even if the first one has not ended. */
const TURN = 0.9;

/** Takes a job's turn for its period of real time. @returns false if another process has it */
export async function takeTurn(db: Db, { name, every }: { name: string; every: number }): Promise<boolean> {
  const taken = await db.sql.execute(sql`
    INSERT INTO job_turns (name, taken_until) VALUES (${name}, now() + make_interval(secs => ${every * TURN}))
    ON CONFLICT (name) DO UPDATE SET taken_until = EXCLUDED.taken_until WHERE job_turns.taken_until <= now()
    RETURNING name`);
  return taken.rows.length > 0;
}
