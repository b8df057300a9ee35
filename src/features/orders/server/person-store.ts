/** What booking keeps about a player: orders with their payments, refunds and disputes. */
import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#platform/server/db/database.ts";
import { disputes, orders, paymentAttempts, refunds } from "./tables.ts";

/**
 * Whether money of the player's is on its way: an order under way or paid and not played yet, a refund that has not
 * arrived, a dispute that is not decided.
 */
export async function hasOpenMoney(db: Db, userId: string): Promise<boolean> {
  const { rows } = await db.sql.execute<{ open: boolean }>(sql`
    SELECT EXISTS (
      SELECT 1 FROM orders o WHERE o.user_id = ${userId} AND (
        o.status IN ('created', 'charging', 'paid', 'refund_due')
        OR EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id AND r.status IN ('due', 'failed'))
        OR EXISTS (SELECT 1 FROM payment_attempts a LEFT JOIN disputes d ON d.payment_id = a.id AND d.status = 'open'
          WHERE a.order_id = o.id AND (a.status IN ('initiated', 'unknown') OR d.id IS NOT NULL)))) AS open`);
  return rows[0]?.open ?? false;
}

export async function readRecords(db: Db, userId: string) {
  const bought = await db.sql.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.number));
  if (bought.length === 0) return { orders: bought, payments: [], refunds: [], disputes: [] };
  const orderIds = bought.map(({ id }) => id);
  const payments = await db.sql
    .select()
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.orderId, orderIds))
    .orderBy(asc(paymentAttempts.createdAt));
  const given = await db.sql
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, orderIds))
    .orderBy(asc(refunds.arrival));
  const disputed = await db.sql
    .select()
    .from(disputes)
    .where(
      inArray(
        disputes.paymentId,
        payments.map(({ id }) => id),
      ),
    )
    .orderBy(asc(disputes.createdAt));
  return { orders: bought, payments, refunds: given, disputes: disputed };
}
