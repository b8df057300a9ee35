/**
 * Faults that leave the books in balance, planted one at a time by SQL on the history of `audit-history.ts`, after the
 * `prelude` of `audit-breaks.ts`: for each the check that must name it, and what its sentence must say.
 */

export interface Plant {
  sql: string;
  /** Further words, for a fault that has two traces. */
  also?: string;
  /** The number of the check. */
  by: number;
  says: RegExp;
}

/** Names what plants need. */
export const tools = `
-- Adds cents to one leg of a transfer, and to its account's cached balance.
CREATE FUNCTION pg_temp.shift(transfer bigint, account text, cents bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO ledger_accounts (key, kind, course_id, balance_cents, changed_at) VALUES (account, split_part(account, ':', 1), 1, 0, now()) ON CONFLICT DO NOTHING;
  INSERT INTO ledger_entries (transfer_id, account_key, amount_cents) VALUES (transfer, account, cents)
    ON CONFLICT (transfer_id, account_key) DO UPDATE SET amount_cents = ledger_entries.amount_cents + cents;
  DELETE FROM ledger_entries WHERE transfer_id = transfer AND amount_cents = 0;
  UPDATE ledger_accounts SET balance_cents = balance_cents + cents WHERE key = account;
$$;
-- The same between two accounts: the first is debited.
CREATE FUNCTION pg_temp.shift(transfer bigint, debit text, credit text, cents bigint) RETURNS void LANGUAGE sql AS $$
  SELECT pg_temp.shift(transfer, debit, cents); SELECT pg_temp.shift(transfer, credit, -cents);
$$;
-- Takes one transfer back as if it had never been.
CREATE FUNCTION pg_temp.erase(transfer bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE ledger_accounts a SET balance_cents = balance_cents - e.amount_cents FROM ledger_entries e WHERE e.account_key = a.key AND e.transfer_id = transfer;
  DELETE FROM ledger_entries WHERE transfer_id = transfer;
  DELETE FROM ledger_transfers WHERE id = transfer;
$$;
-- Books a transfer a second time.
CREATE FUNCTION pg_temp.repeat(transfer bigint) RETURNS void LANGUAGE sql AS $$
  WITH t AS (INSERT INTO ledger_transfers (kind, course_id, payment_id, claim_id, refund_id, fact_id, rule, created_at)
      SELECT kind, course_id, payment_id, claim_id, refund_id, fact_id, rule, created_at FROM ledger_transfers WHERE id = transfer RETURNING id)
    INSERT INTO ledger_entries (transfer_id, account_key, amount_cents) SELECT t.id, account_key, amount_cents FROM t, ledger_entries WHERE transfer_id = transfer;
  UPDATE ledger_accounts a SET balance_cents = balance_cents + e.amount_cents FROM ledger_entries e WHERE e.account_key = a.key AND e.transfer_id = transfer;
$$;
-- A transfer of a kind and a payment, a refund or a claim.
CREATE FUNCTION pg_temp.booked(the_kind text, of uuid) RETURNS bigint LANGUAGE sql AS $$
  SELECT min(id) FROM ledger_transfers WHERE kind = the_kind AND of IN (payment_id, refund_id, claim_id) $$;
CREATE TEMP VIEW rejected AS SELECT c.id, 'reserved:' || c.id AS reserved FROM claims c JOIN ledger_transfers t ON t.claim_id = c.id AND t.kind = 'reject' WHERE c.status = 'rejected';
CREATE TEMP VIEW paid_prize AS SELECT c.id, c.paid_at, 'prize_payable:' || c.id AS payable FROM claims c WHERE c.payout_status = 'paid' AND c.target_hole = 'middle';
CREATE TEMP VIEW fee AS SELECT t.id, t.fact_id FROM ledger_transfers t JOIN gateway_transactions g ON g.id = t.fact_id
  WHERE t.kind = 'gateway_fee' AND t.course_id = 1 AND g.amount_cents = 500 ORDER BY t.id;
CREATE TEMP VIEW paid_out AS SELECT t.id, t.fact_id FROM ledger_transfers t JOIN gateway_payouts p ON p.id = t.fact_id
  WHERE t.kind = 'bank_payout' AND t.course_id = 1 AND p.returned_at IS NULL ORDER BY t.id;
CREATE TEMP VIEW came_back AS SELECT t.id, t.fact_id FROM ledger_transfers t WHERE t.kind = 'bank_payout_returned' AND t.course_id = 1;
CREATE TEMP VIEW forfeited AS SELECT c.id FROM claims c WHERE c.payout_status = 'forfeited';
CREATE TEMP VIEW taxed AS SELECT p.id, o.id AS order_id FROM payment_attempts p JOIN orders o ON o.id = p.order_id WHERE o.tax_cents > 0 AND NOT o.deferred AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id);
CREATE TEMP VIEW taxed_refund AS SELECT r.id FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.tax_cents > 0 AND NOT o.deferred;
CREATE TEMP VIEW taxed_start AS SELECT p.id FROM payment_attempts p JOIN orders o ON o.id = p.order_id WHERE o.tax_cents > 0 AND o.deferred;
CREATE TEMP VIEW unlucky AS SELECT payment_id AS id FROM ledger_transfers WHERE kind = 'capture_unfulfillable';
`;

