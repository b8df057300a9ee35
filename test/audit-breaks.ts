/**
 * Ways to break the books, each by SQL that a fault or a thief could have run, and the one invariant that must find it.
 * They run in a transaction that is rolled back, on the history of `audit-history.ts`, after `prelude`.
 */

/**
 * Removes everything that would prevent the changes (triggers, checks, unique indexes), and defines names that the
 * breaks use.
 */
export const prelude = `
SET LOCAL session_replication_role = replica;
DO $$ DECLARE c record; BEGIN
  FOR c IN SELECT conrelid::regclass AS t, conname AS n FROM pg_constraint WHERE contype IN ('c', 'u') AND connamespace IN ('public'::regnamespace, 'sandbox'::regnamespace)
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.t, c.n); END LOOP;
  FOR c IN SELECT indexrelid::regclass AS n FROM pg_index JOIN pg_class k ON k.oid = indexrelid
      WHERE indisunique AND NOT indisprimary AND k.relnamespace = 'public'::regnamespace
    LOOP EXECUTE format('DROP INDEX %s', c.n); END LOOP;
END $$;
-- Posts a transfer as the server does: entries (cents by account) and cached balances.
CREATE FUNCTION pg_temp.book(the_kind text, entries jsonb, payment uuid DEFAULT NULL, refund uuid DEFAULT NULL, claim uuid DEFAULT NULL, course integer DEFAULT 1) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_accounts (key, kind, course_id, balance_cents, changed_at) SELECT key, split_part(key, ':', 1), course, 0, now() FROM jsonb_each(entries) ON CONFLICT DO NOTHING;
  WITH t AS (INSERT INTO ledger_transfers (kind, course_id, payment_id, refund_id, claim_id, rule, created_at) VALUES (the_kind, course, payment, refund, claim, 2, '2026-12-01T12:00:00Z') RETURNING id)
    INSERT INTO ledger_entries (transfer_id, account_key, amount_cents) SELECT t.id, key, value::bigint FROM t, jsonb_each(entries);
  UPDATE ledger_accounts SET balance_cents = balance_cents + value::bigint FROM jsonb_each(entries) e WHERE e.key = ledger_accounts.key;
$$;
-- Takes transfers of a kind back as if they had never been.
CREATE FUNCTION pg_temp.unbook(the_kind text, payment uuid) RETURNS void LANGUAGE sql AS $$
  UPDATE ledger_accounts a SET balance_cents = balance_cents - e.amount_cents FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
    WHERE e.account_key = a.key AND t.kind = the_kind AND t.payment_id = payment;
  DELETE FROM ledger_entries e USING ledger_transfers t WHERE t.id = e.transfer_id AND t.kind = the_kind AND t.payment_id = payment;
  DELETE FROM ledger_transfers WHERE kind = the_kind AND payment_id = payment;
$$;
-- A refund with all its papers: its row, its transfers, the gateway's own.
CREATE FUNCTION pg_temp.pay_back(payment uuid, cents integer) RETURNS void LANGUAGE plpgsql AS $$ DECLARE refund uuid := gen_random_uuid(); BEGIN
  INSERT INTO refunds (id, order_id, payment_id, amount_cents, pot_part_cents, reason, status, created_at, settled_at)
    SELECT refund, order_id, payment, cents, 0, 'Once more', 'settled', now(), now() FROM payment_attempts p WHERE p.id = payment;
  PERFORM pg_temp.book('refund', jsonb_build_object('revenue:1', cents, 'refunds_payable:' || payment, -cents), payment, refund);
  PERFORM pg_temp.book('refund_settled', jsonb_build_object('refunds_payable:' || payment, cents, 'cash:1', -cents), payment, refund);
  INSERT INTO sandbox.refunds (refund_id, attempt_id, amount_cents, created_at) VALUES (refund::text, payment::text, cents, now());
END $$;
-- Payments by what became of them: sold and played, paid ahead, refunded in full, in part, declined, lost in a dispute.
CREATE TEMP VIEW sold AS SELECT p.id, p.order_id FROM payment_attempts p JOIN orders o ON o.id = p.order_id
  WHERE p.status = 'succeeded' AND o.status = 'fulfilled' AND o.course_id = 1
    AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id) AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = p.id) ORDER BY o.number;
CREATE TEMP VIEW refunded AS SELECT p.id FROM payment_attempts p JOIN orders o ON o.id = p.order_id JOIN refunds r ON r.payment_id = p.id
  WHERE o.session_id IS NOT NULL AND o.status = 'refunded' AND r.status = 'settled' AND r.amount_cents = p.amount_cents;
CREATE TEMP VIEW part_refund AS SELECT r.id, r.payment_id FROM refunds r WHERE r.status = 'settled' AND r.amount_cents = 200;
CREATE TEMP VIEW declined AS SELECT id, order_id FROM payment_attempts WHERE status = 'failed';
CREATE TEMP VIEW lost AS SELECT d.payment_id AS id, d.id AS dispute, d.reference FROM disputes d JOIN payment_attempts p ON p.id = d.payment_id JOIN orders o ON o.id = p.order_id WHERE d.status = 'lost' AND o.status <> 'reversed';
CREATE TEMP VIEW won AS SELECT c.id, c.prize_amount_cents AS cents, 'reserved:' || c.id AS reserved FROM claims c WHERE c.target_hole = 'middle' AND c.status = 'pending';
`;

