/** SQL of things that wait too long: claims past their day, jobs that stand still, and findings of the last audit. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { standsStill } from "#platform/server/job-runs.ts";

export async function readWatched(db: Db, now: Date) {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.sql.execute<{
    pending: number;
    overdue: number;
    jobs: string[];
    faults: number | null;
  }>(sql`
    SELECT count(*)::int AS pending, count(*) FILTER (WHERE due_at <= ${moment})::int AS overdue,
      (SELECT coalesce(json_agg(name ORDER BY name), '[]'::json) FROM job_runs WHERE ${standsStill(moment)}) AS jobs,
      (SELECT fault_count FROM audit_runs WHERE ended_at IS NOT NULL ORDER BY day DESC LIMIT 1) AS faults
    FROM claims WHERE status = 'pending'`);
  const [row] = rows;
  return {
    pendingClaims: row?.pending ?? 0,
    overdueClaims: row?.overdue ?? 0,
    jobs: row?.jobs ?? [],
    auditFaults: row?.faults ?? 0,
  };
}
