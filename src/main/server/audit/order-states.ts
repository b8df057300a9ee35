/** What an order calls itself against what its payments, refunds and disputes make of it. */
import { sql, type SQL } from "drizzle-orm";

/**
 * Orders with what became of their money: `promised` is owed or went back by refunds, `sent` of them are still on their
 * way, `taken` is what banks took, also for a while. A loss that a bank gave back pays for refunds beside the sale.
 */
const states = sql`
  SELECT o.number, o.status, o.amount_cents AS price, p.order_id IS NOT NULL AS captured,
    r.order_id IS NOT NULL AS given, coalesce(r.promised, 0) AS promised, coalesce(r.of_sale, 0) AS of_sale, coalesce(r.sent, 0) AS sent, coalesce(d.taken, 0) AS taken
  FROM orders o
    LEFT JOIN (SELECT DISTINCT order_id FROM payment_attempts WHERE status = 'succeeded') p ON p.order_id = o.id
    LEFT JOIN (SELECT order_id, coalesce(sum(amount_cents) FILTER (WHERE status <> 'dropped'), 0) AS promised,
        coalesce(sum(amount_cents) FILTER (WHERE status <> 'dropped' AND taken_from <> 'dispute_loss'), 0) AS of_sale,
        coalesce(sum(amount_cents) FILTER (WHERE status IN ('due', 'failed')), 0) AS sent
      FROM refunds GROUP BY order_id) r ON r.order_id = o.id
    LEFT JOIN (SELECT a.order_id, sum(q.amount_cents) AS taken FROM disputes q JOIN payment_attempts a ON a.id = q.payment_id GROUP BY a.order_id) d ON d.order_id = o.id`;

/** Refunds and disputes together close an order; a dispute that is won may leave it as it is. */
const contradicted = sql`(VALUES
  (NOT captured AND status IN ('paid', 'fulfilled', 'refund_due', 'refunded', 'reversed'), 'nobody paid for it'),
  (status IN ('refund_due', 'refunded') AND (NOT given OR promised + taken < price), 'of its ' || price || ' cents ' || promised || ' were given back'),
  (status = 'fulfilled' AND promised >= price OR status = 'paid' AND of_sale >= price, 'all of its ' || price || ' cents were given back'),
  (status = 'refund_due' AND sent = 0, 'nothing of it is on its way'),
  (status = 'refunded' AND sent > 0, sent || ' cents of it are on their way')) AS found (is_so, why)`;

export const wrongStates: readonly SQL[] = [
  sql`SELECT 'order ' || number || ' is ' || status || ', and ' || why FROM (${states}) o CROSS JOIN LATERAL ${contradicted} WHERE is_so`,
];
