/** Faults in the status of orders, in what disputes hold, and in numbers and counts. */
import { one, type Plant } from "./audit-plants.ts";

const orderThat = (is: string) => `(SELECT o.id FROM orders o WHERE ${is} LIMIT 1)`;
const playedAndRefunded = orderThat("o.status = 'refunded' AND o.session_id IS NOT NULL");
const unplayedAndRefunded = orderThat("o.status = 'refunded' AND o.session_id IS NULL");

/** A dispute of one order, with its chargeback, and what gave it back when it was won. */
function disputed(of: string, status: string, opened: string, resolved: string): string {
  return `
    INSERT INTO disputes (id, reference, payment_id, amount_cents, status, reason, created_at, resolved_at)
      SELECT gen_random_uuid(), 'planted', p.id, p.amount_cents, '${status}', 'fraudulent', ${opened}, ${resolved}
      FROM payment_attempts p JOIN orders o ON o.id = p.order_id JOIN sessions s ON s.id = o.session_id LEFT JOIN claims c ON c.session_id = o.session_id
      WHERE p.status = 'succeeded' AND ${of} LIMIT 1;
    INSERT INTO sandbox.disputes (reference, attempt_id, amount_cents, status, reason, created_at)
      SELECT reference, payment_id::text, amount_cents, status, reason, created_at FROM disputes WHERE reference = 'planted';
    SELECT pg_temp.book('chargeback', jsonb_build_object('cash:1', -amount_cents, 'dispute_loss', amount_cents), payment_id) FROM disputes WHERE reference = 'planted';
    SELECT pg_temp.book('chargeback_reversed', jsonb_build_object('cash:1', amount_cents, 'dispute_loss', -amount_cents), payment_id)
      FROM disputes WHERE reference = 'planted' AND status = 'won';
    UPDATE ledger_transfers t SET created_at = CASE t.kind WHEN 'chargeback' THEN d.created_at ELSE d.resolved_at END
      FROM disputes d WHERE d.reference = 'planted' AND t.payment_id = d.payment_id AND t.kind IN ('chargeback', 'chargeback_reversed')`;
}

/** The status of an order. */
export const states: Record<string, Omit<Plant, "by">> = {
  "a played order called refunded without a refund": {
    sql: `UPDATE orders SET status = 'refunded' WHERE id = ${one("sold", "order_id")}`,
    says: /^order \d+ is refunded, and of its \d+ cents 0 cents were given back$/,
  },
  "a played order called refund_due without a refund": {
    sql: `UPDATE orders SET status = 'refund_due' WHERE id = ${one("sold", "order_id")}`,
    says: /^order \d+ is refund_due, and of its \d+ cents 0 cents were given back$/,
  },
  "an order refunded in part, called refunded": {
    sql: `UPDATE orders SET status = 'refunded' WHERE id = (SELECT r.order_id FROM refunds r WHERE r.id = ${one("part_refund")})`,
    says: /^order \d+ is refunded, and of its 500 cents 200 cents were given back$/,
  },
  "a played order refunded in full, left fulfilled": {
    sql: `UPDATE orders SET status = 'fulfilled' WHERE id = ${playedAndRefunded}`,
    says: /^order \d+ is fulfilled, and all of its \d+ cents were given back$/,
  },
  "an unplayed order refunded in full, that may be started": {
    sql: `UPDATE orders SET status = 'paid' WHERE id = ${unplayedAndRefunded}`,
    says: /^order \d+ is paid, and all of its \d+ cents were given back$/,
  },
  "a played order refunded in full, left refund_due": {
    sql: `UPDATE orders SET status = 'refund_due' WHERE id = ${playedAndRefunded}`,
    says: /^order \d+ is refund_due, and nothing of it is on its way$/,
  },
  "an unplayed order refunded in full, left refund_due": {
    sql: `UPDATE orders SET status = 'refund_due' WHERE id = ${unplayedAndRefunded}`,
    says: /^order \d+ is refund_due, and nothing of it is on its way$/,
  },
  "an order called refunded whose refund failed": {
    sql: `UPDATE orders SET status = 'refunded' WHERE id = (SELECT order_id FROM refunds WHERE status = 'failed' LIMIT 1)`,
    says: /^order \d+ is refunded, and \d+ cents of it are on their way$/,
  },
  "an order called refunded whose refund was cancelled": {
    sql: `UPDATE orders SET status = 'refunded' WHERE id = (SELECT order_id FROM refunds WHERE status = 'cancelled' LIMIT 1)`,
    says: /^order \d+ is refunded, and of its 500 cents 0 cents were given back$/,
  },
  "a refund called cancelled of which the trail says nothing": {
    sql: `DELETE FROM audit_trail WHERE action = 'refund.cancelled'`,
    says: /^order \d+, refund \S+ is cancelled, which the trail does not say of then$/,
  },
  "a refund of ours called cancelled": {
    sql: `UPDATE refunds SET origin = 'ours' WHERE status = 'cancelled'`,
    says: /^order \d+, refund \S+ is cancelled, which the trail does not say of then$/,
  },
  "a declined order that may be started": {
    sql: `UPDATE orders SET status = 'paid', deferred = true WHERE id = ${one("declined", "order_id")}`,
    says: /^order \d+ is paid, and nobody paid for it$/,
  },
  "a declined order called refunded": {
    sql: `UPDATE orders SET status = 'refunded' WHERE id = ${one("declined", "order_id")}`,
    says: /^order \d+ is refunded, and nobody paid for it$/,
  },
};

