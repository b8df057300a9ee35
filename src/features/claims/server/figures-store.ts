/** SQL of how long claims wait, for the metrics. Each reads by an index of pending or of new claims only. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";

/** The moment at which somebody first looked after a claim: by a note of what they saw, or by the decision. */
const lookedAt = sql`least(c.decided_at, (SELECT min(s.recorded_at) FROM claim_sightings s WHERE s.claim_id = c.id))`;

/** Claims that are pending, late, or that nobody has looked after; and prizes that are due. */
export async function countWaiting(db: Db, now: Date) {
  const { rows } = await db.sql.execute<{
    pending: number;
    overdue: number;
    unseen: number;
    oldest_unseen: string | null;
    due: number;
  }>(sql`
    SELECT count(*) AS pending, count(*) FILTER (WHERE due_at <= ${now.toISOString()}) AS overdue,
      count(*) FILTER (WHERE looked_at IS NULL) AS unseen,
      min(created_at) FILTER (WHERE looked_at IS NULL) AS oldest_unseen,
      (SELECT count(*) FROM claims WHERE payout_status = 'due') AS due
    FROM (SELECT c.created_at, c.due_at, ${lookedAt} AS looked_at FROM claims c WHERE c.status = 'pending') waiting`);
  const [row] = rows;
  return {
    pending: row?.pending ?? 0,
    overdue: row?.overdue ?? 0,
    unseen: row?.unseen ?? 0,
    oldestUnseen: row?.oldest_unseen ?? null,
    due: row?.due ?? 0,
  };
}

/** Claims made since a moment: looked after within `seconds`, later than that or not yet, or still within the time. */
export async function countSeen(db: Db, { now, since, seconds }: { now: Date; since: Date; seconds: number }) {
  const end = sql`created_at + make_interval(secs => ${seconds})`;
  const { rows } = await db.sql.execute<{ in_time: number; late: number; waiting: number }>(sql`
    SELECT count(*) FILTER (WHERE looked_at <= ${end}) AS in_time,
      count(*) FILTER (WHERE looked_at > ${end} OR (looked_at IS NULL AND ${now.toISOString()} >= ${end})) AS late,
      count(*) FILTER (WHERE looked_at IS NULL AND ${now.toISOString()} < ${end}) AS waiting
    FROM (SELECT c.created_at, ${lookedAt} AS looked_at FROM claims c WHERE c.created_at > ${since.toISOString()}) made`);
  return rows[0] ?? { in_time: 0, late: 0, waiting: 0 };
}