export const one = (view: string, column = "id", skip = 0) => `(SELECT ${column} FROM ${view} OFFSET ${skip} LIMIT 1)`;
export const booked = (kind: string, of: string) => `pg_temp.booked('${kind}', ${of})`;
const shift = (transfer: string, debit: string, credit: string, cents: number | string) =>
  `SELECT pg_temp.shift(${transfer}, ${debit}, ${credit}, ${cents});`;

export const sale = booked("capture", one("sold"));
const partRefund = booked("refund", one("part_refund"));
const rejection = booked("reject", one("rejected"));
const reserve = booked("reserve", one("won"));
const taxedSale = booked("capture", one("taxed"));
const taxedRefund = booked("refund", one("taxed_refund"));

/** Faults of the ledger against its facts. */
export const transfers: Record<string, Omit<Plant, "by">> = {
  "pot money moved to revenue": {
    sql: `SELECT pg_temp.book('correction', '{"pot:1": 500, "revenue:1": -500}')`,
    says: /^course 1: transfer \d+ \(correction\) is explained by no fact; it books pot:1 500 cents, revenue:1 -500 cents$/,
  },
  "a capture without its pot and range legs": {
    sql: shift(sale, "'pot:1'", "'revenue:1'", 100) + shift(sale, "'range_share:1'", "'revenue:1'", 35),
    says: /^order \d+.* \(capture\) books cash:1 500 cents, revenue:1 -500 cents; the facts ask for cash:1 500 cents, pot:1 -100 cents, range_share:1 -35 cents, revenue:1 -365 cents$/,
  },
  "a cent between two legs of a capture": {
    sql: shift(sale, "'revenue:1'", "'pot:1'", 1),
    says: /^order \d+.* \(capture\) books .*pot:1 -101.*; the facts ask for .*pot:1 -100 cents/,
  },
  "two cents that cancel out in the balances": {
    sql:
      shift(sale, "'revenue:1'", "'pot:1'", 1) +
      shift(booked("capture", one("sold", "id", 1)), "'pot:1'", "'revenue:1'", 1),
    says: /^order \d+.* \(capture\) books .*pot:1 -(101|99)/,
  },
  "the range's share kept as revenue": {
    sql: shift(sale, "'range_share:1'", "'revenue:1'", 35),
    says: /^order \d+.* \(capture\) books .*revenue:1 -400 cents; the facts ask for .*range_share:1 -35 cents/,
  },
  "a capture booked at another course": {
    sql: `UPDATE ledger_transfers SET course_id = 2 WHERE id = ${sale}`,
    says: /^order \d+.* \(capture\) names another course, payment, refund or claim than its facts$/,
  },
  "a capture dated a day early": {
    sql: `UPDATE ledger_transfers SET created_at = created_at - interval '1 day' WHERE id = ${sale}`,
    says: /^order \d+.* \(capture\) is dated .*; its facts say/,
  },
  "the captures of two orders exchanged": {
    sql: `WITH two AS (SELECT p.id, row_number() OVER () AS n FROM sold p JOIN payment_attempts a USING (id) WHERE a.amount_cents IN (100, 500) ORDER BY a.amount_cents LIMIT 2)
      UPDATE ledger_transfers t SET payment_id = (SELECT other.id FROM two other WHERE other.id <> t.payment_id) WHERE t.kind = 'capture' AND t.payment_id IN (SELECT id FROM two)`,
    says: /^order \d+.* \(capture\) (books|is dated)/,
  },
  "a capture for nothing that reached the pot": {
    sql: shift(booked("capture_unfulfillable", one("unlucky")), "'revenue:1'", "'pot:1'", 100),
    says: /^order \d+.* \(capture_unfulfillable\) books cash:1 500 cents, pot:1 -100 cents/,
  },
  "tax moved to revenue": {
    sql: shift(taxedSale, "'tax_payable:2'", "'revenue:2'", 39),
    says: /^order \d+.* \(capture\) books cash:2 600 cents, pot:2 -112 cents, range_share:2 -56 cents, revenue:2 -432 cents; the facts ask for .*revenue:2 -393 cents, tax_payable:2 -39 cents$/,
  },
  "tax of a course that has no rate": {
    sql: shift(sale, "'revenue:1'", "'tax_payable:1'", 33),
    says: /^order \d+.* \(capture\) books .*revenue:1 -332 cents, tax_payable:1 -33 cents; the facts ask for .*revenue:1 -365 cents$/,
  },
  "tax that was remitted and booked as nothing": {
    sql: `SELECT pg_temp.book('correction', '{"tax_payable:2": 39, "revenue:2": -39}', course => 2)`,
    says: /^course 2: transfer \d+ \(correction\) is explained by no fact; it books revenue:2 -39 cents, tax_payable:2 39 cents$/,
  },
  "a start that kept the tax": {
    sql: shift(booked("start", one("taxed_start")), "'tax_payable:2'", "'revenue:2'", 33),
    says: /^order \d+.* \(start\) books deferred:2 500 cents, .*revenue:2 -359 cents; the facts ask for .*tax_payable:2 -33 cents$/,
  },
  "a refund without its tax": {
    sql: `${shift(taxedRefund, "'revenue:2'", "'tax_payable:2'", 9)} UPDATE refunds SET tax_part_cents = 0 WHERE id = ${one("taxed_refund")}`,
    says: /^order \d+, refund .* \(refund\) books pot:2 28 cents, range_share:2 14 cents, refunds_payable:\S+ -150 cents, revenue:2 108 cents; the facts ask for .*revenue:2 99 cents, tax_payable:2 9 cents$/,
  },
  "a refund taken wholly from the pot": {
    sql: `${shift(partRefund, "'pot:1'", "'revenue:1'", 160)} UPDATE refunds SET pot_part_cents = 200 WHERE id = ${one("part_refund")}`,
    says: /^order \d+, refund .* \(refund\) books pot:1 200 cents, range_share:1 14 cents, .*; the facts ask for pot:1 40 cents, range_share:1 14 cents/,
  },
  "a refund's parts wrong by rounding up": {
    sql: `${shift(partRefund, "'pot:1'", "'revenue:1'", 1)} UPDATE refunds SET pot_part_cents = pot_part_cents + 1 WHERE id = ${one("part_refund")}`,
    says: /^order \d+, refund .* \(refund\) books pot:1 41 cents,/,
  },
  "a refund that gives the pot's part from revenue": {
    sql: `${shift(partRefund, "'revenue:1'", "'pot:1'", 40)} UPDATE refunds SET pot_part_cents = 0 WHERE id = ${one("part_refund")}`,
    says: /^order \d+, refund .* \(refund\) books range_share:1 14 cents, refunds_payable:.* -200 cents, revenue:1 186 cents/,
  },
  "a refund that left the range its share": {
    sql: `${shift(partRefund, "'revenue:1'", "'range_share:1'", 14)} UPDATE refunds SET range_part_cents = 0 WHERE id = ${one("part_refund")}`,
    says: /^order \d+, refund .* \(refund\) books pot:1 40 cents, refunds_payable/,
  },
  "a refund called one of the old rule, that left the range its share": {
    sql: `UPDATE ledger_transfers SET rule = 1 WHERE id = ${partRefund}`,
    says: /^order \d+, refund .* \(refund\) books .*; the facts ask for pot:1 40 cents, refunds_payable/,
  },
  "money paid ahead that was earned before its start": {
    sql: `SELECT pg_temp.shift(id, 'deferred:1', 'revenue:1', 500) FROM ledger_transfers WHERE kind = 'capture_ahead' LIMIT 1`,
    says: /^order \d+.* \(capture_ahead\) books cash:1 500 cents, revenue:1 -500 cents; the facts ask for cash:1 500 cents, deferred:1 -500 cents$/,
  },
  "a start that booked no share": {
    sql: `SELECT pg_temp.erase(id) FROM ledger_transfers WHERE kind = 'start' LIMIT 1`,
    says: /^order \d+.*: start is not booked; the facts ask for deferred:1 500 cents, pot:1 -100 cents, range_share:1 -35 cents, revenue:1 -365 cents$/,
  },
  "a refund before the start that the pot gave": {
    sql: `SELECT pg_temp.shift(id, 'pot:1', 'deferred:1', 100) FROM ledger_transfers WHERE kind = 'refund_ahead' LIMIT 1`,
    says: /^order \d+, refund .* \(refund_ahead\) books deferred:1 400 cents, pot:1 100 cents/,
  },
  "a refund settled twice in the ledger": {
    sql: `SELECT pg_temp.repeat(${booked("refund_settled", one("part_refund"))})`,
    says: /^order \d+, refund .*: transfer \d+ \(refund_settled\) is explained by no fact/,
  },
  "a refund called settled and not booked": {
    sql: `SELECT pg_temp.erase(${booked("refund_settled", one("part_refund"))})`,
    says: /^order \d+, refund .*: refund_settled is not booked; the facts ask for cash:1 -200 cents, refunds_payable/,
  },
  "a refund that came back, by the ledger alone": {
    sql: `SELECT pg_temp.book('refund_returned', jsonb_build_object('cash:1', 200, 'refunds_payable:' || payment_id, -200), payment_id, id) FROM part_refund`,
    says: /^order \d+, refund .*: transfer \d+ \(refund_returned\) is explained by no fact/,
  },
  "a cancelled refund that was never taken back": {
    sql: `SELECT pg_temp.erase(id) FROM ledger_transfers WHERE kind = 'refund_cancelled' ORDER BY id LIMIT 1`,
    says: /^order \d+, refund .*: refund_cancelled is not booked; the facts ask for pot:1 -50 cents, range_share:1 -17 cents, refunds_payable:\S+ 250 cents, revenue:1 -183 cents$/,
  },
  "a cancelled refund taken back by revenue alone": {
    sql: `SELECT pg_temp.shift(id, 'pot:1', 'revenue:1', 50) FROM ledger_transfers WHERE kind = 'refund_cancelled' ORDER BY id LIMIT 1`,
    says: /^order \d+, refund .* \(refund_cancelled\) books range_share:1 -17 cents, .* revenue:1 -233 cents; the facts ask for pot:1 -50 cents/,
  },
  "a cancelled refund that earned what is still kept for a start": {
    sql: `SELECT pg_temp.shift(id, 'deferred:1', 'revenue:1', 250) FROM ledger_transfers WHERE kind = 'refund_cancelled' ORDER BY id DESC LIMIT 1`,
    says: /^order \d+, refund .* \(refund_cancelled\) books .*revenue:1 -250 cents; the facts ask for deferred:1 -250 cents/,
  },
  "a refund taken back that nobody cancelled": {
    sql: `SELECT pg_temp.book('refund_cancelled', jsonb_build_object('revenue:1', -200, 'refunds_payable:' || payment_id, 200), payment_id, id) FROM part_refund`,
    says: /^order \d+, refund .*: transfer \d+ \(refund_cancelled\) is explained by no fact/,
  },
  "a refund dropped for no dispute": {
    sql: `SELECT pg_temp.book('refund_dropped', jsonb_build_object('dispute_loss', -200, 'refunds_payable:' || payment_id, 200), payment_id, id) FROM part_refund`,
    says: /^order \d+, refund .*: transfer \d+ \(refund_dropped\) is explained by no fact/,
  },
  "a chargeback borne by the pot": {
    sql: shift(booked("chargeback", one("lost")), "'pot:1'", "'dispute_loss'", 500),
    says: /^order \d+.* \(chargeback\) books cash:1 -500 cents, pot:1 500 cents; the facts ask for cash:1 -500 cents, dispute_loss 500 cents$/,
  },
  "a lost dispute booked back": {
    sql: `SELECT pg_temp.book('chargeback_reversed', '{"cash:1": 500, "dispute_loss": -500}', ${one("lost")})`,
    says: /^order \d+.*: transfer \d+ \(chargeback_reversed\) is explained by no fact/,
  },
  "a won dispute that was never booked back": {
    sql: `SELECT pg_temp.erase(id) FROM ledger_transfers WHERE kind = 'chargeback_reversed' LIMIT 1`,
    says: /^order \d+.*: chargeback_reversed is not booked; the facts ask for cash:1 500 cents, dispute_loss -500 cents$/,
  },
  "a pot opened with more than its base": {
    sql: shift(
      "(SELECT id FROM ledger_transfers WHERE kind = 'open_pot' AND course_id = 2)",
      "'house_funding'",
      "'pot:2'",
      5,
    ),
    says: /^course 2: transfer \d+ \(open_pot\) books house_funding 100005 cents, pot:2 -100005 cents; the facts ask for house_funding 100000 cents/,
  },
  "money between the pots of two courses": {
    sql: `SELECT pg_temp.book('rebalance', '{"pot:1": 300, "pot:2": -300}')`,
    says: /\(rebalance\) is explained by no fact; it books pot:1 300 cents, pot:2 -300 cents$/,
  },
  "a reserve taken from another course's pot": {
    sql: shift(reserve, "'pot:2'", "'pot:1'", 1000),
    says: /^claim .* of .*: transfer|^claim .*\(reserve\) books .*pot:2 1000 cents/,
  },
  "a claim reserved late": {
    sql: `UPDATE ledger_transfers SET created_at = created_at + interval '1 hour' WHERE id = ${reserve}`,
    says: /^claim .* of .*\(reserve\) is dated .*; its facts say/,
  },
  "a claim that took more than its pot held": {
    sql: `${shift(reserve, "'house_funding'", "(SELECT reserved FROM won LIMIT 1)", 100)}
      UPDATE claims SET prize_amount_cents = prize_amount_cents + 100 WHERE id = ${one("won")}`,
    says: /^claim .* of .*\(reserve\) books house_funding 100 cents, pot:1/,
  },
  "a claim that left money in the pot": {
    sql: `${shift(reserve, "(SELECT reserved FROM won LIMIT 1)", "'pot:1'", 100)}
      UPDATE claims SET prize_amount_cents = prize_amount_cents - 100 WHERE id = ${one("won")}`,
    says: /^claim .* of .*\(reserve\) books pot:1 \d+ cents/,
  },
  "a reseed forgotten": {
    sql: `SELECT pg_temp.erase(${booked("reseed", one("won"))}); UPDATE claims SET reseed_cents = 0 WHERE id = ${one("won")}`,
    says: /^claim .* of .*: reseed is not booked; the facts ask for house_funding 100000 cents, pot:1 -100000 cents$/,
  },
  "a pot filled again with more than its base": {
    sql: `${shift(booked("reseed", one("won")), "'house_funding'", "'pot:1'", 700)} UPDATE claims SET reseed_cents = reseed_cents + 700 WHERE id = ${one("won")}`,
    says: /^claim .* of .*\(reseed\) books house_funding 100700 cents/,
  },
  "a rejected jackpot kept as revenue": {
    sql: `SELECT pg_temp.shift(${rejection}, 'house_funding', 'revenue:1', -amount_cents) FROM ledger_entries WHERE transfer_id = ${rejection} AND account_key = 'house_funding'`,
    says: /^claim .* of .*\(reject\) books .*revenue:1 -/,
  },
  "a rejected jackpot that its heir never got": {
    sql: `SELECT pg_temp.shift(t.id, e.account_key, 'pot:1', -e.amount_cents), 1 FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
        WHERE t.kind = 'reject' AND e.amount_cents < 0 AND e.account_key LIKE 'reserved:%';
      UPDATE claims SET prize_amount_cents = -(SELECT sum(amount_cents) FROM ledger_entries WHERE account_key = 'reserved:' || claims.id) WHERE id = ${one("won")}`,
    says: /^claim .* of .*\(reject\) books .*pot:1 -\d+ cents, reserved:.*; the facts ask for house_funding -\d+ cents, reserved:.*, reserved:/,
  },
  "a verified jackpot made payable to another claim": {
    sql: `SELECT pg_temp.shift(${booked("verify", one("paid_prize"))}, ${one("paid_prize", "payable")}, 'prize_payable:' || ${one("won")}, 100);
      SELECT pg_temp.shift(${booked("pay_out", one("paid_prize"))}, 'prize_payable:' || ${one("won")}, ${one("paid_prize", "payable")}, 100)`,
    says: /^claim .* of .*\((verify|pay_out)\) books/,
  },
  "a prize paid twice": {
    sql: `SELECT pg_temp.repeat(${booked("pay_out", one("paid_prize"))})`,
    says: /^claim .* of .*: transfer \d+ \(pay_out\) is explained by no fact/,
  },
  "a prize paid a cent short": {
    sql: shift(booked("pay_out", one("paid_prize")), "'bank'", "'revenue:1'", 1),
    says: /^claim .* of .*\(pay_out\) books .*revenue:1 -1 cents/,
  },
  "a forfeited prize that revenue kept": {
    sql: `SELECT pg_temp.shift(t.id, 'pot:1', 'revenue:1', -e.amount_cents) FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_key = 'pot:1' WHERE t.kind = 'forfeit'`,
    says: /^claim .* of .*\(forfeit\) books .*revenue:1 -\d+ cents; the facts ask for pot:1 -/,
  },
};
