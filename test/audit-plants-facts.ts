/** Faults in which facts contradict each other or the gateway; and all plants by the check that finds them. */
import { bankGateway, bankTransfers } from "./audit-plants-bank.ts";
import { counts, holds, states } from "./audit-plants-orders.ts";
import { dates, plays } from "./audit-plants-plays.ts";
import { payouts, verdicts } from "./audit-plants-prizes.ts";
import { one, type Plant, sale, transfers } from "./audit-plants.ts";

/** Facts that other facts contradict. */
const facts: Record<string, Omit<Plant, "by">> = {
  "a session that nobody paid for": {
    sql: `INSERT INTO sessions SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).* FROM sessions s JOIN orders o ON o.session_id = s.id WHERE o.id = ${one("sold", "order_id")}`,
    says: /^session .* of .*: nobody paid for it$/,
  },
  "a session of an order that was never captured": {
    sql: `UPDATE orders SET session_id = NULL WHERE id = ${one("sold", "order_id")};
      UPDATE orders SET session_id = (SELECT id FROM sessions s WHERE NOT is_free_shot AND main_session_id IS NULL AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.session_id = s.id) LIMIT 1)
        WHERE id = ${one("declined", "order_id")}`,
    says: /^session .* of .*: nobody paid for it$/,
  },
  "more balls than were paid for": {
    sql: `UPDATE sessions SET balls_bought = balls_bought + 5, balls_left = balls_left + 5 WHERE id = (SELECT o.session_id FROM orders o WHERE o.id = ${one("sold", "order_id")})`,
    says: /^session .* is another one than order \d+ pays for/,
  },
  "a session at another course than was paid for": {
    sql: `UPDATE sessions SET course_id = 2 WHERE id = (SELECT o.session_id FROM orders o WHERE o.id = ${one("sold", "order_id")})`,
    says: /^session .* is another one than order \d+ pays for/,
  },
  "a free shot that nobody was given": {
    sql: `DELETE FROM free_shots WHERE session_id = (SELECT session_id FROM free_shots LIMIT 1)`,
    says: /^session .* is a free shot that nobody was given$/,
  },
  "an order sold below its price, all else in step": {
    sql: `UPDATE orders SET amount_cents = 400, jackpot_share_cents = 80, range_share_cents = 28 WHERE status = 'declined'; UPDATE payment_attempts SET amount_cents = 400 WHERE status = 'failed'`,
    says: /^order \d+ was sold for 400 cents with shares of 80 cents and 28 cents, which no terms of .* ask for$/,
  },
  "a jackpot share that no terms ask for": {
    sql: `UPDATE orders SET jackpot_share_cents = 99 WHERE status = 'declined'`,
    says: /^order \d+ was sold for 500 cents with shares of 99 cents and 35 cents/,
  },
  "a tax that its course's terms do not explain": {
    sql: `UPDATE orders SET tax_cents = 38 WHERE id = ${one("taxed", "order_id")}`,
    says: /^order \d+ was sold for 600 cents with shares of 112 cents and 56 cents and 38 cents of Florida sales tax at 7\.0+ %, which no terms of .* ask for$/,
  },
  "the tax of another rate, all else in step": {
    sql: `UPDATE orders SET tax_rate_milli = 6000, tax_cents = 34, jackpot_share_cents = 113 WHERE id = ${one("taxed", "order_id")}`,
    says: /^order \d+ was sold for 600 cents with shares of 113 cents and 56 cents and 34 cents of Florida sales tax at 6\.0+ %, which no terms/,
  },
  "a tax by another name": {
    sql: `UPDATE orders SET tax_label = 'Tip' WHERE id = ${one("taxed", "order_id")}`,
    says: /^order \d+ was sold for 600 cents .* of Tip at 7\.0+ %, which no terms/,
  },
  "an order that was taxed where its course has no rate": {
    sql: `UPDATE orders SET tax_rate_milli = 7000, tax_label = 'Sales tax', tax_cents = 33, jackpot_share_cents = 93, range_share_cents = 32 WHERE status = 'declined'`,
    says: /^order \d+ was sold for 500 cents with shares of 93 cents and 32 cents and 33 cents of Sales tax at 7\.0+ %, which no terms/,
  },
  "an order that was not taxed where its course collects": {
    sql: `UPDATE orders SET tax_rate_milli = 0, tax_label = NULL, tax_cents = 0, jackpot_share_cents = 120, range_share_cents = 60 WHERE id = ${one("taxed", "order_id")}`,
    says: /^order \d+ was sold for 600 cents with shares of 120 cents and 60 cents, which no terms/,
  },
  "a tax changed beside managing": {
    sql: `UPDATE courses SET tax_rate_milli = 6000 WHERE id = 2`,
    says: /^course 2: its terms were changed beside managing$/,
  },
  "a receipt with another tax than its order": {
    sql: `UPDATE receipts SET tax_cents = 38 WHERE order_id = ${one("taxed", "order_id")}`,
    says: /^receipt \d+ does not say what order \d+ and its payment say/,
  },
  "a refund that says another tax than it gave": {
    sql: `UPDATE refunds SET tax_part_cents = 8 WHERE id = ${one("taxed_refund")}`,
    says: /^order \d+, refund .* says that 8 cents of it were tax; 9 cents have to be$/,
  },
  "terms changed beside managing": {
    sql: `UPDATE courses SET jackpot_share_bp = 1999 WHERE id = 2`,
    says: /^course 2: its terms were changed beside managing$/,
  },
  "a price changed beside managing": {
    sql: `UPDATE packages SET price_cents = 1 WHERE id = 4`,
    says: /^package 4: its price was changed beside managing$/,
  },
  "a payment of another amount than its order": {
    sql: `UPDATE payment_attempts SET amount_cents = amount_cents - 1 WHERE id = ${one("declined")}`,
    says: /^order \d+ is for 500 cents, its payment .* for 499 cents$/,
  },
  "an order paid at another time than its capture": {
    sql: `UPDATE orders SET paid_at = paid_at + interval '2 days' WHERE id = ${one("sold", "order_id")}`,
    says: /^order \d+ says paid at .*, its payment .* captured at /,
  },
  "an order paid ahead by the old rule": {
    sql: `UPDATE orders SET deferred = false WHERE deferred AND status = 'paid'`,
    says: /^order \d+ was not started when it was captured/,
    // Its transfer would also be wrong, so the plant changes the transfer with it; only this check can then find the
    // fault.
    also: `UPDATE ledger_transfers t SET kind = 'capture' FROM payment_attempts p JOIN orders o ON o.id = p.order_id WHERE p.id = t.payment_id AND o.status = 'paid' AND NOT o.deferred`,
  },
  "a refund that says another part of the pot than it took": {
    sql: `UPDATE refunds SET pot_part_cents = pot_part_cents - 1 WHERE id = ${one("part_refund")}`,
    says: /^order \d+, refund .* says that the pot gave 39 cents and the range 14 cents; they have to give 40 cents and 14 cents$/,
  },
  "a refund of another order than its payment": {
    sql: `UPDATE refunds SET order_id = ${one("sold", "order_id")} WHERE id = ${one("part_refund")}`,
    says: /^order \d+, refund .* is of another order than its payment$/,
  },
  "a rule that there is not": {
    sql: `UPDATE ledger_transfers SET rule = 9 WHERE id = ${sale}`,
    says: /^transfer \d+ follows rule 9, which there is not$/,
  },
  "a claim for more than the ledger reserved": {
    sql: `UPDATE claims SET prize_amount_cents = prize_amount_cents + 1 WHERE id = ${one("won")}`,
    says: /^claim .* is (for \d+ cents; the ledger reserved|not what its shot says)/,
  },
  "a sponsored prize turned into money": {
    sql: `UPDATE claims SET prize_type = 'monetary' WHERE prize_type = 'other'`,
    says: /^claim .* is for money, though it is no jackpot$/,
  },
  "a claim of a shot that was missed": {
    sql: `UPDATE attempts SET target_hole = 'left' WHERE id = (SELECT attempt_id FROM claims WHERE id = ${one("won")})`,
    says: /^claim .* is not what its shot says/,
  },
  "a jackpot claimed on a package without one": {
    sql: `UPDATE sessions SET package_type = 'sponsored' WHERE id = (SELECT session_id FROM claims WHERE id = ${one("won")});
      UPDATE orders SET package_type = 'sponsored' WHERE session_id = (SELECT session_id FROM claims WHERE id = ${one("won")})`,
    says: /^claim .* is for the jackpot, which its package does not play for$/,
  },
  "a claim from before its session": {
    sql: `UPDATE claims SET created_at = created_at - interval '1 day' WHERE prize_type = 'other'`,
    says: /^claim .* was made before its session began$/,
  },
  "a verdict by the claim's own player": {
    sql: `UPDATE claims SET decided_by = user_id WHERE id = ${one("paid_prize")}`,
    says: /^claim .* was decided by one of its own people$/,
  },
  "a verdict without a trail": {
    sql: `DELETE FROM claim_steps WHERE step = 'verified' AND claim_id = ${one("paid_prize")}`,
    says: /^claim .* is verified, which its trail does not say/,
  },
  "a payout without a trail": {
    sql: `DELETE FROM claim_steps WHERE step = 'paid' AND claim_id = ${one("paid_prize")}`,
    says: /^claim .* is paid, which its trail does not say$/,
  },
  "a prize paid before its verdict": {
    sql: `UPDATE claims SET paid_at = paid_at - interval '1 day' WHERE id = ${one("paid_prize")}`,
    says: /^claim .* was paid or forfeited before its verdict$/,
  },
  "a jackpot paid while a dispute was open": {
    sql: disputed("open", "NULL", "- interval '1 hour'"),
    says: /^claim .* was paid at .* while dispute planted of order \d+ was open or lost$/,
  },
  "a jackpot paid after a lost dispute": {
    sql: disputed("lost", "c.paid_at - interval '30 minutes'", "- interval '1 hour'"),
    says: /^claim .* was paid at .* while dispute planted of order \d+ was open or lost$/,
  },
  "a jackpot verified while a refund at the gateway held it": {
    sql: refundedAtGateway(),
    says: /^claim .* was verified at .* while refund .*, made at the gateway, held order \d+$/,
  },
  "a jackpot paid while a refund at the gateway held it": {
    sql: refundedAtGateway(),
    says: /^claim .* was paid at .* while refund .*, made at the gateway, held order \d+$/,
  },
  "a refund made good that was never dropped": {
    sql: `UPDATE refunds SET made_good_cents = 1 WHERE id = (SELECT id FROM part_refund)`,
    says: /^order \d+: 0 cents were refunded with what 1 cents of dropped refunds left$/,
  },
  "a jackpot paid on a reversed order": {
    sql: `UPDATE orders SET status = 'reversed' WHERE session_id = (SELECT session_id FROM claims WHERE id = ${one("paid_prize")})`,
    says: /^claim .* was paid at .* on order \d+, which was reversed before$/,
  },
};

