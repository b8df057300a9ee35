/** A player's sessions, for their page at the desk. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { PersonSession } from "../records-contract.ts";

type Raw = Omit<PersonSession, "startedAt" | "endedAt"> & { startedAt: string | Date; endedAt: string | Date | null };

/** The sessions of a player, the newest first. A friend's session has the order of its main session. */
export async function readSessionsOf(db: Db, personId: string, limit: number): Promise<PersonSession[]> {
  if (!isUuid(personId)) return [];
  const { rows } = await db.sql.execute<Raw>(sql`
    SELECT s.id, s.started_at AS "startedAt", s.ended_at AS "endedAt", s.bay_number AS "bayNumber", s.is_free_shot AS "isFreeShot",
      jsonb_build_object('id', c.id, 'name', c.name, 'timeZone', c.time_zone) AS course,
      s.balls_bought AS "ballsBought", s.shot_count AS shots, s.claim_count AS claims,
      CASE WHEN s.buyer_id <> s.user_id THEN b.name END AS "boughtBy",
      (SELECT jsonb_build_object('id', o.id, 'number', o.number) FROM orders o
       WHERE o.session_id = coalesce(s.main_session_id, s.id) LIMIT 1) AS "order"
    FROM sessions s JOIN courses c ON c.id = s.course_id JOIN users b ON b.id = s.buyer_id
    WHERE s.user_id = ${personId}::uuid ORDER BY s.started_at DESC, s.id LIMIT ${limit}`);
  return rows.map(({ startedAt, endedAt, ...row }) => ({
    ...row,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt && new Date(endedAt).toISOString(),
  }));
}
