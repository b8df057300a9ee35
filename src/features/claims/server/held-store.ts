/** SQL of claims that wait because their order was fully refunded at the gateway. */
import { isRefundedAtGateway } from "#features/orders/server/hold-store.ts";
import type { RefundHold } from "#features/play/server/ports.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";

/** The orders whose open claims a refund at the gateway holds, the oldest first. */
export async function heldByRefund(db: Db): Promise<RefundHold[]> {
  const { rows } = await db.sql.execute<{ id: string; number: number; cents: number; claims: number }>(sql`
    SELECT o.id, o.number::float8 AS number, o.amount_cents AS cents, count(*)::int AS claims
    FROM claims c JOIN sessions s ON s.id = c.session_id JOIN orders o ON o.session_id = coalesce(s.main_session_id, s.id)
    WHERE (c.status = 'pending' OR c.payout_status = 'due') AND ${isRefundedAtGateway(sql`o.id`)}
    GROUP BY o.id ORDER BY o.number`);
  return rows.map(({ id, number, ...held }) => ({ orderId: id, orderNumber: number, ...held }));
}
