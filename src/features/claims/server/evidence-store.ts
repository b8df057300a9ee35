/** The SQL of the evidence beside a verdict. */
import { users } from "#features/accounts/server/tables.ts";
import { courses } from "#features/courses/server/tables.ts";
import { disputes, orders, paymentAttempts, refunds } from "#features/orders/server/tables.ts";
import { attempts, sessions } from "#features/play/server/tables.ts";
import { receipts } from "#features/receipts/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, gt, inArray, isNotNull, lte, ne, sql } from "#platform/server/db/drizzle.ts";
import type { ClaimRow } from "./store.ts";
import { claims } from "./tables.ts";

/** The rows behind a claim. A missing session is a fault of ours. */
export async function readBehind(db: Db, claim: ClaimRow) {
  const [session] = await db.sql.select().from(sessions).where(eq(sessions.id, claim.sessionId));
  const people = await db.sql
    .select()
    .from(users)
    .where(sql`${users.id} IN (${claim.userId}, ${claim.buyerId}, ${claim.submittedBy})`);
  const [player, buyer, submitter] = [claim.userId, claim.buyerId, claim.submittedBy].map((one) =>
    people.find(({ id }) => id === one),
  );
  if (!session || !player) throw new Error(`What is behind claim ${claim.id} is gone`);
  const shots = await db.sql
    .select()
    .from(attempts)
    .where(eq(attempts.sessionId, session.id))
    .orderBy(asc(attempts.createdAt), asc(attempts.recordedAt), asc(attempts.id));
  return { session, player, buyer, submitter, shots };
}

/** The captured payment of a session's purchase, with its receipt and refunds; none for a free shot. */
export async function readPayment(db: Db, mainSessionId: string) {
  const [row] = await db.sql
    .select({
      order: orders,
      payment: paymentAttempts,
      receipt: { number: receipts.number, last4: receipts.last4 },
      refundedCents: sql<number>`coalesce((SELECT sum(r.amount_cents) FROM ${refunds} r
        WHERE r.payment_id = ${paymentAttempts.id} AND r.status NOT IN ('dropped', 'cancelled')), 0)::bigint`,
      refundedAtGatewayCents: sql<number>`coalesce((SELECT sum(r.amount_cents) FROM ${refunds} r
        WHERE r.payment_id = ${paymentAttempts.id} AND r.status NOT IN ('dropped', 'cancelled') AND r.origin = 'gateway'), 0)::bigint`,
    })
    .from(orders)
    .innerJoin(paymentAttempts, and(eq(paymentAttempts.orderId, orders.id), eq(paymentAttempts.status, "succeeded")))
    .leftJoin(receipts, eq(receipts.paymentId, paymentAttempts.id))
    .where(eq(orders.sessionId, mainSessionId))
    .limit(1);
  return row;
}

/** The disputes of a payment, newest first. */
export async function readDisputes(db: Db, paymentId: string) {
  return db.sql.select().from(disputes).where(eq(disputes.paymentId, paymentId)).orderBy(desc(disputes.createdAt));
}

/**
 * The earlier claims of the claim's player, newest first; none for a guest, who is not identified.
 * @param courseIds the courses of a member of staff; undefined for all courses
 */
export async function readEarlier(db: Db, claim: ClaimRow, limit: number, courseIds: readonly number[] | undefined) {
  if (claim.onGuestRow) return [];
  return db.sql
    .select({ claim: claims, courseName: courses.name, timeZone: courses.timeZone })
    .from(claims)
    .innerJoin(courses, eq(courses.id, claims.courseId))
    .where(
      and(
        eq(claims.userId, claim.userId),
        eq(claims.onGuestRow, false),
        ne(claims.id, claim.id),
        lte(claims.createdAt, claim.createdAt),
        courseIds && inArray(claims.courseId, [...courseIds]),
      ),
    )
    .orderBy(desc(claims.createdAt), desc(claims.id))
    .limit(limit);
}

/**
 * The numbers of claims of the player and from the browser, from a moment up to this claim.
 * @param courseIds the courses of a member of staff; undefined for all courses
 */
export async function countAround(db: Db, claim: ClaimRow, since: Date, courseIds: readonly number[] | undefined) {
  const within = and(
    gt(claims.createdAt, since),
    lte(claims.createdAt, claim.createdAt),
    courseIds && inArray(claims.courseId, [...courseIds]),
  );
  const [player] = await db.sql
    .select({ claims: sql<number>`count(*)` })
    .from(claims)
    .where(and(eq(claims.userId, claim.userId), within));
  if (claim.browserId === null) return { playerClaims: player?.claims ?? 1, device: null };
  const [device] = await db.sql
    .select({ claims: sql<number>`count(*)`, buyers: sql<number>`count(DISTINCT ${claims.buyerId})` })
    .from(claims)
    .where(and(isNotNull(claims.browserId), eq(claims.browserId, claim.browserId), within));
  return { playerClaims: player?.claims ?? 1, device: device ?? null };
}
