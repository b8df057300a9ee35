/** All SQL of payments: attempts and refunds of orders. */
import { and, asc, eq, lt, or, sql } from "drizzle-orm";
import { courses } from "#features/courses/server/tables.ts";
import { orders, paymentAttempts, refunds } from "#features/booking/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";

export type AttemptRow = typeof paymentAttempts.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

export async function insertAttempt(tx: Db, attempt: typeof paymentAttempts.$inferInsert): Promise<void> {
  await tx.sql.insert(paymentAttempts).values(attempt);
}

export async function findAttempt(db: Db, id: string): Promise<AttemptRow | undefined> {
  const [row] = await db.sql.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  return row;
}

/** The attempt of an order. */
export async function findAttemptOf(db: Db, orderId: string): Promise<AttemptRow | undefined> {
  const [row] = await db.sql
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.createdAt))
    .limit(1);
  return row;
}

export async function lockAttempt(tx: Db, id: string): Promise<AttemptRow> {
  const [row] = await tx.sql.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)).for("update");
  if (!row) throw new Error(`Payment attempt ${id} is gone`);
  return row;
}

export async function setAttempt(
  tx: Db,
  id: string,
  change: Partial<typeof paymentAttempts.$inferInsert>,
): Promise<void> {
  await tx.sql.update(paymentAttempts).set(change).where(eq(paymentAttempts.id, id));
}

/** Marks an attempt whose reply was lost, unless something has settled it meanwhile. */
export async function markUnknown(db: Db, id: string): Promise<void> {
  await db.sql
    .update(paymentAttempts)
    .set({ status: "unknown" })
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.status, "initiated")));
}

/** Attempts that nobody is waiting for any more: lost replies, and those whose process died. */
export async function unsettledAttempts(db: Db, initiatedBefore: Date): Promise<AttemptRow[]> {
  return db.sql
    .select()
    .from(paymentAttempts)
    .where(
      or(
        eq(paymentAttempts.status, "unknown"),
        and(eq(paymentAttempts.status, "initiated"), lt(paymentAttempts.createdAt, initiatedBefore)),
      ),
    )
    .orderBy(asc(paymentAttempts.createdAt))
    .limit(100);
}

/** What a course's pot starts from, in cents; of closed courses, too. */
export async function baseJackpot(db: Db, courseId: number): Promise<number> {
  const [row] = await db.sql.select({ base: courses.baseJackpotCents }).from(courses).where(eq(courses.id, courseId));
  if (!row) throw new Error(`Course ${courseId} is gone`);
  return row.base;
}

export async function insertRefund(tx: Db, refund: typeof refunds.$inferInsert): Promise<void> {
  await tx.sql.insert(refunds).values(refund);
}

export async function dueRefunds(db: Db): Promise<RefundRow[]> {
  return db.sql.select().from(refunds).where(eq(refunds.status, "due")).orderBy(asc(refunds.createdAt)).limit(100);
}

/** @returns false when another run has settled it */
export async function settleRefund(tx: Db, id: string, now: Date): Promise<boolean> {
  const rows = await tx.sql
    .update(refunds)
    .set({ status: "settled", settledAt: now })
    .where(and(eq(refunds.id, id), eq(refunds.status, "due")))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** What has been refunded of an order so far, in cents: in all, and from the pot. */
export async function refundedSoFar(tx: Db, orderId: string): Promise<{ amount: number; potPart: number }> {
  const [row] = await tx.sql
    .select({
      amount: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::int`,
      potPart: sql<number>`coalesce(sum(${refunds.potPartCents}), 0)::int`,
    })
    .from(refunds)
    .where(eq(refunds.orderId, orderId));
  return row ?? { amount: 0, potPart: 0 };
}

/** Paid orders that were never started, paid before a moment. */
export async function unstartedOrders(db: Db, paidBefore: Date): Promise<string[]> {
  const rows = await db.sql
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, "paid"), lt(orders.paidAt, paidBefore)))
    .limit(100);
  return rows.map(({ id }) => id);
}

/** Whether the player has a paid order for the same thing that waits to be started. */
export async function hasWaitingOrder(tx: Db, userId: string, courseId: number, packageId: number): Promise<boolean> {
  const [row] = await tx.sql
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.status, "paid"),
        eq(orders.courseId, courseId),
        eq(orders.packageId, packageId),
      ),
    )
    .limit(1);
  return row !== undefined;
}
