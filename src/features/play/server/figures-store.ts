/** SQL of how much is played, for the metrics. Each reads by an index of open or of new sessions only. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { SessionStatus } from "../contract.ts";

/** Open sessions by status, and sessions that started since a moment with their shots. */
export async function countPlay(db: Db, since: Date) {
  const { rows } = await db.sql.execute<{
    active: number;
    balls_finished: number;
    started: number;
    shots: number;
  }>(sql`
    SELECT open.*, new.* FROM
      (SELECT count(*) FILTER (WHERE status = 'active') AS active,
          count(*) FILTER (WHERE status = 'balls_finished') AS balls_finished
        FROM sessions WHERE status <> 'completed') open,
      (SELECT count(*) AS started, coalesce(sum(shot_count), 0)::bigint AS shots
        FROM sessions WHERE started_at > ${since.toISOString()}) new`);
  const [row] = rows;
  const open: Record<Exclude<SessionStatus, "completed">, number> = {
    active: row?.active ?? 0,
    balls_finished: row?.balls_finished ?? 0,
  };
  return { open, started: row?.started ?? 0, shots: row?.shots ?? 0 };
}
