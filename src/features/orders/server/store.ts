/** All SQL of orders. Payments and play, to the right, change orders through it. */
import type { GroupDraft } from "#features/booking/contract.ts";
import { courses } from "#features/courses/server/tables.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, inArray, type SQL, sql } from "#platform/server/db/drizzle.ts";
import { rowOf } from "#platform/server/db/rows.ts";
import type { KeptKeys } from "#platform/server/http/idempotency.ts";
import type { Order, OrderStatus, PaymentAction } from "../contract.ts";
import { holdOn } from "./hold-store.ts";
import { orders, refunds } from "./tables.ts";
import { toOrder } from "./view.ts";

export type OrderRow = typeof orders.$inferSelect;

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.sql.select().from(orders).where(eq(orders.id, id));
  return row;
}

/** An order, locked until the transaction ends. */
export async function lockOrder(tx: Db, id: string): Promise<OrderRow> {
  const [row] = await tx.sql.select().from(orders).where(eq(orders.id, id)).for("no key update");
  if (!row) throw new Error(`Order ${id} is gone`);
  return row;
}

export async function setOrder(
  tx: Db,
  id: string,
  change: { status: OrderStatus; paidAt?: Date; sessionId?: string; deferred?: true; groupData?: GroupDraft },
): Promise<void> {
  await tx.sql.update(orders).set(change).where(eq(orders.id, id));
}

/** The paid order that a session may use: the named one, otherwise the oldest for that course and package. Locked. */
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
        sql`${orders.status} = 'paid'`,
        eq(orders.courseId, wanted.courseId),
        eq(orders.packageId, wanted.packageId),
        wanted.orderId === undefined ? undefined : eq(orders.id, wanted.orderId),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .limit(1)
    .for("no key update");
  return row;
}

/** The groups of a player's paid orders that wait for their start. */
export async function readWaitingGroups(db: Db, userId: string): Promise<OrderRow["groupData"][]> {
  const rows = await db.sql
    .select({ groupData: orders.groupData })
    .from(orders)
    .where(and(eq(orders.userId, userId), sql`${orders.status} = 'paid'`));
  return rows.map(({ groupData }) => groupData);
}

/** The attempt that captured a paid order, and the cents that were refunded while it was deferred. */
export async function readDeferred(tx: Db, orderId: string): Promise<{ paymentId: string; refunded: number }> {
  const { rows } = await tx.sql.execute<{ payment_id: string; refunded: number }>(sql`
    SELECT p.id AS payment_id,
      (SELECT coalesce(sum(r.amount_cents - r.from_dropped_cents), 0)::int FROM refunds r WHERE r.payment_id = p.id AND r.taken_from = 'deferred' AND r.status <> 'cancelled') AS refunded
    FROM payment_attempts p WHERE p.order_id = ${orderId} AND p.status = 'succeeded'`);
  const [row] = rows;
  if (!row) throw new Error(`Order ${orderId} was never captured`);
  return { paymentId: row.payment_id, refunded: row.refunded };
}

/**
 * Whether the order behind a session was refunded in full, as a part of a read: nothing more is played or won on it. Not
 * by `EXISTS`, for which PostgreSQL may read all refunded orders where many sessions are asked for.
 */
export function isRefunded(mainSessionId: string | SQL): SQL<boolean> {
  return sql`coalesce((SELECT status IN ('refund_due', 'refunded') FROM orders WHERE session_id = ${mainSessionId}), false)`;
}

export async function readRefunded(db: Db, mainSessionId: string): Promise<boolean> {
  const { rows } = await db.sql.execute<{ refunded: boolean }>(sql`SELECT ${isRefunded(mainSessionId)} AS refunded`);
  return rows[0]?.refunded === true;
}

/** One of a player's orders as the wire shows it; none if there is no such order. */
export async function readOrders(db: Db, userId: string, id: string): Promise<Order[]> {
  return (await readOrdersWith(db, userId, id, sql<null>`NULL`)).map(({ order }) => order);
}

/** So many of a player's orders, newest first: the newest, or those before the order with the id `beyond`. */
export async function readOrderPage(
  db: Db,
  userId: string,
  beyond: string | undefined,
  limit: number,
): Promise<Order[]> {
  const older =
    beyond === undefined ? undefined : sql`${orders.number} < (SELECT p.number FROM orders p WHERE p.id = ${beyond})`;
  return (await selectOrders(db, userId, older, sql<null>`NULL`, limit)).map(({ order }) => order);
}

/** The order that a player's payment under this idempotency key made, if it made one. */
export async function readOrdersOfKey(db: Db, userId: string, keys: KeptKeys): Promise<Order[]> {
  const ofKey = inArray(orders.idempotencyKey, [...keys]);
  return (await selectOrders(db, userId, ofKey, sql<null>`NULL`)).map(({ order }) => order);
}

/** As `readOrders`, with a value that another room adds, so that the other room needs no statement of its own. */
export async function readOrdersWith<T>(
  db: Db,
  userId: string,
  id: string,
  added: SQL<T>,
): Promise<{ order: Order; added: T }[]> {
  if (!isUuid(id)) return [];
  return selectOrders(db, userId, eq(orders.id, id), added);
}

async function selectOrders<T>(
  db: Db,
  userId: string,
  which: SQL | undefined,
  added: SQL<T>,
  limit = 1,
): Promise<{ order: Order; added: T }[]> {
  const rows = await db.sql
    .select({
      order: orders,
      added,
      courseName: courses.name,
      failure: sql<
        string | null
      >`(SELECT a.failure_message FROM payment_attempts a WHERE a.order_id = ${orders.id} AND a.status = 'failed' ORDER BY a.created_at DESC LIMIT 1)`,
      held: holdOn(sql`${orders.id}`),
      given: sql<
        Readonly<Record<string, unknown>>[]
      >`coalesce((SELECT jsonb_agg(to_jsonb(r) ORDER BY r.arrival) FROM refunds r WHERE r.order_id = ${orders.id}), '[]')`,
      action: sql<PaymentAction | null>`(SELECT a.action FROM payment_attempts a WHERE a.order_id = ${orders.id} AND ${orders.status} = 'created' ORDER BY a.created_at DESC LIMIT 1)`,
    })
    .from(orders)
    .innerJoin(courses, eq(courses.id, orders.courseId))
    .where(and(eq(orders.userId, userId), which))
    .orderBy(desc(orders.number))
    .limit(limit);
  return rows.map(({ order, added: its, given, ...around }) => ({
    added: its,
    order: toOrder(order, { ...around, given: given.map((raw) => rowOf(refunds, raw)) }),
  }));
}
