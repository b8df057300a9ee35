/** All SQL of play. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Place } from "#platform/server/db/cursor.ts";
import { and, asc, count, desc, eq, gt, inArray, lte, ne, or, type SQL, sql } from "#platform/server/db/drizzle.ts";
import { rowOf } from "#platform/server/db/rows.ts";
import { freeShots, sessions } from "./tables.ts";

/**
 * Written out: an index of open sessions alone serves a prepared statement only if its text says so, and not a value.
 */
const isOpen = sql`${sessions.status} <> 'completed'`;
const isActive = sql`${sessions.status} = 'active'`;

export type SessionRow = typeof sessions.$inferSelect;

/** Names a session by its id or as a place in a group. `callerId` must be its buyer or its player. */
export type NamedSession = { sessionId: string; friendIndex?: number | undefined; callerId: string };

/**
 * Reads a session on which the caller may record shots, and locks it together with all sessions of its purchase
 * (`lockGroup`), because a change of one of them may end the others.
 */
export async function lockSession(
  tx: Db,
  { sessionId, friendIndex, callerId }: NamedSession,
): Promise<SessionRow | undefined> {
  if (!isUuid(sessionId)) return undefined;
  // A session never moves to another purchase.
  const bought = sql`(SELECT coalesce(s.main_session_id, s.id) FROM sessions s
    WHERE s.id = ${sessionId} AND ${callerId}::uuid IN (s.buyer_id, s.user_id))`;
  const rows = await lockGroup(tx, friendIndex === undefined ? bought : sessionId);
  const row = rows.find((one) => (friendIndex === undefined ? one.id === sessionId : one.friendIndex === friendIndex));
  return row && (row.buyerId === callerId || row.userId === callerId) ? row : undefined;
}

/**
 * The accounts of a session, and of a main one's group, are not deleted before the transaction ends; together with the
 * next statement. A deletion locks its account before its sessions, so a claim, which names accounts, does so too.
 */
export async function holdPlayersOf(tx: Db, { sessionId }: Pick<NamedSession, "sessionId">): Promise<void> {
  if (!isUuid(sessionId)) return;
  await tx.ahead(sql`SELECT FROM users WHERE id = ANY(ARRAY(
      SELECT unnest(ARRAY[s.buyer_id, s.user_id]) FROM sessions s WHERE s.id = ${sessionId} OR s.main_session_id = ${sessionId}
    )) ORDER BY id FOR KEY SHARE`);
}

/** A session, if the caller is its buyer or its player. */
export async function findRow(db: Db, sessionId: string, callerId: string): Promise<SessionRow | undefined> {
  if (!isUuid(sessionId)) return undefined;
  const [row] = await db.read("SELECT * FROM sessions WHERE id = $1 AND $2::uuid IN (buyer_id, user_id)", [
    sessionId,
    callerId,
  ]);
  return row && rowOf(sessions, row);
}

/**
 * Whether somebody else's purchase has balls left in these bays of a course with exclusive bays.
 * @param now sessions whose clock has run out by then do not count; without it, call `freeBays` before
 */
export async function isTaken(
  db: Db,
  courseId: number,
  bays: readonly number[],
  buyerId: string,
  now?: Date,
): Promise<boolean> {
  const [row] = await db.sql
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.courseId, courseId),
        inArray(sessions.bayNumber, [...bays]),
        isActive,
        ne(sessions.buyerId, buyerId),
        now && gt(sessions.expiresAt, now),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The friends' sessions of some main sessions, in the order of a group. */
export async function friendRows(db: Db, mainSessionIds: readonly string[]): Promise<SessionRow[]> {
  return db.sql
    .select()
    .from(sessions)
    .where(inArray(sessions.mainSessionId, [...mainSessionIds]))
    .orderBy(asc(sessions.friendIndex));
}

/** A player's open sessions, newest first: those they bought, and those of groups they were invited to. */
export async function openRows(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db.sql
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpen, gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.startedAt));
}

/** Whether a buyer or a friend in the buyer's group still plays, which blocks buying. */
export async function isPlaying(db: Db, buyerId: string, now: Date): Promise<boolean> {
  const [row] = await db.sql
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.buyerId, buyerId), isActive, gt(sessions.expiresAt, now)))
    .limit(1);
  return row !== undefined;
}

/** A player's sessions, newest first, after a place in the list. */
export async function history(db: Db, userId: string, before: Place | undefined, limit: number): Promise<SessionRow[]> {
  const older =
    before &&
    sql`(${sessions.startedAt}, ${sessions.id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`;
  return db.sql
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), older))
    .orderBy(desc(sessions.startedAt), desc(sessions.id))
    .limit(limit);
}

type EndReason = NonNullable<SessionRow["endReason"]>;

/**
 * The moment and reason of a session's end. If its clock has already run out, that is the reason and the moment, whoever
 * ends it now. The end is never before the start: another server's clock may have been ahead of this one's.
 */
function ending(reason: EndReason, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  return {
    status: "completed" as const,
    endReason: sql<EndReason>`CASE WHEN ${sessions.expiresAt} <= ${at} THEN 'time' ELSE ${reason}::text END`,
    endedAt: sql<Date>`greatest(${sessions.startedAt}, least(${at}, ${sessions.expiresAt}))`,
  };
}

