/** Faults in which sessions, shots and claims contradict each other, and wrong moments. */
import { one, type Plant } from "./audit-plants.ts";

const paid = one("paid_prize");
const soldSession = `(SELECT session_id FROM orders WHERE id = ${one("sold", "order_id")})`;
const stranger =
  "(SELECT id FROM users WHERE role = 'player' AND id NOT IN (SELECT user_id FROM claims UNION SELECT buyer_id FROM claims) LIMIT 1)";
const partRefund = one("part_refund");

export const plays: Record<string, Omit<Plant, "by">> = {
  "an active session without balls": {
    sql: "UPDATE sessions SET status = 'active', ended_at = NULL WHERE status = 'balls_finished' OR balls_left = 0",
    says: /^session .* is active with 0 balls left$/,
  },
  "a session that ended after its clock": {
    sql: "UPDATE sessions SET ended_at = expires_at + interval '1 hour' WHERE ended_at IS NOT NULL",
    says: /^session .* ended at .*, which is not between its start and the end of its clock$/,
  },
  "a session given to another account": {
    sql: `UPDATE sessions SET user_id = ${stranger} WHERE id = ${soldSession}`,
    says: /^session .* is played by another account than bought it$/,
  },
  "a friend's row at another course": {
    sql: "UPDATE sessions SET course_id = 2 WHERE main_session_id IS NOT NULL",
    says: /^session .* is another one than its group's/,
  },
  "a free shot that another player was given": {
    sql: `UPDATE free_shots SET user_id = ${stranger} WHERE session_id = (SELECT min(session_id::text)::uuid FROM free_shots)`,
    says: /^session .* is the free shot of another player$/,
  },
  "a last shot that was not": {
    sql: "UPDATE sessions SET last_shot_at = last_shot_at + interval '1 minute' WHERE last_shot_at IS NOT NULL",
    says: /^session .* says that its last shot was at .*; it was at /,
  },
  "a shot from before its session": {
    sql: "UPDATE attempts SET created_at = created_at - interval '1 day'",
    says: /^session .* has a shot that was not within it$/,
  },
  "a shot from after its session": {
    sql: "UPDATE attempts SET created_at = created_at + interval '1 day', recorded_at = recorded_at + interval '1 day'",
    says: /^session .* has a shot that was not within it$/,
  },
  "a claim made the day after": {
    sql: `UPDATE claims SET created_at = created_at + interval '1 day' WHERE prize_type = 'other'`,
    says: /^claim .* was made at .*, after the time for claims of its session$/,
  },
  "a claim that nobody need decide": {
    sql: `UPDATE claims SET due_at = due_at + interval '1 year' WHERE id = ${one("won")}`,
    says: /^claim .* is due at .*, which is not within a week of it$/,
  },
  "a prize of another course": {
    sql: "UPDATE claims SET prize_id = (SELECT min(id) FROM sponsored_prizes WHERE course_id = 2) WHERE prize_id IS NOT NULL",
    says: /^claim .* took a prize of another course/,
  },
  "an order of more balls than its package has": {
    sql: `UPDATE orders SET ball_count = ball_count + 10 WHERE id = ${one("sold", "order_id")}; UPDATE sessions SET balls_bought = balls_bought + 10, balls_left = balls_left + 10 WHERE id = ${soldSession}`,
    says: /^order \d+ is for \d+ balls \(.*\), its package for \d+/,
  },
  "a declined order whose payment is under way": {
    sql: "UPDATE orders SET status = 'declined' WHERE status = 'charging'",
    says: /^order \d+ is declined, and a payment of it is under way$/,
  },
  "an order that waits for no payment": {
    sql: "UPDATE orders SET status = 'charging' WHERE status = 'declined'",
    says: /^order \d+ is charging, and no payment of it is under way$/,
  },
  "a receipt of another order": {
    sql: `UPDATE receipts SET ball_count = ball_count + 1 WHERE payment_id = ${one("sold")}`,
    says: /^receipt \d+ does not say what order \d+ and its payment say/,
  },
};

export const dates: Record<string, Omit<Plant, "by">> = {
  "a refund from before its capture": {
    sql: `UPDATE refunds SET created_at = created_at - interval '1 year' WHERE id = ${partRefund};
      UPDATE ledger_transfers SET created_at = created_at - interval '1 year' WHERE refund_id = ${partRefund} AND kind = 'refund'`,
    says: /^order \d+, refund .* is dated .*, its payment was captured at /,
  },
  "a refund by somebody, which the trail does not say": {
    sql: `UPDATE refunds SET actor_id = ${stranger} WHERE id = ${partRefund}`,
    says: /^order \d+, refund .* was given by somebody, which the trail does not say$/,
  },
  "a refund by somebody without the role": {
    sql: `UPDATE refunds SET actor_id = ${stranger} WHERE id = ${partRefund}`,
    says: /^order \d+, refund .* was given by .*, who had not the role for it then$/,
  },
  "a refund while a claim stood": {
    sql: `UPDATE claims SET created_at = created_at - interval '1 hour', session_id = (SELECT o.session_id FROM orders o JOIN refunds r ON r.order_id = o.id WHERE r.id = ${partRefund}) WHERE prize_type = 'other'`,
    says: /^order \d+, refund .* was given at .* while claim .* stood$/,
  },
  "a dispute from before its capture": {
    sql: `UPDATE disputes SET created_at = created_at - interval '1 year' WHERE id = ${one("lost", "dispute")}`,
    says: /^dispute .* is dated .*, its payment was captured at /,
  },
  "a dispute lost, which the trail does not say": {
    sql: "DELETE FROM audit_trail WHERE action = 'dispute.lost'",
    says: /^dispute .* is lost, which the trail does not say of then$/,
  },
  "an age that nobody confirmed": {
    sql: `DELETE FROM claim_steps WHERE step = 'confirmed_age_18' AND claim_id = ${paid}`,
    says: /^claim .* says confirmed_age_18 at .*, and its trail does not$/,
  },
  "an approval that nobody gave": {
    sql: `UPDATE claims SET approved_by = ${stranger}, approved_at = paid_at WHERE id = ${paid}`,
    says: /^claim .* says approved at .*, and its trail does not$/,
  },
  "a sponsored prize called paid in another year": {
    sql: "UPDATE claims SET paid_at = paid_at + interval '1 year' WHERE payout_status = 'paid' AND prize_type = 'other'",
    says: /^claim .* says paid at .*, and its trail does not$/,
  },
  "a verdict from before its claim": {
    sql: "UPDATE claims SET decided_at = created_at - interval '1 hour' WHERE prize_type = 'other' AND status = 'verified'",
    says: /^claim .* was decided before it was made$/,
  },
  "a limit that one person lifted": {
    sql: `INSERT INTO approval_limits (above_cents, set_by, set_at) SELECT 100, decided_by, created_at FROM claims WHERE id = ${paid};
      INSERT INTO approval_limits (above_cents, set_by, set_at) SELECT NULL, decided_by, paid_at FROM claims WHERE id = ${paid}`,
    says: /^the approval limit of .* lets more through than the one before it, and nobody approved that$/,
  },
};
