/** All SQL of receipts: the due ones, the rows, and the changing part of a receipt. */
import { users } from "#features/accounts/server/tables.ts";
import { courses } from "#features/courses/server/tables.ts";
import { orders, paymentAttempts, refunds } from "#features/orders/server/tables.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, eq, notInArray, type SQL, type SQLWrapper, sql } from "#platform/server/db/drizzle.ts";
import { recordsOf } from "#platform/server/db/rows.ts";
import type { Language } from "#platform/shared/language.ts";
import { receipts, receiptsDue } from "./tables.ts";

export type ReceiptRow = typeof receipts.$inferSelect;

/** The text is the same for any number of ids. */
function isOneOf(column: SQLWrapper, ids: readonly string[]): SQL {
  return sql`${column} = ANY(${sql.param([...ids])}::uuid[])`;
}

/** In the order of capture; at the same moment, in the order of the orders' numbers. */
const inOrder = [asc(receiptsDue.capturedAt), asc(orders.number)];

/** Captured payments without a receipt, the first captured first. */
export async function duePayments(db: Db, limit: number): Promise<string[]> {
  const rows = await db.sql
    .select({ id: receiptsDue.paymentId })
    .from(receiptsDue)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, receiptsDue.paymentId))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .orderBy(...inOrder)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The SQL condition that a receipt is due, by which the job decides whether to run. */
export const anyReceiptDue = () => sql`EXISTS (SELECT 1 FROM receipts_due)`;

/** Whether an order was captured and still waits for its receipt. */
export async function isDue(db: Db, orderId: string): Promise<boolean> {
  const rows = await db.sql
    .select({ id: receiptsDue.paymentId })
    .from(receiptsDue)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, receiptsDue.paymentId))
    .where(eq(paymentAttempts.orderId, orderId));
  return rows.length > 0;
}

/**
 * The last four digits of the cards of some payments, from the sandbox. Its books are a provider's: they are read
 * separately, never joined in a transaction of ours.
 */
export async function sandboxLast4(db: Db, paymentIds: readonly string[]): Promise<Map<string, string>> {
  if (paymentIds.length === 0) return new Map();
  const { rows } = await db.sql.execute<{ attempt_id: string; last4: string }>(
    sql`SELECT attempt_id, last4 FROM sandbox.payments
      WHERE last4 IS NOT NULL AND attempt_id = ANY(${sql.param([...paymentIds])}::text[])`,
  );
  return new Map(rows.map((row) => [row.attempt_id, row.last4]));
}

/** Lets one transaction at a time give numbers, from the next statement on; readers do not wait for it. */
export async function lockNumbers(tx: Db): Promise<void> {
  await tx.ahead(sql`SELECT pg_advisory_xact_lock(7306427)`);
}

/** What a receipt says of an order, and to whom its letter goes. */
const view = {
  order: { number: orders.number, userId: orders.userId, packageNameEs: orders.packageNameEs },
  player: { id: users.id, name: users.name, email: users.email, language: users.language },
};

/**
 * Those of some payments that still wait for a receipt, with its content, in the order of capture. `last` is the last
 * number, 0 before the first: it stays true only under the lock.
 */
export async function readMissing(tx: Db, paymentIds: readonly string[]) {
  return tx.sql
    .select({
      ...view,
      due: receiptsDue,
      payment: { amountCents: paymentAttempts.amountCents, method: paymentAttempts.method },
      bought: {
        orderId: orders.id,
        packageName: orders.packageName,
        ballCount: orders.ballCount,
        taxLabel: orders.taxLabel,
        taxRateMilli: orders.taxRateMilli,
        taxCents: orders.taxCents,
      },
      course: { courseName: courses.name, courseAddress: courses.address, timeZone: courses.timeZone },
      last: sql<number>`(SELECT coalesce(max(number), 0) FROM receipts)`,
    })
    .from(receiptsDue)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, receiptsDue.paymentId))
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .innerJoin(courses, eq(courses.id, orders.courseId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(isOneOf(receiptsDue.paymentId, paymentIds))
    .orderBy(...inOrder);
}

/** Writes receipts, and deletes their entries of due receipts, together with the next statement. */
export async function insertReceipts(tx: Db, rows: readonly ReceiptRow[]): Promise<void> {
  const { columns, records } = recordsOf(receipts, rows);
  await tx.ahead(sql`
    WITH made AS (INSERT INTO receipts (${columns}) SELECT ${columns} FROM ${records})
    DELETE FROM receipts_due WHERE ${isOneOf(
      sql`payment_id`,
      rows.map(({ paymentId }) => paymentId),
    )}`);
}

/** A receipt with its changing part: the player's present name, and refunds so far. */
export interface ReceiptView {
  receipt: ReceiptRow;
  order: { number: number; userId: string; packageNameEs: string | null };
  player: { id: string; name: string; email: string; language: Language };
  refunds: (typeof refunds.$inferSelect)[];
}

/** Receipts with their refunds, all by one statement. */
export async function withRefunds(db: Db, found: readonly Omit<ReceiptView, "refunds">[]): Promise<ReceiptView[]> {
  if (found.length === 0) return [];
  const paymentIds = found.map(({ receipt }) => receipt.paymentId);
  const given = await db.sql
    .select()
    .from(refunds)
    // Dropped refunds do not count, because a dispute has taken the money back. Cancelled ones do not count either.
    .where(and(isOneOf(refunds.paymentId, paymentIds), notInArray(refunds.status, ["dropped", "cancelled"])))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  const byPayment = Map.groupBy(given, ({ paymentId }) => paymentId);
  return found.map((one) => ({ ...one, refunds: byPayment.get(one.receipt.paymentId) ?? [] }));
}

/** The receipt of an order. */
export async function readOfOrder(db: Db, orderId: string): Promise<ReceiptView | undefined> {
  const found = await db.sql
    .select({ receipt: receipts, ...view })
    .from(receipts)
    .innerJoin(orders, eq(orders.id, receipts.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(receipts.orderId, orderId))
    .orderBy(asc(receipts.number))
    .limit(1);
  return (await withRefunds(db, found))[0];
}

/** The account of an order; undefined when there is no such order. */
export async function playerOfOrder(db: Db, orderId: string): Promise<string | undefined> {
  if (!isUuid(orderId)) return undefined;
  const [row] = await db.sql.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
  return row?.userId;
}
