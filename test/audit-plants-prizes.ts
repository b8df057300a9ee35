/** Faults in who acted on a claim and in what its payout had to wait for. */
import { one, type Plant } from "./audit-plants.ts";

const paid = one("paid_prize");
/** A sponsored prize that was handed over. */
const handed = "(SELECT id FROM claims WHERE payout_status = 'paid' AND prize_type = 'other' LIMIT 1)";
const strangerIs = "role = 'player' AND id NOT IN (SELECT user_id FROM claims UNION SELECT buyer_id FROM claims)";
const stranger = `(SELECT id FROM users WHERE ${strangerIs} LIMIT 1)`;
/** Makes a stranger the one who took a step on the paid jackpot. */
const stepBy = (step: string, who = stranger) =>
  `UPDATE claim_steps SET actor_id = ${who} WHERE step = '${step}' AND claim_id = ${paid}`;

export const verdicts: Record<string, Omit<Plant, "by">> = {
  "a jackpot verified by nobody": {
    sql: `UPDATE claims SET decided_by = NULL WHERE id = ${paid}`,
    says: /^claim .* was verified by nobody$/,
  },
  "a jackpot rejected by nobody, and no bank": {
    sql: `UPDATE claims SET decided_by = NULL WHERE id = ${one("rejected")}`,
    says: /^claim .* was rejected by nobody, and no bank took its payment back then$/,
  },
  "a jackpot forfeited by nobody, and no bank": {
    sql: `UPDATE claim_steps SET actor_id = NULL WHERE step = 'forfeited' AND claim_id = ${one("forfeited")}`,
    says: /^claim .* was forfeited by nobody, and no bank took its payment back then$/,
  },
  "a jackpot verified by a player": {
    sql: `UPDATE claims SET decided_by = ${stranger} WHERE id = ${paid}; ${stepBy("verified")}`,
    says: /^claim .* was verified by .*, who had not the role for it then$/,
  },
  "a jackpot verified by somebody who got the role later": {
    sql: `INSERT INTO audit_trail (actor_id, action, subject, detail, created_at)
        SELECT NULL, 'account.grant_admin', id::text, '{"from": "player", "to": "admin"}', now() + interval '1 year' FROM users WHERE id = ${stranger};
      UPDATE claims SET decided_by = ${stranger} WHERE id = ${paid}; ${stepBy("verified")};
      UPDATE users SET role = 'admin' WHERE id = (SELECT decided_by FROM claims WHERE id = ${paid})`,
    says: /^claim .* was verified by .*, who had not the role for it then$/,
  },
  "a jackpot paid by staff": {
    sql: stepBy("paid", "(SELECT id FROM users WHERE role = 'staff' LIMIT 1)"),
    says: /^claim .* was paid by .*, who had not the role for it then$/,
  },
  "a jackpot approved by its own winner": {
    sql: `INSERT INTO claim_steps (claim_id, step, actor_id, created_at) SELECT id, 'approved', user_id, paid_at FROM claims WHERE id = ${paid}`,
    says: /^claim .* was approved by one of its own people$/,
  },
  "a jackpot moved to a stranger": {
    sql: `UPDATE claims SET user_id = ${stranger} WHERE id = ${paid}`,
    says: /^claim .* belongs to somebody who did not play on its row$/,
  },
  "a jackpot moved to a stranger as a guest's": {
    sql: `UPDATE claims SET on_guest_row = true WHERE id = ${paid}`,
    says: /^claim .* belongs to somebody who did not play on its row$/,
  },
  "a claim that a stranger sent": {
    sql: `UPDATE claims SET submitted_by = ${stranger} WHERE id = ${paid}`,
    says: /^claim .* was submitted by a stranger$/,
  },
};

