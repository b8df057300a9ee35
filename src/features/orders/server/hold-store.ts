/**
 * What holds an order, and with it the start, the refund, its claims and their payouts. Code that acts on a hold locks
 * the order first, and so does everything that changes it (a dispute, a refund at the gateway, its release).
 */
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { Hold } from "../contract.ts";

/** The hold on an order, as a part of a read. @param orderId the order's id, or a subquery for it */
export function holdOn(orderId: SQL): SQL<Hold | null> {
  return sql<Hold | null>`coalesce((SELECT CASE WHEN bool_or(d.status = 'lost') THEN 'dispute_lost' WHEN bool_or(d.status = 'open') THEN 'dispute_open' END
    FROM payment_attempts p JOIN disputes d ON d.payment_id = p.id WHERE p.order_id = ${orderId}), CASE WHEN ${isRefundedAtGateway(orderId)} THEN 'refunded_at_gateway' END)`;
}

/** Whether an order is refunded in full, with a refund made at the gateway that no administrator has released. */
export function isRefundedAtGateway(orderId: SQL): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM refunds made JOIN orders whole ON whole.id = made.order_id
    WHERE made.order_id = ${orderId} AND made.origin = 'gateway' AND made.status NOT IN ('dropped', 'cancelled') AND made.released_at IS NULL
      AND whole.status IN ('refund_due', 'refunded'))`;
}

/** The hold on a session's order, as a part of a read. @param mainId the session that was bought */
export function holdOnSession(mainId: SQL): SQL<Hold | null> {
  return holdOn(sql`(SELECT bought.id FROM orders bought WHERE bought.session_id = ${mainId})`);
}

/** The cents of refunds, on their way or paid, of a session's order, as a part of a read; 0 without an order. @param mainId the session that was bought */
export function refundedOnSession(mainId: SQL): SQL<number> {
  return sql`coalesce((SELECT sum(back.amount_cents) FROM refunds back JOIN orders bought ON bought.id = back.order_id
    WHERE bought.session_id = ${mainId} AND back.status NOT IN ('dropped', 'cancelled')), 0)::float8`.mapWith(Number);
}

/** What holds an order. A separate statement, so that it sees what a lock on the order has waited for. */
export async function readHold(db: Db, orderId: string): Promise<Hold | null> {
  const { rows } = await db.sql.execute<{ hold: Hold | null }>(sql`SELECT ${holdOn(sql`${orderId}::uuid`)} AS hold`);
  return rows[0]?.hold ?? null;
}

/**
 * Prevents a new hold on a session's order (also for a friend's session) until the transaction ends. Take it before the
 * claim's lock: user, order, payment, session, claim, pot.
 * @returns what holds it already; null for a free shot
 */
export async function lockHold(tx: Db, sessionId: string): Promise<Hold | null> {
  const { rows } = await tx.sql.execute<{ id: string }>(sql`
    SELECT o.id FROM orders o JOIN sessions s ON o.session_id = coalesce(s.main_session_id, s.id) WHERE s.id = ${sessionId} FOR SHARE OF o`);
  return rows[0] ? readHold(tx, rows[0].id) : null;
}
