/** SQL of what waits to be sent, and of when each job last ran. */
import { sql } from "#platform/server/db/drizzle.ts";
import type { Db } from "../db/database.ts";
import { standsStill } from "../job-runs.ts";

export interface Queue {
  waiting: number;
  /** When the oldest of them was written; null if none waits. */
  oldest: string | null;
}

/** Letters and notices that are not sent yet. */
export async function readQueues(db: Db): Promise<Record<"mail" | "push", Queue>> {
  const { rows } = await db.sql.execute<{ mail: Queue; push: Queue }>(sql`
    SELECT (SELECT json_build_object('waiting', count(*), 'oldest', min(created_at)) FROM mails WHERE sent_at IS NULL) AS mail,
      (SELECT json_build_object('waiting', count(*), 'oldest', min(created_at)) FROM push_messages) AS push`);
  const none = { waiting: 0, oldest: null };
  return rows[0] ?? { mail: none, push: none };
}

/** When each job last ended, in any process, by the product's clock; `still` if it has missed its runs. */
export async function readJobRuns(db: Db, now: Date) {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.sql.execute<{ name: string; ran_at: string; still: boolean }>(
    sql`SELECT name, ran_at, (${standsStill(moment)}) AS still FROM job_runs WHERE ran_at > ${moment} - interval '30 days'`,
  );
  return rows.map(({ name, ran_at, still }) => ({ name, ranAt: ran_at, still }));
}
