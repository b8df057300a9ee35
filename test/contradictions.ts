/** What contradicts itself in the rows, the accounts and the gateway's books of one order. */

/**
 * What must hold of an order whatever has happened to it, by its rows and its accounts alone; the audit has other SQL. A
 * refund that is dropped for a dispute counts as refunded (books.md).
 */
export const contradictions = `
  SELECT 'claim ' || c.status || ', ' || c.payout_status || ': reserved ' || r.cents || ', payable ' || p.cents AS what
  FROM claims c JOIN sessions s ON s.id = c.session_id JOIN orders o ON o.session_id = coalesce(s.main_session_id, s.id),
    LATERAL (SELECT coalesce(-sum(amount_cents), 0) AS cents FROM ledger_entries WHERE account_key = 'reserved:' || c.id) r,
    LATERAL (SELECT coalesce(-sum(amount_cents), 0) AS cents FROM ledger_entries WHERE account_key = 'prize_payable:' || c.id) p
  WHERE o.id = $1 AND (r.cents, p.cents) <> (
    CASE WHEN c.status = 'pending' THEN c.prize_amount_cents ELSE 0 END, CASE WHEN c.payout_status = 'due' THEN c.prize_amount_cents ELSE 0 END)
  UNION ALL SELECT 'payable to a golfer who is gone' FROM claims c JOIN sessions s ON s.id = c.session_id JOIN orders o ON o.session_id = s.id JOIN users u ON u.id = c.user_id
  WHERE o.id = $1 AND u.deleted_at IS NOT NULL AND (c.status = 'pending' OR c.payout_status = 'due')
    AND NOT EXISTS (SELECT FROM prize_returns b WHERE b.claim_id = c.id)
  UNION ALL SELECT 'a prize is due, and the bank has taken the payment back' FROM claims c JOIN sessions s ON s.id = c.session_id JOIN orders o ON o.session_id = s.id
    JOIN payment_attempts a ON a.order_id = o.id JOIN disputes d ON d.payment_id = a.id
  WHERE o.id = $1 AND d.status = 'lost' AND c.payout_status = 'due'
  UNION ALL SELECT 'owed to the golfer: ' || sum(e.amount_cents) FROM ledger_entries e JOIN payment_attempts a ON e.account_key = 'refunds_payable:' || a.id
  WHERE a.order_id = $1 AND NOT EXISTS (SELECT FROM refunds f WHERE f.order_id = $1 AND f.status IN ('due', 'failed')) HAVING sum(e.amount_cents) <> 0
  UNION ALL SELECT 'the order is ' || o.status || ', and ' || -sum(e.amount_cents) || ' is kept for its start' FROM orders o
    JOIN payment_attempts a ON a.order_id = o.id JOIN ledger_transfers t ON t.payment_id = a.id JOIN ledger_entries e ON e.transfer_id = t.id
  WHERE o.id = $1 AND e.account_key LIKE 'deferred:%' GROUP BY o.status, o.amount_cents
  HAVING -sum(e.amount_cents) <> CASE WHEN o.status = 'paid' THEN o.amount_cents
    - (SELECT coalesce(sum(f.amount_cents), 0) FROM refunds f WHERE f.order_id = $1 AND f.status <> 'cancelled') ELSE 0 END
  UNION ALL SELECT 'cash ' || booked.cents || ', at the gateway ' || there.cents
  FROM (SELECT coalesce(sum(e.amount_cents), 0) AS cents FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id JOIN payment_attempts a ON a.id = t.payment_id
      WHERE a.order_id = $1 AND e.account_key LIKE 'cash:%' AND t.kind NOT LIKE 'fee%') booked,
    (SELECT coalesce((SELECT g.amount_cents FROM sandbox.payments g WHERE g.attempt_id = a.id::text AND g.status = 'captured'), 0)
      - (SELECT coalesce(sum(g.amount_cents), 0) FROM sandbox.refunds g WHERE g.attempt_id = a.id::text AND g.failure IS NULL)
      - (SELECT coalesce(sum(g.amount_cents), 0) FROM sandbox.disputes g WHERE g.attempt_id = a.id::text AND g.status <> 'won') AS cents
      FROM payment_attempts a WHERE a.order_id = $1) there
  WHERE booked.cents <> there.cents`;
