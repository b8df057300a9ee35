/** SQL of what orders keep about a player: orders with their payments, refunds and disputes. */
import type { Db } from "#platform/server/db/database.ts";
import { asc, desc, eq, inArray, sql } from "#platform/server/db/drizzle.ts";
import { disputes, orders, paymentAttempts, refunds } from "./tables.ts";

/** Whether a player has an open or unplayed order, a refund that has not arrived, or an open dispute. */
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