export const payouts: Record<string, Omit<Plant, "by">> = {
  "a prize stated below its worth": {
    sql: `UPDATE claims SET stated_value_cents = 1 WHERE id = ${handed}`,
    says: /^claim .* is stated to be worth 1 cents; its prize was worth 14900 cents$/,
  },
  "a jackpot with a stated value beside its cash": {
    sql: `UPDATE claims SET stated_value_cents = 1 WHERE id = ${paid}`,
    says: /^claim .* is stated to be worth 1 cents; its prize was worth 0 cents$/,
  },
  "a prize above the threshold by its stated value, handed over without a tax form": {
    sql: `UPDATE claims SET stated_value_cents = 60001 WHERE id = ${handed}; UPDATE sponsored_prizes SET value_cents = 60001`,
    says: /^claim .* was paid at .* without a tax form, after 0 cents in 2026$/,
  },
  "cash paid without an age": {
    sql: `UPDATE claims SET age_confirmed_at = NULL WHERE id = ${paid}; DELETE FROM age_records`,
    says: /^claim .* was paid at .* without an age confirmation$/,
  },
  "cash paid before the age was seen": {
    sql: `UPDATE claims SET age_confirmed_at = paid_at + interval '1 day' WHERE id = ${paid}; UPDATE age_records SET confirmed_at = confirmed_at + interval '1 day'`,
    says: /^claim .* was paid at .* without an age confirmation$/,
  },
  "cash paid without a tax form": {
    sql: `UPDATE claims SET tax_form_received_at = NULL WHERE id = ${paid}; DELETE FROM tax_forms`,
    says: /^claim .* was paid at .* without a tax form, after 0 cents in 20\d\d$/,
  },
  "a form that only an earlier payout of the year made necessary": {
    sql: `UPDATE claims SET tax_form_received_at = NULL WHERE id = ${paid}; DELETE FROM tax_forms;
      INSERT INTO audit_trail (action, subject, detail, created_at)
        SELECT 'payouts.threshold_set', '2020', jsonb_build_object('aboveCents', prize_amount_cents + 100), '2020-01-01' FROM claims WHERE id = ${paid};
      UPDATE claims c SET user_id = p.user_id, prize_amount_cents = 200, paid_at = p.paid_at - interval '1 hour' FROM claims p WHERE p.id = ${paid} AND c.payout_status = 'paid' AND c.id <> p.id`,
    says: /^claim .* was paid at .* without a tax form, after 15100 cents in 20\d\d$/,
  },
  "a win of a free shot paid without its tee time": {
    sql: `UPDATE claims SET free_shot = true WHERE id = ${paid}; UPDATE sessions SET is_free_shot = true WHERE id = (SELECT session_id FROM claims WHERE id = ${paid})`,
    says: /^claim .* was paid at .* without a confirmed tee time$/,
  },
  "a jackpot above the limit without an approval": {
    sql: `INSERT INTO approval_limits (above_cents, set_by, set_at) SELECT 100, decided_by, created_at FROM claims WHERE id = ${paid}`,
    says: /^claim .* was paid at .* above the limit of 100 cents without an approval$/,
  },
  "a jackpot above a limit that was lifted for it": {
    sql: `INSERT INTO approval_limits (above_cents, set_by, set_at) SELECT 100, decided_by, created_at - interval '1 day' FROM claims WHERE id = ${paid};
      INSERT INTO approval_limits (above_cents, set_by, set_at) SELECT NULL, decided_by, created_at + interval '1 second' FROM claims WHERE id = ${paid}`,
    says: /^claim .* was paid at .* above the limit of 100 cents without an approval$/,
  },
  "a jackpot approved and paid by one": {
    sql: `UPDATE claims SET approved_by = decided_by, approved_at = decided_at WHERE id = ${paid}`,
    says: /^claim .* was paid at .* by the one who approved it$/,
  },
  "cash paid to an address that nobody proved": {
    sql: `UPDATE users SET email_proved_at = NULL WHERE id = (SELECT user_id FROM claims WHERE id = ${paid})`,
    says: /^claim .* was paid at .* to an address that nobody had proved$/,
  },
  "cash paid an hour after an administrator moved its player's address": {
    sql: `INSERT INTO audit_trail (action, subject, created_at) SELECT 'account.email_moved', user_id::text, paid_at - interval '1 hour' FROM claims WHERE id = ${paid}`,
    says: /^claim .* was paid at .* within 72 hours of the move of its player to another address$/,
  },
};
