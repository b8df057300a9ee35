/** The player's data in play: sessions, shots, and the player's name in the groups of others. */
import { formatPlayerId, parsePlayerId } from "#features/accounts/rules.ts";
import { type Person, withoutPerson } from "#features/accounts/server/ports.ts";
import { users } from "#features/accounts/server/tables.ts";
import { orders } from "#features/orders/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from "#platform/server/db/drizzle.ts";
import { changeAnswers, forgetAnswers } from "#platform/server/http/idempotency.ts";
import { CLAIM_WINDOW_SECONDS, CLOCK_SKEW_SECONDS } from "../rules.ts";
import { attempts, freeShots, sessions } from "./tables.ts";

/** Whether a session that the player plays or bought for a group is still open. */
export async function hasOpenRow(db: Db, userId: string, now: Date): Promise<boolean> {
  const [row] = await db.sql
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        or(eq(sessions.userId, userId), eq(sessions.buyerId, userId)),
        ne(sessions.status, "completed"),
        gt(sessions.expiresAt, now),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The player's own sessions and those of their guests, with all shots. */
export async function readRecords(db: Db, userId: string) {
  const own = await db.sql
    .select()
    .from(sessions)
    .where(or(eq(sessions.userId, userId), and(eq(sessions.buyerId, userId), isNull(sessions.userId))))
    .orderBy(desc(sessions.startedAt), desc(sessions.id));
  const ids = own.map(({ id }) => id);
  const shots =
    ids.length === 0
      ? []
      : await db.sql
          .select()
          .from(attempts)
          .where(inArray(attempts.sessionId, ids))
          .orderBy(asc(attempts.recordedAt), asc(attempts.id));
  const free = await db.sql.select().from(freeShots).where(eq(freeShots.userId, userId)).orderBy(desc(freeShots.day));
  return { sessions: own, attempts: shots, freeShots: free };
}

/**
 * Replaces the player's name by the stand-in. In groups of other players, also those that the player has left, it also
 * removes the player ID. Orders are locked before sessions, each in the order of their ids, as everywhere.
 */
export async function forgetPlayer(tx: Db, person: Person): Promise<void> {
  const { id, playerId, standIn, deletedAt } = person;
  const invited = tx.sql
    .select({ id: sessions.mainSessionId })
    .from(sessions)
    .where(and(or(eq(sessions.userId, id), eq(sessions.leftBy, id)), isNotNull(sessions.mainSessionId)));
  // An order keeps the group as it was typed, whether it became a session or not. Only those that name the player are
  // locked: the others may be in the middle of somebody's payment.
  const drafts = await tx.sql
    .select({ id: orders.id, buyerId: orders.userId, groupData: orders.groupData })
    .from(orders)
    .where(and(isNotNull(orders.groupData), or(inArray(orders.sessionId, invited), isNull(orders.sessionId))));
  const naming = drafts.filter(({ groupData }) =>
    groupData?.friends.some(({ userId }) => userId !== undefined && parsePlayerId(userId) === playerId),
  );
  const locked =
    naming.length === 0
      ? []
      : await tx.sql
          .select({ id: orders.id, groupData: orders.groupData })
          .from(orders)
          .where(
            inArray(
              orders.id,
              naming.map((order) => order.id),
            ),
          )
          .orderBy(asc(orders.id))
          .for("no key update");
  for (const { id: orderId, groupData } of locked)
    await tx.sql
      .update(orders)
      .set({ groupData: withoutPerson(groupData, person) })
      .where(eq(orders.id, orderId));
  const rows = await tx.sql
    .select({ id: sessions.id, buyerId: sessions.buyerId, userId: sessions.userId, groupData: sessions.groupData })
    .from(sessions)
    .where(or(eq(sessions.userId, id), inArray(sessions.id, invited)))
    .orderBy(asc(sessions.id))
    .for("no key update");
  await tx.sql.update(sessions).set({ playerName: standIn }).where(eq(sessions.userId, id));
  // A seat in which something may still be claimed is a guest's from now on, as after leaving the group: what its buyer
  // claims for it belongs to the buyer, because a deleted account cannot be paid.
  const claimable = new Date(deletedAt.getTime() - (CLAIM_WINDOW_SECONDS + CLOCK_SKEW_SECONDS) * 1000).toISOString();
  await tx.sql
    .update(sessions)
    .set({ userId: null, leftBy: id, playerName: sql`'Friend ' || (${sessions.friendIndex} + 1)` })
    .where(
      and(
        eq(sessions.userId, id),
        isNotNull(sessions.mainSessionId),
        sql`coalesce(${sessions.endedAt}, ${sessions.expiresAt}) > ${claimable}::timestamptz`,
      ),
    );
  for (const { id: sessionId, userId: ofRow, groupData } of rows)
    if (groupData && ofRow !== id)
      await tx.sql
        .update(sessions)
        .set({ groupData: withoutPerson(groupData, person) })
        .where(eq(sessions.id, sessionId));
  // The kept answers to buyers' calls have the names of their friends, and those to the desk's calls anybody's.
  const buyers = [...naming, ...rows].map(({ buyerId }) => buyerId);
  const desk = await tx.sql
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(or(ne(users.role, "player"), isNotNull(users.workedUntil)));
  const callers = new Set([...buyers, ...desk.map((one) => one.id)].filter((caller) => caller !== id));
  await changeAnswers(tx, [...callers], [id, formatPlayerId(playerId)], (answer) => withoutPerson(answer, person));
  // Who has worked here is named by the name alone, as the one who decided.
  const worked = desk.find((one) => one.id === id);
  if (worked) await forgetAnswers(tx, [...callers], worked.name);
}

/** The free shot's limits count within one day. Network addresses of earlier days are deleted. */
export async function dropOldAddresses(db: Db, before: Date): Promise<void> {
  await db.sql
    .update(freeShots)
    .set({ address: sql`NULL` })
    .where(and(isNotNull(freeShots.address), lt(freeShots.createdAt, before)));
}
