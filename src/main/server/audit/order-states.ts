/** An order's status against its payments, refunds and disputes, and these against the trail. */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { CLOCKS_DIFFER, EITHER_ORDER } from "./moments.ts";

/**
 * Orders with their money: `promised` is owed or was given back by refunds, `sent` refunds are on their way, and
 * `taken` is what banks took, also for a while. A loss that a bank gave back pays for refunds, too.
 */
const states = sql`
  SELECT o.number, o.status, o.amount_cents AS price, coalesce(p.captured, false) AS captured, coalesce(p.under_way, false) AS under_way,
    r.order_id IS NOT NULL AS given, coalesce(r.promised, 0) AS promised, coalesce(r.of_sale, 0) AS of_sale, coalesce(r.sent, 0) AS sent, coalesce(d.taken, 0) AS taken
  FROM orders o
    LEFT JOIN (SELECT order_id, bool_or(status = 'succeeded') AS captured, bool_or(status IN ('initiated', 'unknown')) AS under_way FROM payment_attempts GROUP BY order_id) p ON p.order_id = o.id
    LEFT JOIN (SELECT order_id, coalesce(sum(amount_cents) FILTER (WHERE status NOT IN ('dropped', 'cancelled')), 0) AS promised,
        coalesce(sum(amount_cents) FILTER (WHERE status NOT IN ('dropped', 'cancelled') AND taken_from <> 'dispute_loss'), 0) AS of_sale,
        coalesce(sum(amount_cents) FILTER (WHERE status IN ('due', 'failed')), 0) AS sent
      FROM refunds GROUP BY order_id) r ON r.order_id = o.id
    LEFT JOIN (SELECT a.order_id, sum(q.amount_cents) AS taken FROM disputes q JOIN payment_attempts a ON a.id = q.payment_id GROUP BY a.order_id) d ON d.order_id = o.id`;

/** What is wrong with an order. Refunds and disputes together close it; a dispute that is won may leave it as it is. */
const why = sql`CASE
  WHEN NOT captured AND status IN ('paid', 'fulfilled', 'refund_due', 'refunded', 'reversed') THEN 'nobody paid for it'
  WHEN status IN ('declined', 'expired') AND under_way THEN 'a payment of it is under way'
  WHEN status = 'charging' AND NOT under_way THEN 'no payment of it is under way'
  WHEN status IN ('refund_due', 'refunded') AND (NOT given OR promised + taken < price) THEN 'of its ' || price || ' cents ' || promised || ' cents were given back'
  WHEN status = 'fulfilled' AND promised >= price OR status = 'paid' AND of_sale >= price THEN 'all of its ' || price || ' cents were given back'
  WHEN status = 'refund_due' AND sent = 0 THEN 'nothing of it is on its way'
  WHEN status = 'refunded' AND sent > 0 THEN sent || ' cents of it are on their way' END`;

/** Every refund with its order and the moment of its capture. */
const refunds = sql`(SELECT r.*, o.number, p.resolved_at AS captured_at, 'order ' || o.number || ', refund ' || r.id AS which
  FROM refunds r JOIN payment_attempts p ON p.id = r.payment_id JOIN orders o ON o.id = r.order_id) r`;

export const wrongStates: readonly SQL[] = [
  sql`SELECT 'order ' || number || ' is ' || status || ', and ' || why FROM (SELECT *, ${why} AS why FROM (${states}) o) o WHERE why IS NOT NULL`,
  sql`SELECT which || ' is dated ' || created_at || ' and settled at ' || coalesce(settled_at::text, 'no time') || ', its payment was captured at ' || captured_at FROM ${refunds}
    WHERE created_at < captured_at - ${CLOCKS_DIFFER} OR settled_at < created_at - ${CLOCKS_DIFFER} OR (status IN ('settled', 'paid_otherwise')) <> (settled_at IS NOT NULL)`,
  sql`SELECT which || ' was given by somebody, which the trail does not say' FROM ${refunds} WHERE actor_id IS NOT NULL AND created_at >= (SELECT since FROM second_rules)
    AND NOT EXISTS (SELECT 1 FROM audit_trail t WHERE t.subject = r.order_id::text AND t.action = 'order.refunded' AND t.actor_id = r.actor_id AND t.detail ->> 'refundId' = r.id::text)`,
  sql`SELECT which || ' is cancelled, which the trail does not say of then' FROM ${refunds} WHERE status = 'cancelled' AND (origin <> 'gateway'
    OR NOT EXISTS (SELECT 1 FROM audit_trail t WHERE t.subject = r.order_id::text AND t.action = 'refund.cancelled' AND t.detail ->> 'refundId' = r.id::text AND t.created_at = r.cancelled_at))`,
  sql`SELECT 'dispute ' || d.reference || ' is dated ' || d.created_at || ' and decided at ' || coalesce(d.resolved_at::text, 'no time') || ', its payment was captured at ' || p.resolved_at
    FROM disputes d JOIN payment_attempts p ON p.id = d.payment_id WHERE d.created_at < p.resolved_at - ${CLOCKS_DIFFER} OR d.resolved_at < d.created_at - ${CLOCKS_DIFFER}`,
  sql`SELECT 'dispute ' || d.reference || ' is ' || d.status || ', which the trail does not say of then' FROM disputes d JOIN payment_attempts p ON p.id = d.payment_id
    WHERE d.status <> 'open' AND d.resolved_at >= (SELECT since FROM second_rules) AND NOT EXISTS (SELECT 1 FROM audit_trail t WHERE t.subject = p.order_id::text
      AND t.action = 'dispute.' || d.status AND t.created_at BETWEEN d.resolved_at - ${EITHER_ORDER} AND d.resolved_at + ${EITHER_ORDER})`,
];
