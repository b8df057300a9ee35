/**
 * How long photos of sightings are kept (docs/decisions/0148). The sighting itself (who, what and when) is kept for good.
 * The role that serves may not delete pictures: a function of the database does, and spares claims that are open.
 */
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";

/** Days after the last step of the claim: its verdict, its payout or its forfeit. */
export const photoDays = { paidInCash: 1_100, others: 180 };

/** Photos of claims that were paid in cash are kept longer, for an audit of the money. */
const PAID_IN_CASH = sql`(c.prize_type = 'monetary' AND c.payout_status = 'paid')`;

/** The most photos that one statement deletes. */
const BATCH = 500;

/** Deletes the photos whose time is over. @param ending when it is aborted, the next run goes on */
export async function deleteOldPhotos(db: Db, now: Date, ending: AbortSignal): Promise<void> {
  const ago = (days: number) => sql`${new Date(now.getTime() - days * 86_400_000).toISOString()}::timestamptz`;
  const isOver = sql`greatest(c.decided_at, c.forfeited_at, c.paid_at)
    < CASE WHEN ${PAID_IN_CASH} THEN ${ago(photoDays.paidInCash)} ELSE ${ago(photoDays.others)} END`;
  for (let deleted = BATCH; deleted === BATCH && !ending.aborted;)
    deleted = await deletePhotos(db, sql`${isOver} LIMIT ${BATCH}`);
}

/** Deletes the photos of a player's claims, in the transaction of the deletion of the account, but for those paid in cash. */
export async function deletePhotosOf(tx: Db, userId: string): Promise<void> {
  await deletePhotos(tx, sql`c.user_id = ${userId} AND NOT ${PAID_IN_CASH}`);
}

/** @returns the number of deleted photos */
async function deletePhotos(db: Db, which: SQL): Promise<number> {
  const { rows } = await db.sql.execute<{ n: number }>(sql`
    SELECT delete_photos(ARRAY(
      SELECT s.id FROM uploads u
        JOIN claim_sightings s ON s.id = CASE WHEN u.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.]webp$' THEN left(u.name, 36)::uuid END
        JOIN claims c ON c.id = s.claim_id
      WHERE u.folder = 'sightings' AND c.status <> 'pending' AND c.payout_status <> 'due' AND ${which}
    )) AS n`);
  return rows[0]?.n ?? 0;
}
