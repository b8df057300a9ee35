/** The SQL of the bay board. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, eq, gt, ne, or, sql } from "#platform/server/db/drizzle.ts";
import type { SessionRow } from "./store.ts";
import { sessions } from "./tables.ts";

/** The open sessions of a course, by bay. */
export async function rowsInBays(db: Db, courseId: number, now: Date): Promise<SessionRow[]> {
  return db.sql
    .select()
    .from(sessions)
    .where(and(eq(sessions.courseId, courseId), ne(sessions.status, "completed"), gt(sessions.expiresAt, now)))
    .orderBy(asc(sessions.bayNumber), asc(sessions.startedAt), asc(sessions.friendIndex), asc(sessions.id));
}

/** The courses where somebody plays. */
export async function coursesInPlay(db: Db, now: Date): Promise<number[]> {
  const rows = await db.sql
    .selectDistinct({ courseId: sessions.courseId })
    .from(sessions)
    .where(and(ne(sessions.status, "completed"), gt(sessions.expiresAt, now)));
  return rows.map(({ courseId }) => courseId);
}

/** A session by its id, for any caller. */
export async function findAnyRow(db: Db, id: string): Promise<SessionRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.sql.select().from(sessions).where(eq(sessions.id, id));
  return row;
}

/** Sets the clock of every open session of a purchase. */
export async function setClock(
  tx: Db,
  mainSessionId: string,
  clock: { expiresAt: Date; pausedUntil: Date | null },
): Promise<void> {
  await tx.sql
    .update(sessions)
    .set(clock)
    .where(
      and(
        or(eq(sessions.id, mainSessionId), eq(sessions.mainSessionId, mainSessionId)),
        ne(sessions.status, "completed"),
      ),
    );
}

/** Moves a session to a bay. Call `holdBays` afterwards: it decides anew which sessions of the purchase hold their bays. */
export async function setBay(tx: Db, row: SessionRow, bayNumber: number): Promise<void> {
  await tx.sql.update(sessions).set({ bayNumber, holdsBay: false }).where(eq(sessions.id, row.id));
}

/** For a course with exclusive bays: of a purchase's sessions in one bay, the first with balls left holds it. */
export async function holdBays(tx: Db, mainSessionId: string): Promise<void> {
  const ofPurchase = sql`(id = ${mainSessionId}::uuid OR main_session_id = ${mainSessionId}::uuid)`;
  // Releases all bays first, because the constraint checks every session by itself.
  await tx.sql.execute(sql`UPDATE sessions SET holds_bay = false WHERE ${ofPurchase}`);
  await tx.sql.execute(sql`UPDATE sessions SET holds_bay = true WHERE id IN (
    SELECT DISTINCT ON (bay_number) id FROM sessions WHERE ${ofPurchase} AND balls_bought > 0 AND status <> 'completed'
    ORDER BY bay_number, friend_index NULLS FIRST)`);
}
