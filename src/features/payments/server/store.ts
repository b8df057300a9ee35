/** SQL of payments: attempts, what is left of them, and what needs a person. */
import { courses } from "#features/courses/server/tables.ts";
import { disputes, orders, paymentAttempts, refunds } from "#features/orders/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, inArray, isNotNull, lt, ne, notInArray, or, sql } from "#platform/server/db/drizzle.ts";
import type { AttemptRef } from "./gateway.ts";

export type PaymentAttemptRow = typeof paymentAttempts.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;
export type Provider = PaymentAttemptRow["provider"];

export async function findAttempt(db: Db, id: string): Promise<PaymentAttemptRow | undefined> {
  const [row] = await db.sql.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  return row;
}

/** An attempt by the gateway's own name of the payment. */
export async function findByReference(
  db: Db,
  provider: Provider,
  reference: string,
): Promise<PaymentAttemptRow | undefined> {
  const [row] = await db.sql
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.provider, provider), eq(paymentAttempts.reference, reference)));
  return row;
}

/** The names of an attempt at the gateway. */
export function refOf({ id, amountCents, reference }: PaymentAttemptRow): AttemptRef {
  return { attemptId: id, amountCents, reference };
}

/** The attempt that captured an order's money, locked. */
export async function lockCapture(tx: Db, orderId: string): Promise<PaymentAttemptRow | undefined> {
  const [row] = await tx.sql
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.status, "succeeded")))
    .for("no key update");
  return row;
}

/** The newest attempt of an order. */
export async function findAttemptOf(db: Db, orderId: string): Promise<PaymentAttemptRow | undefined> {
  const [row] = await db.sql
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(desc(paymentAttempts.createdAt))
    .limit(1);
  return row;
}

export async function lockAttempt(tx: Db, id: string): Promise<PaymentAttemptRow> {
  const [row] = await tx.sql.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)).for("no key update");
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

/** Attempts without an outcome and without a caller who waits: a lost reply, a dead process, a bank's question. */
const isUnsettled = (initiatedBefore: Date) =>
  or(
    eq(paymentAttempts.status, "unknown"),
    and(
      eq(paymentAttempts.status, "initiated"),
      or(lt(paymentAttempts.createdAt, initiatedBefore), isNotNull(paymentAttempts.action)),
    ),
  );

/** The SQL condition that an attempt or a refund may be open, by which the job decides whether to run. */
export const anyUnsettled = () => sql`(
  EXISTS (SELECT 1 FROM payment_attempts WHERE status IN ('initiated', 'unknown'))
  OR EXISTS (SELECT 1 FROM refunds WHERE status = 'due'))`;

/**
 * The unsettled attempts at a gateway that must be asked about now: first those never asked about, then those that have
 * waited the longest.
 * @param run `past` names the attempts that this run has asked about
 */
export async function unsettledAttempts(
  db: Db,
  provider: Provider,
  run: { initiatedBefore: Date; now: Date; past: readonly string[]; limit: number },
): Promise<PaymentAttemptRow[]> {
  const { id, nextTryAt, asked, createdAt } = paymentAttempts;
  return db.sql
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.provider, provider),
        isUnsettled(run.initiatedBefore),
        sql`(${nextTryAt} IS NULL OR ${nextTryAt} <= ${run.now.toISOString()}::timestamptz)`,
        sql`${id} <> ALL(${sql.param(run.past)}::uuid[])`,
      ),
    )
    .orderBy(asc(sql`least(${asked}, 1)`), asc(sql`coalesce(${nextTryAt}, ${createdAt})`), asc(createdAt))
    .limit(run.limit);
}

/** The gateway gave no final state of an attempt: it is asked again after a while. */
export async function askAgain(db: Db, { id }: PaymentAttemptRow, asked: number, at: Date): Promise<void> {
  await db.sql.update(paymentAttempts).set({ asked, nextTryAt: at }).where(eq(paymentAttempts.id, id));
}

/** The base of a course's pot, in cents; also of closed courses. */
export async function baseJackpot(db: Db, courseId: number): Promise<number> {
  const [row] = await db.sql.select({ base: courses.baseJackpotCents }).from(courses).where(eq(courses.id, courseId));
  if (!row) throw new Error(`Course ${courseId} is gone`);
  return row.base;
}

/** A course's time zone. */
export async function zoneOf(db: Db, courseId: number): Promise<string> {
  const [row] = await db.sql.select({ zone: courses.timeZone }).from(courses).where(eq(courses.id, courseId));
  if (!row) throw new Error(`Course ${courseId} is gone`);
  return row.zone;
}

export async function insertRefund(tx: Db, refund: typeof refunds.$inferInsert): Promise<RefundRow> {
  const [row] = await tx.sql.insert(refunds).values(refund).returning();
  if (!row) throw new Error("insert returned nothing");
  return row;
}

/** Whether an order has a refund that is owed or paid, and not dropped. */
export async function hasRefund(tx: Db, orderId: string): Promise<boolean> {
  const [row] = await tx.sql
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), notInArray(refunds.status, ["dropped", "cancelled"])))
    .limit(1);
  return row !== undefined;
}

/** Whether money of an order is still on its way back. */
export async function hasOpenRefund(tx: Db, orderId: string): Promise<boolean> {
  const [row] = await tx.sql
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.status, ["due", "failed"])))
    .limit(1);
  return row !== undefined;
}

/**
 * The cents of an order that were refunded so far: in all, from the tax, from the pot and from the range's share. A dropped refund
 * counts, because its parts have gone back and must not go again. What it pays for of another refund is therefore not
 * counted.
 * A cancelled refund does not count: it has given its parts back.
 */