/** A dispute of the order that a paid jackpot was won on. */
function disputed(status: string, resolved: string, opened: string): string {
  return `INSERT INTO disputes (id, reference, payment_id, amount_cents, status, reason, created_at, resolved_at)
    SELECT gen_random_uuid(), 'planted', p.id, p.amount_cents, '${status}', 'fraudulent', c.paid_at ${opened}, ${resolved}
    FROM claims c JOIN orders o ON o.session_id = c.session_id JOIN payment_attempts p ON p.order_id = o.id WHERE c.id = ${one("paid_prize")}`;
}

/** All of the order that a paid jackpot was won on, refunded at the gateway an hour before its verdict. */
function refundedAtGateway(): string {
  return `INSERT INTO refunds (id, order_id, payment_id, amount_cents, pot_part_cents, range_part_cents, taken_from, reason, status, origin, created_at, settled_at)
    SELECT gen_random_uuid(), o.id, p.id, p.amount_cents, 0, 0, 'sale', 'planted', 'settled', 'gateway', c.decided_at - interval '1 hour', c.decided_at - interval '1 hour'
    FROM claims c JOIN orders o ON o.session_id = c.session_id JOIN payment_attempts p ON p.order_id = o.id WHERE c.id = ${one("paid_prize")}`;
}

/** Facts that the gateway states differently. */
const gateway: Record<string, Omit<Plant, "by">> = {
  "captured at the gateway days ago and never booked": {
    sql: `INSERT INTO sandbox.payments (attempt_id, status, amount_cents, method, created_at) SELECT id::text, 'captured', amount_cents, 'card', '2026-11-22' FROM payment_attempts WHERE status IN ('initiated', 'unknown')
      ON CONFLICT (attempt_id) DO UPDATE SET status = 'captured', created_at = '2026-11-22'`,
    says: /^order \d+, payment .*: captured at the gateway at 2026-11-22.* and never booked, it is (initiated|unknown) here$/,
  },
  "declined here and captured at the gateway": {
    sql: `UPDATE sandbox.payments SET status = 'captured' WHERE attempt_id = ${one("declined")}::text`,
    says: /^order \d+, payment .*: captured at the gateway at .* and never booked, it is failed here$/,
  },
  "a capture at the gateway under another amount": {
    sql: `UPDATE sandbox.payments SET amount_cents = amount_cents + 1 WHERE attempt_id = ${one("sold")}::text`,
    says: /^order \d+, payment .*: the gateway captured \d+ cents of \d+ cents$/,
  },
  "two captures whose amounts cancel out at the gateway": {
    sql: `UPDATE sandbox.payments SET amount_cents = amount_cents + CASE WHEN attempt_id = ${one("sold")}::text THEN 1 ELSE -1 END
      WHERE attempt_id IN (${one("sold")}::text, ${one("sold", "id", 1)}::text)`,
    says: /^order \d+, payment .*: the gateway captured \d+ cents of \d+ cents$/,
  },
  "a capture that the gateway does not have": {
    sql: `DELETE FROM sandbox.payments WHERE attempt_id = ${one("sold")}::text`,
    says: /^order \d+, payment .*: captured here, not at the gateway$/,
  },
  "a capture of a payment that is none of ours": {
    sql: `INSERT INTO sandbox.payments (attempt_id, status, amount_cents, method, created_at) VALUES (gen_random_uuid()::text, 'captured', 500, 'card', '2026-11-22')`,
    says: /^the gateway captured 500 cents for payment .*, which is none of ours$/,
  },
  "a refund settled twice at the gateway": {
    sql: `INSERT INTO sandbox.refunds (refund_id, attempt_id, amount_cents, created_at) SELECT id || ':1', payment_id::text, 200, '2026-11-22' FROM part_refund`,
    says: /^order \d+, refund .*: the gateway paid 400 cents in 2 parts, it is for 200 cents$/,
  },
  "a refund failed here and paid there": {
    sql: `INSERT INTO sandbox.refunds (refund_id, attempt_id, amount_cents, created_at) SELECT id || ':7', payment_id::text, amount_cents, '2026-11-22' FROM refunds WHERE status = 'failed'`,
    says: /^order \d+, refund .*: failed here and paid at the gateway at 2026-11-22/,
  },
  "a refund due for a month and paid there": {
    sql: `UPDATE refunds SET status = 'due', settled_at = NULL WHERE id = ${one("part_refund")}`,
    says: /^order \d+, refund .*: due here and paid at the gateway at /,
  },
  "a refund that the gateway never paid": {
    sql: `DELETE FROM sandbox.refunds WHERE refund_id = ${one("part_refund")}::text`,
    says: /^order \d+, refund .*: settled here, not paid at the gateway$/,
  },
  "a refund that only the gateway has": {
    sql: `INSERT INTO sandbox.refunds (refund_id, attempt_id, amount_cents, created_at) VALUES ('re_dashboard', ${one("sold")}::text, 100, '2026-11-22')`,
    says: /^the gateway paid back 100 cents of payment .* \(order \d+\) as re_dashboard, which is no refund of ours$/,
  },
  "a dispute that only the gateway has": {
    sql: `INSERT INTO sandbox.disputes (reference, attempt_id, amount_cents, status, reason, created_at) VALUES ('dp_planted', ${one("sold")}::text, 500, 'open', 'fraudulent', '2026-11-22')`,
    says: /^dispute dp_planted of 500 cents, order \d+: only the gateway has it, since 2026-11-22/,
  },
  "a dispute that the gateway does not have": {
    sql: `DELETE FROM sandbox.disputes WHERE reference = ${one("lost", "reference")}`,
    says: /^dispute dp_.*, order \d+: the gateway does not have it$/,
  },
  "a dispute lost here and won there": {
    sql: `UPDATE sandbox.disputes SET status = 'won' WHERE reference = ${one("lost", "reference")}`,
    says: /^dispute dp_.*, order \d+: 500 cents and lost here, 500 cents and won at the gateway$/,
  },
};

const by = (number: number, of: Record<string, Omit<Plant, "by">>) =>
  Object.entries(of).map(([what, { sql, also = "", says }]): [string, Plant] => [
    what,
    { sql: `${sql};${also}`, by: number, says },
  ]);

export const plants: Record<string, Plant> = Object.fromEntries([
  ...by(12, { ...transfers, ...bankTransfers }),
  ...by(13, { ...facts, ...states, ...holds, ...verdicts, ...payouts, ...counts, ...plays, ...dates }),
  ...by(14, { ...gateway, ...bankGateway }),
]);