/** What a dispute holds. */
export const holds: Record<string, Omit<Plant, "by">> = {
  "a jackpot verified while its dispute was open": {
    sql: disputed(
      `c.id = ${one("paid_prize")}`,
      "won",
      "c.decided_at - interval '10 minutes'",
      "c.decided_at + interval '2 minutes'",
    ),
    says: /^claim .* was verified at .* while dispute planted of order \d+ was open or lost$/,
  },
  "an order started while its dispute was open": {
    sql: disputed(
      "o.deferred AND o.status = 'fulfilled'",
      "won",
      "s.started_at - interval '2 minutes'",
      "s.started_at + interval '2 minutes'",
    ),
    says: /^order \d+ was started at .* while its dispute planted was open or lost$/,
  },
  "a pending claim on a lost order": {
    sql: disputed(
      `c.id = ${one("won")}`,
      "lost",
      "c.created_at + interval '1 minute'",
      "c.created_at + interval '3 minutes'",
    ),
    says: /^claim .* is pending, though dispute planted of order \d+ was lost at /,
  },
  "a prize still due on a lost order": {
    sql: disputed(
      "c.payout_status = 'due'",
      "lost",
      "c.decided_at + interval '1 minute'",
      "c.decided_at + interval '3 minutes'",
    ),
    says: /^claim .* is due, though dispute planted of order \d+ was lost at /,
  },
};

/** Numbers and counts. */
export const counts: Record<string, Omit<Plant, "by">> = {
  "a receipt's number that is missing": {
    sql: "UPDATE receipts SET number = number + 100000 WHERE number = (SELECT max(number) FROM receipts)",
    says: /^receipts go up to 1000\d\d, and there are \d+$/,
  },
  "a receipt that was taken out": {
    sql: "DELETE FROM receipts WHERE number = 3",
    says: /^receipts go up to \d+, and there are \d+$/,
  },
  "a sponsored prize taken by nobody": {
    sql: "UPDATE sponsored_prizes SET reserved = reserved + 1 WHERE id = (SELECT min(id) FROM sponsored_prizes)",
    says: /^prize \d+ \(.*\) has 3 taken, and 2 claims hold one$/,
  },
  "a sponsored prize that was not given back": {
    sql: "UPDATE claims SET prize_id = NULL WHERE payout_status = 'paid' AND prize_type = 'other'",
    says: /^prize \d+ \(.*\) has 2 taken, and 1 claims hold one$/,
  },
  "a free shot of 50 balls": {
    sql: "UPDATE sessions SET balls_bought = 50, balls_left = balls_left + 49 WHERE is_free_shot",
    says: /^session .* is a free shot of 50 balls$/,
  },
  "a claim of a free shot on a session that was bought": {
    sql: "UPDATE claims SET free_shot = true WHERE prize_type = 'other'",
    says: /^claim .* is one of a free shot, and its session is none$/,
  },
};
