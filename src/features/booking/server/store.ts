/** All SQL of booking: orders. Payments and play, to the right, move an order along by these. */
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { courses } from "#features/courses/server/tables.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { Order, OrderStatus } from "../contract.ts";
import { orders, refunds } from "./tables.ts";

export type OrderRow = typeof orders.$inferSelect;

export async function insertOrder(tx: Db, order: typeof orders.$inferInsert): Promise<OrderRow> {
  const [row] = await tx.sql.insert(orders).values(order).returning();
  if (!row) throw new Error("insert returned nothing");
  return row;
}

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.sql.select().from(orders).where(eq(orders.id, id));
  return row;
}

export async function findOrderByKey(db: Db, userId: string, idempotencyKey: string): Promise<OrderRow | undefined> {
  const [row] = await db.sql
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, idempotencyKey)));
  return row;
}

/** An order, locked until the transaction ends. */
export async function lockOrder(tx: Db, id: string): Promise<OrderRow> {
  const [row] = await tx.sql.select().from(orders).where(eq(orders.id, id)).for("update");
  if (!row) throw new Error(`Order ${id} is gone`);
  return row;
}

export async function setOrder(
  tx: Db,
  id: string,
  change: { status: OrderStatus; paidAt?: Date; sessionId?: string },
): Promise<void> {
  await tx.sql.update(orders).set(change).where(eq(orders.id, id));
}

/**
 * The paid order that a session may use up: the named one, else the oldest for that course and package. Locked.
 */
export async function takePaidOrder(
  tx: Db,
  userId: string,
  wanted: { courseId: number; packageId: number; orderId?: string | undefined },
): Promise<OrderRow | undefined> {
  if (wanted.orderId !== undefined && !isUuid(wanted.orderId)) return undefined;
  const [row] = await tx.sql
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.status, "paid"),
        eq(orders.courseId, wanted.courseId),
        eq(orders.packageId, wanted.packageId),
        wanted.orderId === undefined ? undefined : eq(orders.id, wanted.orderId),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(1)
    .for("update");
  return row;
}

/** Orders as the wire shows them, newest first: one of a player's, or all. */
export async function readOrders(db: Db, userId: string, id?: string): Promise<Order[]> {
  if (id !== undefined && !isUuid(id)) return [];
  const rows = await db.sql
    .select({
      order: orders,
      courseName: courses.name,
      failure: sql<
        string | null
      >`(SELECT a.failure_message FROM payment_attempts a WHERE a.order_id = ${orders.id} AND a.status = 'failed' ORDER BY a.created_at DESC LIMIT 1)`,
    })
    .from(orders)
    .innerJoin(courses, eq(courses.id, orders.courseId))
    .where(and(eq(orders.userId, userId), id === undefined ? undefined : eq(orders.id, id)))
    .orderBy(desc(orders.number))
    .limit(200);
  const given =
    rows.length === 0
      ? []
      : await db.sql
          .select()
          .from(refunds)
          .where(
            inArray(
              refunds.orderId,
              rows.map(({ order }) => order.id),
            ),
          )
          .orderBy(asc(refunds.createdAt));
  return rows.map(({ order, courseName, failure }) => ({
    id: order.id,
    number: order.number,
    courseId: order.courseId,
    courseName,
    packageId: order.packageId,
    packageName: order.packageName,
    bayNumber: order.bayNumber,
    amount: toDollars(order.amountCents),
    status: order.status,
    failure: order.status === "declined" ? failure : givenBack(order.status),
    createdAt: order.createdAt.toISOString(),
    sessionId: order.sessionId,
    refunds: given
      .filter((refund) => refund.orderId === order.id)
      .map((refund) => ({
        amount: toDollars(refund.amountCents),
        reason: refund.reason,
        createdAt: refund.createdAt.toISOString(),
      })),
  }));
}

/** What a golfer reads of an order whose money went back. */
function givenBack(status: OrderStatus): string | null {
  if (status === "refund_due") return "Your session was not started. Your money is on its way back to you.";
  return status === "refunded" ? "Your session was not started. Your money was returned." : null;
}
