/** Faults with the operator's bank, the gateway's fees and its payouts, planted like those of `audit-plants.ts`. */
import { booked, one, type Plant } from "./audit-plants.ts";

const prize = booked("pay_out", one("paid_prize"));
/** A prize that was paid before the third version of the rules: from cash. */
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
    says: /^claim .* of .*: pay_out_from_bank is not booked; the facts ask for bank -\d+, cash:1 \d+$/,
  },
  "a prize paid from the bank and put right all the same": {
    sql: `SELECT pg_temp.book('pay_out_from_bank', '{"cash:1": 100, "bank": -100}', claim => ${one("paid_prize")})`,
    says: /^claim .* of .*: transfer \d+ \(pay_out_from_bank\) is explained by no fact/,
  },
};