export async function refundedSoFar(
  tx: Db,
  orderId: string,
): Promise<{ amount: number; taxPart: number; potPart: number; rangePart: number }> {
  const [row] = await tx.sql
    .select({
      amount: sql<number>`coalesce(sum(${refunds.amountCents} - ${refunds.fromDroppedCents}) FILTER (WHERE ${refunds.takenFrom} <> 'dispute_loss'), 0)::int`,
      taxPart: sql<number>`coalesce(sum(${refunds.taxPartCents}), 0)::int`,
      potPart: sql<number>`coalesce(sum(${refunds.potPartCents}), 0)::int`,
      rangePart: sql<number>`coalesce(sum(${refunds.rangePartCents}), 0)::int`,
    })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, "cancelled")));
  return row ?? { amount: 0, taxPart: 0, potPart: 0, rangePart: 0 };
}

/** Cents of a capture that neither refunds nor disputes have taken; below 0 when together they exceed it. */
export async function refundable(tx: Db, { id, amountCents }: PaymentAttemptRow): Promise<number> {
  const { rows } = await tx.sql.execute<{ gone: number }>(sql`
    SELECT (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE payment_id = ${id} AND status NOT IN ('dropped', 'cancelled'))
      + (SELECT coalesce(sum(amount_cents), 0) FROM disputes WHERE payment_id = ${id} AND status <> 'won') AS gone`);
  return amountCents - (rows[0]?.gone ?? 0);
}

/**
 * Whether refunds (owed ones included) and lost disputes together have taken all of a capture. The money of an open
 * dispute may come back and does not count. So the order in which the news arrives makes no difference.
 */
export async function isGone(tx: Db, { id, amountCents }: PaymentAttemptRow): Promise<boolean> {
  const { rows } = await tx.sql.execute<{ gone: number }>(sql`
    SELECT (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE payment_id = ${id} AND status NOT IN ('dropped', 'cancelled'))
      + (SELECT coalesce(sum(amount_cents), 0) FROM disputes WHERE payment_id = ${id} AND status = 'lost') AS gone`);
  return (rows[0]?.gone ?? 0) >= amountCents;
}

/**
 * What needs a person, oldest first: refunds that the gateway refused, open disputes, and payments without an outcome
 * since before a moment. A golfer whom the bank asks has longer.
 */
export async function readTroubles(db: Db, now: Date, stuckSince: Date) {
  const order = { orderId: orders.id, orderNumber: orders.number };
  const { id, amountCents, createdAt, actionUntil } = paymentAttempts;
  const isOver = sql`coalesce(${actionUntil}, '-infinity') <= ${now.toISOString()}::timestamptz`;
  const [failed, open, stuck] = await Promise.all([
    db.sql
      .select({ ...order, id: refunds.id, cents: refunds.amountCents, failure: refunds.failure, at: refunds.createdAt })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .where(eq(refunds.status, "failed"))
      .orderBy(asc(refunds.createdAt))
      .limit(200),
    db.sql
      .select({
        ...order,
        id: disputes.id,
        cents: disputes.amountCents,
        reason: disputes.reason,
        at: disputes.createdAt,
      })
      .from(disputes)
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, disputes.paymentId))
      .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
      .where(eq(disputes.status, "open"))
      .orderBy(asc(disputes.createdAt))
      .limit(200),
    db.sql
      .select({ ...order, id, cents: amountCents, at: createdAt })
      .from(paymentAttempts)
      .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
      .where(and(inArray(paymentAttempts.status, ["initiated", "unknown"]), lt(createdAt, stuckSince), isOver))
      .orderBy(asc(createdAt))
      .limit(200),
  ]);
  return { refunds: failed, disputes: open, stuck };
}

/** Orders that were paid before a moment and never started, the oldest first, without those whose dispute is open. */
export async function unstartedOrders(db: Db, paidBefore: Date): Promise<string[]> {
  const rows = await db.sql
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, "paid"),
        lt(orders.paidAt, paidBefore),
        sql`NOT EXISTS (SELECT 1 FROM disputes d JOIN payment_attempts p ON p.id = d.payment_id
          WHERE p.order_id = ${orders.id} AND d.status = 'open')`,
      ),
    )
    .orderBy(asc(orders.paidAt));
  return rows.map(({ id }) => id);
}

/** The id of the player's paid order for the same course and package that waits for its start. */
export async function findWaitingOrder(
  tx: Db,
  userId: string,
  courseId: number,
  packageId: number,
): Promise<string | undefined> {
  const [row] = await tx.sql
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        sql`${orders.status} = 'paid'`,
        eq(orders.courseId, courseId),
        eq(orders.packageId, packageId),
      ),
    )
    .limit(1);
  return row?.id;
}

/** How many payments, refunds and disputes need a person, by kind. */
export async function countStuck(db: Db, now: Date, stuckSince: Date) {
  const { rows } = await db.sql.execute<{
    stuck_payment: number;
    refused_refund: number;
    open_dispute: number;
  }>(sql`
    SELECT (SELECT count(*) FROM payment_attempts WHERE status IN ('initiated', 'unknown')
        AND created_at < ${stuckSince.toISOString()} AND coalesce(action_until, '-infinity') <= ${now.toISOString()}) AS stuck_payment,
      (SELECT count(*) FROM refunds WHERE status = 'failed') AS refused_refund,
      (SELECT count(*) FROM disputes WHERE status = 'open') AS open_dispute`);
  return rows[0] ?? { stuck_payment: 0, refused_refund: 0, open_dispute: 0 };
}