/**
 * Locks a bought session and those of its friends (one group) until the transaction ends. Whoever writes more than one session locks
 * all of them first, in the order of their ids, so that no two transactions wait for each other. The lock still lets
 * other transactions check foreign keys: a friend's session refers to the main one.
 */
export async function lockGroup(tx: Db, mainSessionId: string | SQL): Promise<SessionRow[]> {
  return tx.sql
    .select()
    .from(sessions)
    .where(or(eq(sessions.id, mainSessionId), eq(sessions.mainSessionId, mainSessionId)))
    .orderBy(asc(sessions.id))
    .for("no key update");
}

/** Ends a session and, if it is a main one, its friends'. Sessions that are over stay as they are. */
export async function complete(tx: Db, id: string, reason: EndReason, now: Date): Promise<void> {
  await tx.sql
    .update(sessions)
    .set(ending(reason, now))
    .where(and(or(eq(sessions.id, id), eq(sessions.mainSessionId, id)), isOpen));
}

/** Ends the sessions that a purchase replaces, which are locked. */
export async function completeForPurchase(tx: Db, ids: readonly string[], now: Date): Promise<SessionRow[]> {
  if (ids.length === 0) return [];
  return tx.sql
    .update(sessions)
    .set(ending("buy_more", now))
    .where(inArray(sessions.id, [...ids]))
    .returning();
}

/** Ends the sessions that match a condition. Locks them in the order of their ids before it changes any (`lockGroup`). */
async function end(tx: Db, which: SQL | undefined, reason: EndReason, now: Date): Promise<SessionRow[]> {
  const ids = tx.sql.select({ id: sessions.id }).from(sessions).where(which).orderBy(asc(sessions.id));
  const locked = (await ids.for("no key update")).map(({ id }) => id);
  if (locked.length === 0) return [];
  return tx.sql.update(sessions).set(ending(reason, now)).where(inArray(sessions.id, locked)).returning();
}

/** The SQL condition that the clock of a session has run out, by which the sweeper decides whether to run. */
export const anyRunOut = (now: Date) =>
  sql`coalesce((SELECT min(expires_at) FROM sessions WHERE status <> 'completed') <= ${now.toISOString()}, false)`;

/** Ends every session whose clock has run out. It skips those that are locked at this moment instead of waiting. */
export async function completeRunOut(db: Db, now: Date): Promise<SessionRow[]> {
  const runOut = and(isOpen, lte(sessions.expiresAt, now));
  const free = db.sql
    .select({ id: sessions.id })
    .from(sessions)
    .where(runOut)
    .for("no key update", { skipLocked: true });
  return db.sql
    .update(sessions)
    .set(ending("time", now))
    .where(and(inArray(sessions.id, free), runOut))
    .returning();
}

/**
 * Locks the bays of a course with exclusive bays until the transaction ends, so that purchases take bays one after
 * another. Take this lock before that of any session: otherwise two purchases could wait for each other for ever.
 */
export async function lockBays(tx: Db, courseId: number): Promise<void> {
  await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(7306426, ${courseId})`);
}

/** Ends the sessions in some bays of a course whose clock has run out. The course's bays must be locked. */
export async function freeBays(tx: Db, courseId: number, bays: readonly number[], now: Date): Promise<void> {
  const runOut = and(
    eq(sessions.courseId, courseId),
    inArray(sessions.bayNumber, [...bays]),
    isOpen,
    lte(sessions.expiresAt, now),
  );
  await end(tx, runOut, "time", now);
}

/** A friend leaves the group. Their session stays and belongs to a guest, under a name that is not theirs. */
export async function makeGuest(tx: Db, id: string, guest: { leftBy: string; playerName: string }): Promise<void> {
  await tx.sql
    .update(sessions)
    .set({ userId: null, ...guest })
    .where(eq(sessions.id, id));
}

export async function setGroupData(tx: Db, id: string, groupData: NonNullable<SessionRow["groupData"]>): Promise<void> {
  await tx.sql.update(sessions).set({ groupData }).where(eq(sessions.id, id));
}

export async function setSession(
  tx: Db,
  id: string,
  change: Partial<typeof sessions.$inferInsert>,
): Promise<SessionRow> {
  const [row] = await tx.sql.update(sessions).set(change).where(eq(sessions.id, id)).returning();
  if (!row) throw new Error(`Session ${id} is gone`);
  return row;
}

export async function insertFreeShot(tx: Db, shot: typeof freeShots.$inferInsert): Promise<void> {
  await tx.sql.insert(freeShots).values(shot);
}

/** Waits until no other free shot of the same browser, or of the same address, is being counted. Do it before any bay's lock. */
export async function awaitFreeShotTurn(
  tx: Db,
  of: { browserId: string | null; address: string | null },
): Promise<void> {
  if (of.browserId !== null)
    await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(7306428, hashtext(${of.browserId}))`);
  if (of.address !== null) await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(7306429, hashtext(${of.address}))`);
}

/** Free shots taken on a browser, or from an address, on a day. */
export async function countFreeShots(
  tx: Db,
  by: { browserId: string } | { address: string },
  day: string,
): Promise<number> {
  const who = "browserId" in by ? eq(freeShots.browserId, by.browserId) : eq(freeShots.address, by.address);
  const [row] = await tx.sql
    .select({ n: count() })
    .from(freeShots)
    .where(and(who, eq(freeShots.day, day)));
  return row?.n ?? 0;
}