const one = (view: string, column = "id") => `(SELECT ${column} FROM ${view} LIMIT 1)`;
const entries = (...pairs: [account: string, cents: string | number][]) =>
  `jsonb_build_object(${pairs.map(([account, cents]) => `${account.startsWith("(") ? account : `'${account}'`}, ${cents}`).join(", ")})`;
const anywhere = "gen_random_uuid()";
/** A claim of some state, and the account that holds its prize. */
const claimOf = (payout: string) =>
  `(SELECT id FROM claims WHERE payout_status = '${payout}' AND target_hole = 'middle' LIMIT 1)`;

/** By the invariant that each breaks: a description, and its SQL. */
export const breaks: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1: {
    "a transfer that does not sum to zero": `
      UPDATE ledger_entries SET amount_cents = amount_cents - 1 WHERE account_key = 'revenue:1' AND transfer_id = (SELECT t.id FROM ledger_transfers t WHERE t.kind = 'capture' AND t.course_id = 1 LIMIT 1);
      UPDATE ledger_accounts SET balance_cents = balance_cents - 1 WHERE key = 'revenue:1'`,
    "a transfer without entries": `INSERT INTO ledger_transfers (kind, course_id, rule, created_at) VALUES ('reserve', 1, 2, now())`,
  },
  2: {
    "a balance that was changed by hand": `UPDATE ledger_accounts SET balance_cents = balance_cents + 1 WHERE key = 'house_funding'`,
    "an account with a balance and no entry": `INSERT INTO ledger_accounts (key, kind, balance_cents, changed_at) VALUES ('house_funding:2', 'house_funding', 5, now())`,
  },
  3: {
    "a pot below zero": `SELECT pg_temp.book('reject', ${entries(["pot:2", 9_000_000], ["house_funding", -9_000_000])}, course => 2)`,
    "a reserve below zero": `
      SELECT pg_temp.book('reject', jsonb_build_object(reserved, cents + 5, 'house_funding', -cents - 5)) FROM won LIMIT 1;
      UPDATE claims SET prize_amount_cents = -5 WHERE id = ${one("won")}`,
  },
  4: {
    "a second capture transfer": `SELECT pg_temp.book('capture', ${entries(["revenue:1", -7], ["range_share:1", 7])}, ${one("sold")})`,
    "no capture transfer": `
      SELECT pg_temp.unbook('capture', ${one("sold")});
      DELETE FROM sandbox.payments WHERE attempt_id = ${one("sold")}::text;
      DELETE FROM receipts WHERE payment_id = ${one("sold")};
      INSERT INTO receipts_due VALUES (${one("sold")}, now(), false)`,
    "the capture of a declined payment": `SELECT pg_temp.book('capture', ${entries(["revenue:1", -7], ["range_share:1", 7])}, ${one("declined")})`,
    "the capture of no payment": `SELECT pg_temp.book('capture_unfulfillable', ${entries(["revenue:1", -7], ["range_share:1", 7])}, ${anywhere})`,
  },
  5: {
    "an unstarted order ended as if a bank had taken it back":
      "UPDATE orders SET status = 'reversed' WHERE status = 'paid'",
    "neither session nor order nor refund": `UPDATE orders SET session_id = NULL WHERE id = ${one("sold", "order_id")}`,
    "a started order that may be started again": `UPDATE orders SET status = 'paid' WHERE id = ${one("sold", "order_id")}`,
    "a captured order called declined": `UPDATE orders SET status = 'declined', session_id = NULL WHERE id = ${one("sold", "order_id")}`,
    "an order called refunded whose money was kept": `UPDATE orders SET status = 'refunded' WHERE status = 'paid'`,
    "a refund without session that is not full": `
      UPDATE orders SET amount_cents = amount_cents + 1 WHERE status = 'refunded' AND session_id IS NULL`,
    "one session for two orders": `
      UPDATE orders SET session_id = (SELECT session_id FROM orders WHERE id = ${one("sold", "order_id")})
        WHERE id = (SELECT order_id FROM sold OFFSET 1 LIMIT 1)`,
    "one order paid twice": `
      CREATE TEMP TABLE twice ON COMMIT DROP AS SELECT gen_random_uuid() AS id, p.id AS first, p.amount_cents AS cents FROM payment_attempts p WHERE p.id = ${one("sold")};
      INSERT INTO payment_attempts (id, order_id, method, amount_cents, status, provider, created_at, resolved_at)
        SELECT t.id, order_id, method, amount_cents, status, provider, created_at, resolved_at FROM payment_attempts p JOIN twice t ON t.first = p.id;
      SELECT pg_temp.book('capture', jsonb_build_object('cash:1', cents, 'revenue:1', -cents), id) FROM twice;
      INSERT INTO sandbox.payments (attempt_id, status, amount_cents, method, created_at) SELECT id::text, 'captured', cents, 'card', now() FROM twice;
      INSERT INTO receipts_due SELECT id, now(), false FROM twice`,
  },
  6: {
    "more paid back than captured": `SELECT pg_temp.pay_back(${one("refunded")}, 100)`,
    "a refund of what a dispute has taken": `SELECT pg_temp.pay_back(${one("lost")}, 100)`,
    "a refund of a declined payment": `
      SELECT pg_temp.book('refund', jsonb_build_object('revenue:1', 100, 'refunds_payable:' || id, -100), id) FROM declined LIMIT 1;
      INSERT INTO refunds (id, order_id, payment_id, amount_cents, pot_part_cents, reason, status, created_at)
        SELECT ${anywhere}, order_id, id, 100, 0, 'A mistake', 'due', now() FROM declined LIMIT 1`,
    "more promised than captured": `
      SELECT pg_temp.book('refund', jsonb_build_object('revenue:1', 900, 'refunds_payable:' || id, -900), id) FROM sold LIMIT 1;
      INSERT INTO refunds (id, order_id, payment_id, amount_cents, pot_part_cents, reason, status, created_at)
        SELECT ${anywhere}, order_id, id, 900, 0, 'Generous', 'due', now() FROM sold LIMIT 1`,
    "a dispute above the capture": `
      UPDATE disputes SET amount_cents = amount_cents + 100 WHERE id = ${one("lost", "dispute")};
      UPDATE sandbox.disputes SET amount_cents = amount_cents + 100 WHERE reference = ${one("lost", "reference")};
      SELECT pg_temp.book('chargeback', ${entries(["dispute_loss", 100], ["cash:1", -100])}, ${one("lost")})`,
  },
  7: {
    "a reserve without a claim": `
      INSERT INTO ledger_accounts (key, kind, changed_at) VALUES ('reserved:${"0".repeat(8)}', 'reserved', now());
      SELECT pg_temp.book('reserve', ${entries(["house_funding", 100], [`reserved:${"0".repeat(8)}`, -100])}, course => NULL)`,
    "a pending jackpot claim without its reserve": `SELECT pg_temp.book('reject', jsonb_build_object(reserved, cents, 'house_funding', -cents), claim => id) FROM won LIMIT 1`,
    "a claim for more than is reserved": `UPDATE claims SET prize_amount_cents = prize_amount_cents + 1 WHERE id = ${one("won")}`,
    "a verified claim that still reserves": `
      SELECT pg_temp.book('reserve', jsonb_build_object('house_funding', 100, 'reserved:' || ${claimOf("due")}, -100))`,
  },
  8: {
    "a counter of shots": `UPDATE sessions SET shot_count = shot_count + 1 WHERE id = (SELECT id FROM sessions ORDER BY started_at, id LIMIT 1)`,
    "a counter of claims": `UPDATE sessions SET claim_count = claim_count - 1 WHERE id = (SELECT session_id FROM claims LIMIT 1)`,
    "a ball given away": `UPDATE sessions SET balls_left = balls_left + 1 WHERE id = (SELECT id FROM sessions WHERE balls_left > 0 LIMIT 1)`,
    "a shot that was taken away": `DELETE FROM attempts WHERE NOT prize_claim`,
    "a hit without a claim": `UPDATE attempts SET prize_claim = true WHERE NOT prize_claim`,
    "more shots than balls bought": `
      INSERT INTO attempts (id, session_id, target_hole, prize_claim, created_at, recorded_at)
        SELECT gen_random_uuid(), (SELECT id FROM sessions WHERE is_free_shot LIMIT 1), 'missed', false, now(), now() FROM generate_series(1, 2);
      UPDATE sessions SET shot_count = 2, balls_left = -1 WHERE id = (SELECT session_id FROM attempts ORDER BY recorded_at DESC LIMIT 1)`,
    "more claims than shots": `
      UPDATE attempts SET withdrawn_at = now() WHERE id = (SELECT attempt_id FROM claims WHERE prize_type = 'other' LIMIT 1);
      UPDATE sessions SET shot_count = shot_count - 1, balls_left = balls_left + 1 WHERE id = (SELECT session_id FROM claims WHERE prize_type = 'other' LIMIT 1)`,
  },
  9: {
    "two active sessions of a player": `
      UPDATE sessions SET status = 'active', ended_at = NULL, user_id = (SELECT id FROM users LIMIT 1)
        WHERE id IN (SELECT id FROM sessions WHERE main_session_id IS NULL ORDER BY started_at LIMIT 2)`,
  },
  10: {
    "a capture that the gateway has not": `DELETE FROM sandbox.payments WHERE attempt_id = ${one("sold")}::text`,
    "a capture that the gateway has voided": `UPDATE sandbox.payments SET status = 'void' WHERE attempt_id = ${one("sold")}::text`,
    "a capture of another amount": `UPDATE sandbox.payments SET amount_cents = amount_cents + 1 WHERE attempt_id = ${one("sold")}::text`,
    "a capture that only the gateway has": `INSERT INTO sandbox.payments (attempt_id, status, amount_cents, method, created_at) VALUES (${anywhere}::text, 'captured', 500, 'card', now())`,
    "a declined payment that the gateway captured": `UPDATE sandbox.payments SET status = 'captured' WHERE attempt_id = ${one("declined")}::text`,
    "a refund that the gateway has not": `DELETE FROM sandbox.refunds WHERE refund_id = ${one("part_refund")}::text`,
    "a refund that came back unnoticed": `
      UPDATE sandbox.refunds SET failure = 'Closed account' WHERE refund_id = ${one("part_refund")}::text`,
    "a refund of another amount": `UPDATE sandbox.refunds SET amount_cents = amount_cents + 1 WHERE refund_id = ${one("part_refund")}::text`,
    "a refund that only the gateway has": `INSERT INTO sandbox.refunds (refund_id, attempt_id, amount_cents, created_at) VALUES (${anywhere}::text, ${one("sold")}::text, 100, now())`,
    "a refund paid for no refund of ours": `SELECT pg_temp.book('refund_settled', ${entries(["cash:1", -100], ["revenue:1", 100])}, ${one("sold")}, ${anywhere})`,
    "a dispute that the gateway has not": `DELETE FROM sandbox.disputes WHERE reference = ${one("lost", "reference")}`,
    "a dispute of another amount": `UPDATE sandbox.disputes SET amount_cents = amount_cents - 1 WHERE reference = ${one("lost", "reference")}`,
    "a dispute won here and lost there": `
      UPDATE disputes SET status = 'won' WHERE id = ${one("lost", "dispute")};
      SELECT pg_temp.book('chargeback_reversed', ${entries(["cash:1", 500], ["dispute_loss", -500])}, ${one("lost")})`,
    "a dispute without its chargeback": `SELECT pg_temp.unbook('chargeback', ${one("lost")})`,
    "a chargeback of no payment": `SELECT pg_temp.book('chargeback', ${entries(["dispute_loss", 100], ["cash:1", -100])}, ${anywhere})`,
    "cash of a payment that is none of these": `SELECT pg_temp.book('pay_out', ${entries(["revenue:1", 100], ["cash:1", -100])}, ${one("sold")})`,
  },
  11: {
    "a jackpot": `UPDATE ledger_accounts SET course_id = NULL WHERE key = 'pot:3'`,
    "what is under review": `UPDATE ledger_accounts SET course_id = 2 WHERE key = ${one("won", "reserved")}`,
    "the amount of a refund": `UPDATE refunds SET amount_cents = amount_cents - 1 WHERE id = ${one("part_refund")}`,
    "a refund that was never booked": `
      INSERT INTO refunds (id, order_id, payment_id, amount_cents, pot_part_cents, reason, status, created_at)
        SELECT ${anywhere}, order_id, id, 100, 0, 'Only shown', 'due', now() FROM sold LIMIT 1`,
    "the amount of a receipt": `UPDATE receipts SET amount_cents = amount_cents + 1 WHERE payment_id = ${one("sold")}`,
    "a receipt that is missing": `DELETE FROM receipts WHERE payment_id = ${one("sold")}`,
    "a prize that was paid": `UPDATE claims SET prize_amount_cents = prize_amount_cents + 1 WHERE id = ${claimOf("paid")}`,
    "a payout called paid": `UPDATE claims SET payout_status = 'paid', paid_at = now() WHERE id = ${claimOf("due")}`,
    "a payout called forfeited": `UPDATE claims SET payout_status = 'forfeited', forfeited_at = now() WHERE id = ${claimOf("due")}`,
    "a day's revenue": `UPDATE rollup_sales SET captured_cents = captured_cents + 1 WHERE zone = 'operator' AND span = 'day' AND captured_cents > 0`,
    "a month's revenue": `UPDATE rollup_sales SET captured_cents = captured_cents + 1 WHERE zone = 'operator' AND span = 'month' AND captured_cents > 0`,
    "a day's refunds that are missing": `DELETE FROM rollup_sales WHERE zone = 'course' AND span = 'day' AND refunded_cents > 0`,
    "a day's prizes paid": `UPDATE rollup_claims SET paid_cents = paid_cents - 1 WHERE span = 'day' AND paid_cents > 0`,
    "a month's prizes paid": `UPDATE rollup_claims SET paid_cents = paid_cents - 1 WHERE span = 'month' AND paid_cents > 0`,
    "a settlement: a sale counted for another course": `UPDATE ledger_transfers SET course_id = 2 WHERE payment_id = ${one("sold")}`,
    "a settlement: a sale of no course": `UPDATE ledger_transfers SET course_id = NULL WHERE payment_id = ${one("sold")}`,
    "a settlement: cash that it has no line for": `SELECT pg_temp.book('mistake', ${entries(["revenue:1", 100], ["cash:1", -100])})`,
  },
};
