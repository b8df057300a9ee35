-- Prizes are paid from the operator's bank, never by the gateway. Each that was paid from cash gets one transfer that
-- puts it right: what cash lost comes back to it, from the bank. It is dated now, for the months before may be settled.
INSERT INTO ledger_accounts (key, kind, changed_at)
  SELECT 'bank', 'bank', now() WHERE EXISTS (SELECT 1 FROM ledger_transfers WHERE kind = 'pay_out')
  ON CONFLICT (key) DO NOTHING;

WITH paid AS (
  SELECT t.id, t.course_id, t.claim_id, e.account_key AS cash, -e.amount_cents AS cents
  FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
  WHERE t.kind = 'pay_out' AND e.account_key = 'cash:' || t.course_id),
-- The product's clock may be ahead of the database's.
moment AS (SELECT greatest(now(), max(created_at)) AS at FROM ledger_transfers),
righted AS (
  INSERT INTO ledger_transfers (kind, course_id, claim_id, rule, created_at)
  SELECT 'pay_out_from_bank', paid.course_id, paid.claim_id, 3, moment.at FROM paid, moment ORDER BY paid.id
  RETURNING id, claim_id, created_at),
entries AS (
  INSERT INTO ledger_entries (transfer_id, account_key, amount_cents)
  SELECT righted.id, leg.key, leg.cents FROM righted JOIN paid USING (claim_id)
    CROSS JOIN LATERAL (VALUES (paid.cash, paid.cents), ('bank', -paid.cents)) AS leg (key, cents)
  RETURNING account_key, amount_cents)
UPDATE ledger_accounts a SET balance_cents = a.balance_cents + moved.cents, changed_at = (SELECT at FROM moment)
FROM (SELECT account_key, sum(amount_cents) AS cents FROM entries GROUP BY account_key) moved WHERE moved.account_key = a.key;
