/** SQL of the obstacles to closing a month. */
import type { Db } from "#platform/server/db/database.ts";
import { sql, type SQL } from "#platform/server/db/drizzle.ts";

/**
 * A sentence for each obstacle, with what to do: payments without an outcome, failed refunds, and money that the
 * gateway has moved and nobody has booked. The gateway's movements are known once its list was read after the month's
 * end.
 */
export async function listObstacles(db: Db, courseId: number, from: Date, to: Date): Promise<string[]> {
  const within = (at: SQL) => sql`${at} >= ${from.toISOString()} AND ${at} < ${to.toISOString()}`;
  const ofCourse = sql`o.course_id = ${courseId}`;
  const { rows } = await db.sql.execute<{ obstacle: string }>(sql`
    WITH list AS (SELECT max(read_until) AS read_until FROM gateway_positions WHERE list = 'transactions'),
    ours AS (
      SELECT 'a refund' AS what, r.payment_id, r.settled_at AS at, y.reference, 'refund' AS kind
      FROM refunds r JOIN refund_tries y ON y.refund_id = r.id AND y.status = 'made' AND y.reference IS NOT NULL WHERE r.status = 'settled' AND ${within(sql`r.settled_at`)}
      UNION ALL SELECT 'a dispute', d.payment_id, d.created_at, d.reference, 'dispute' FROM disputes d WHERE ${within(sql`d.created_at`)}
      UNION ALL SELECT 'a dispute that was won', d.payment_id, d.resolved_at, d.reference, 'dispute_reversal' FROM disputes d WHERE d.status = 'won' AND ${within(sql`d.resolved_at`)})
    SELECT obstacle FROM (
      SELECT p.created_at AS at, 'a payment of order ' || o.number || ' has no outcome yet: the payment service is asked again by itself' AS obstacle
      FROM payment_attempts p JOIN orders o ON o.id = p.order_id WHERE ${ofCourse} AND p.status NOT IN ('succeeded', 'failed') AND ${within(sql`p.created_at`)}
      UNION ALL SELECT r.created_at, 'a refund of order ' || o.number || ' failed: try it again, or pay it otherwise'
      FROM refunds r JOIN orders o ON o.id = r.order_id WHERE ${ofCourse} AND r.status = 'failed' AND ${within(sql`r.created_at`)}
      UNION ALL SELECT p.resolved_at, 'the payment of order ' || o.number || ' is not in the payment service''s books yet: look at the reconciliation'
      FROM payment_attempts p JOIN orders o ON o.id = p.order_id WHERE ${ofCourse} AND p.status = 'succeeded' AND ${within(sql`p.resolved_at`)}
        AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.payment_id = p.id AND g.kind = 'charge')
      UNION ALL SELECT read_until, 'the payment service''s list was not read since the month''s end: it is read each minute while the service answers'
      FROM list WHERE read_until < ${to.toISOString()}
      UNION ALL SELECT g.created_at, replace(g.kind, '_', ' ') || ' ' || g.source || ' of order ' || o.number || ' is not booked: look at the reconciliation'
      FROM gateway_transactions g JOIN payment_attempts p ON p.id = g.payment_id JOIN orders o ON o.id = p.order_id
      WHERE ${ofCourse} AND ${within(sql`g.created_at`)} AND NOT ${isBooked}
      UNION ALL SELECT ours.at, ours.what || ' of order ' || o.number || ' is not in the payment service''s books: look at the reconciliation'
      FROM ours JOIN payment_attempts p ON p.id = ours.payment_id JOIN orders o ON o.id = p.order_id
      WHERE ${ofCourse} AND ${isRead(to)} AND NOT EXISTS (SELECT 1 FROM gateway_transactions g WHERE g.payment_id = p.id AND g.source = ours.reference AND g.kind = ours.kind)
      UNION ALL SELECT g.created_at, 'the payout ' || g.source || ' ' || CASE g.kind WHEN 'payout' THEN 'is not booked' ELSE 'came back, which is not booked' END || ': look at the reconciliation'
      FROM gateway_transactions g LEFT JOIN gateway_payouts q ON q.reference = g.source
      WHERE g.kind IN ('payout', 'payout_failure') AND ${within(sql`g.created_at`)} AND (q.id IS NULL OR g.kind = 'payout_failure' AND q.returned_at IS NULL)
    ) obstacles ORDER BY at, obstacle LIMIT 50`);
  return rows.map(({ obstacle }) => obstacle);
}

/** Whether the books have the fact of a transaction `g` at the gateway. Early refunds lack the gateway's name. */
const isBooked = sql`CASE g.kind
  WHEN 'charge' THEN p.status <> 'failed'
  WHEN 'refund' THEN EXISTS (SELECT 1 FROM refund_tries y JOIN refunds r ON r.id = y.refund_id WHERE r.payment_id = g.payment_id AND coalesce(y.reference, g.source) = g.source AND y.status IN ('made', 'returned'))
  WHEN 'refund_failure' THEN EXISTS (SELECT 1 FROM refund_tries y WHERE y.reference = g.source AND y.status = 'returned')
  WHEN 'dispute' THEN EXISTS (SELECT 1 FROM disputes d WHERE d.reference = g.source)
  WHEN 'dispute_reversal' THEN EXISTS (SELECT 1 FROM disputes d WHERE d.reference = g.source AND d.status = 'won')
  ELSE true END`;

const isRead = (to: Date) => sql`(SELECT read_until >= ${to.toISOString()} FROM list)`;
