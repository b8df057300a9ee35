/** Faults with the operator's bank, the gateway's fees and its payouts, planted like those of `audit-plants.ts`. */
import { booked, one, type Plant } from "./audit-plants.ts";

const prize = booked("pay_out", one("paid_prize"));
/** A prize that was paid from cash, before the third version of the rules. */
export const fromCash = `
  UPDATE ledger_transfers SET rule = 2 WHERE id = ${prize};
  SELECT pg_temp.shift(${prize}, 'bank', 'cash:1', (SELECT prize_amount_cents FROM claims WHERE id = ${one("paid_prize")}));`;

/** Wrong transfers. */
export const bankTransfers: Record<string, Omit<Plant, "by">> = {
  "a prize paid from cash": {
    sql: `SELECT pg_temp.shift(${prize}, 'bank', 'cash:1', (SELECT prize_amount_cents FROM claims WHERE id = ${one("paid_prize")}))`,
    says: /^claim .* of .*\(pay_out\) books cash:1 -/,
  },
  "a prize paid from cash by an earlier rule, and never put right": {
    sql: fromCash,
    says: /^claim .* of .*: pay_out_from_bank is not booked; the facts ask for bank -\d+ cents, cash:1 \d+ cents$/,
  },
  "a prize paid from the bank and put right all the same": {
    sql: `SELECT pg_temp.book('pay_out_from_bank', '{"cash:1": 100, "bank": -100}', claim => ${one("paid_prize")})`,
    says: /^claim .* of .*: transfer \d+ \(pay_out_from_bank\) is explained by no fact/,
  },
  "a fee booked twice": {
    sql: `SELECT pg_temp.repeat(${one("fee")})`,
    says: /^transaction txn_.*, course 1: transfer \d+ \(gateway_fee\) is explained by no fact; it books cash:1 -\d+ cents, fees:1 \d+ cents$/,
  },
  "a fee never booked": {
    sql: `SELECT pg_temp.erase(${one("fee")})`,
    says: /^transaction txn_.*: gateway_fee is not booked; the facts ask for cash:1 -\d+ cents, fees:1 \d+ cents$/,
  },
  "a fee borne by revenue": {
    sql: `SELECT pg_temp.shift(${one("fee")}, 'revenue:1', 'fees:1', 10)`,
    says: /^transaction txn_.*\(gateway_fee\) books .*revenue:1 10 cents; the facts ask for/,
  },
  "a payout to the bank that was not booked": {
    sql: `SELECT pg_temp.erase(${one("paid_out")})`,
    says: /^payout po_.*: bank_payout is not booked; the facts ask for bank \d+ cents, cash:1 -\d+ cents$/,
  },
  "a payout booked twice": {
    sql: `SELECT pg_temp.repeat(${one("paid_out")})`,
    says: /^payout po_.*\(bank_payout\) is explained by no fact; it books bank/,
  },
  "a payout with another course's cash": {
    sql: `SELECT pg_temp.shift(${one("paid_out")}, 'cash:1', 'cash:2', 100)`,
    says: /^payout po_.*\(bank_payout\) books bank \d+ cents, cash:1 -\d+ cents, cash:2 -100 cents; the facts ask for bank \d+ cents, cash:1 -\d+ cents$/,
  },
  "a payout that came back and stayed at the bank": {
    sql: `SELECT pg_temp.erase(${one("came_back")})`,
    says: /^payout po_.*: bank_payout_returned is not booked; the facts ask for bank -\d+ cents, cash:1 \d+ cents$/,
  },
};

const factOf = (view: string) => one(view, "fact_id");
/** Facts that the gateway states differently. */
export const bankGateway: Record<string, Omit<Plant, "by">> = {
  "a transaction that only the gateway has": {
    sql: `INSERT INTO sandbox.transactions (reference, kind, amount_cents, fee_cents, created_at) VALUES ('txn_planted', 'account_fee', -300, 0, '2026-11-22')`,
    says: /^transaction txn_planted \(account_fee\) of -300 cents: only the gateway has it, since 2026-11-22/,
  },
  "a transaction that the gateway does not have": {
    sql: `DELETE FROM sandbox.transactions WHERE reference = (SELECT reference FROM gateway_transactions WHERE id = ${factOf("fee")})`,
    says: /^transaction txn_.* of 500 cents: the gateway does not have it$/,
  },
  "a fee that was kept as another": {
    sql: `UPDATE gateway_transactions SET fee_cents = fee_cents - 1 WHERE id = ${factOf("fee")}`,
    says: /^transaction txn_.*: 500 cents with a fee of 44 cents here, 500 cents with 45 cents at the gateway$/,
  },
  "a transaction paid out by another payout": {
    sql: `UPDATE sandbox.transactions SET payout = (SELECT reference FROM gateway_payouts WHERE id = ${factOf("came_back")})
      WHERE reference = (SELECT min(reference) FROM gateway_transactions WHERE payout_id = ${factOf("paid_out")})`,
    says: /^transaction txn_.*: paid out by po_.* here, by po_.* at the gateway$/,
  },
  "a payout to the bank that the gateway does not have": {
    sql: `DELETE FROM sandbox.payouts WHERE reference = (SELECT reference FROM gateway_payouts WHERE id = ${factOf("paid_out")})`,
    says: /^payout po_.* of \d+ cents: the gateway does not have it$/,
  },
  "a payout that only the gateway has": {
    sql: `INSERT INTO sandbox.payouts (reference, day, amount_cents, status, created_at, arrives_at) VALUES ('po_planted', '2026-11-01', 700, 'on_its_way', '2026-11-22', '2026-11-24')`,
    says: /^payout po_planted of 700 cents: only the gateway has it, since 2026-11-22/,
  },
  "a payout of another amount": {
    sql: `UPDATE sandbox.payouts SET amount_cents = amount_cents + 1 WHERE reference = (SELECT reference FROM gateway_payouts WHERE id = ${factOf("paid_out")})`,
    says: /^payout po_.*: \d+ cents and .* here, \d+ cents at the gateway$/,
  },
  "a payout that came back at the gateway, not here": {
    sql: `UPDATE gateway_payouts SET status = 'paid', returned_at = NULL WHERE id = ${factOf("came_back")}`,
    says: /^payout po_.* of \d+ cents came back at the gateway \(txn_po_.*_failed\) and not here$/,
  },
};
