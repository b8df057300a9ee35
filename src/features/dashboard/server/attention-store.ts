/** SQL of things that wait too long: claims past their day, jobs that stand still, findings of the last audit, and settlements that reach nobody. */
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
    unsent: { count: number; course: number; month: string }[] | null;
    to_nobody: number[];
  }>(sql`
    SELECT count(*)::int AS pending, count(*) FILTER (WHERE due_at <= ${moment})::int AS overdue,
      (SELECT coalesce(json_agg(name ORDER BY name), '[]'::json) FROM job_runs WHERE ${standsStill(moment)}) AS jobs,
      (SELECT fault_count FROM audit_runs WHERE ended_at IS NOT NULL ORDER BY day DESC LIMIT 1) AS faults,
      (SELECT json_agg(json_build_object('count', letters, 'course', course_id, 'month', month) ORDER BY month, course_id) FROM (
        SELECT s.course_id, s.month, count(*)::int AS letters
        FROM settlement_letters l JOIN settlement_sendings s ON s.id = l.sending_id LEFT JOIN mails m ON m.about = l.id
        WHERE l.sent_at IS NULL AND l.dropped_at IS NULL AND m.sent_at IS NULL
          AND (m.id IS NULL OR m.tries > 1 OR m.tries = 1 AND NOT coalesce(m.taken_until > now(), false))
        GROUP BY s.course_id, s.month) failed) AS unsent,
      ARRAY(SELECT course_id FROM settlement_lists_emptied ORDER BY emptied_at, course_id) AS to_nobody
    FROM claims WHERE status = 'pending'`);
  const [row] = rows;
  return {
    pendingClaims: row?.pending ?? 0,
    overdueClaims: row?.overdue ?? 0,
    jobs: row?.jobs ?? [],
    auditFaults: row?.faults ?? 0,
    unsentSettlements: row?.unsent ?? [],
    settlementsToNobody: row?.to_nobody ?? [],
  };
}
