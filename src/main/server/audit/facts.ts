/**
 * Facts that cannot all be true, each as a SELECT of sentences: sales against the terms of their time, sessions against
 * their payment, prizes against their shots and verdicts. They may use what `derive.ts` reads.
 */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { wrongDivisions } from "./bank.ts";
import { wrongBooks } from "./books.ts";
import { wrongClosings } from "./closings.ts";
import { wrongCounts } from "./counts.ts";
import { inForce, type AuditScope } from "./events.ts";
import { brokenHolds } from "./held.ts";
import { CLOCKS_DIFFER, EITHER_ORDER } from "./moments.ts";
import { wrongStates } from "./order-states.ts";
import { wrongPayouts } from "./payouts.ts";
import { wrongPlays } from "./plays.ts";
import { wrongVerdicts } from "./verdicts.ts";

/** The name of a claim `c`, and the session with which its balls were bought. */
const claim = sql`'claim ' || c.id || ' of ' || c.player_name`;
const bought = sql`coalesce(s.main_session_id, s.id)`;

const sold = (scope: AuditScope): readonly SQL[] => [
  // Orders from before the first known terms of a course or package cannot be judged.
  sql`SELECT 'order ' || o.number || ' was sold for ' || o.amount_cents || ' cents with shares of ' || o.jackpot_share_cents || ' cents and ' || o.range_share_cents || ' cents'
      || coalesce(' and ' || o.tax_cents || ' cents of ' || o.tax_label || ' at ' || o.tax_rate_milli / 1000.0 || ' %', '') || ', which no terms of ' || o.created_at || ' ask for' AS fault
    FROM orders o WHERE ${scope.whole ? sql`true` : sql`o.id IN (SELECT p.order_id FROM payment_attempts p WHERE ${scope.has(sql`p.id`)})`}
      AND NOT EXISTS (SELECT 1 FROM terms t JOIN prices p ON p.package_id = o.package_id
        WHERE t.course_id = o.course_id AND ${inForce(sql`o.created_at`)}
          AND p.since <= o.created_at + ${CLOCKS_DIFFER} AND p.until >= o.created_at - ${EITHER_ORDER}
          AND o.amount_cents = (p.price_cents::bigint * t.price_factor_bp + 5000) / 10000
          AND (o.tax_rate_milli, o.tax_label) IS NOT DISTINCT FROM (t.tax_rate_milli, CASE WHEN t.tax_rate_milli > 0 THEN t.tax_label END)
          AND o.tax_cents = o.amount_cents - round(o.amount_cents / (1 + t.tax_rate_milli / 100000.0))
          AND o.jackpot_share_cents = (o.amount_cents - o.tax_cents)::bigint * t.jackpot_share_bp / 10000
          AND o.range_share_cents = (o.amount_cents - o.tax_cents)::bigint * t.range_share_bp / 10000)
      AND o.created_at >= (SELECT min(since) FROM terms t WHERE t.course_id = o.course_id)
      AND o.created_at >= (SELECT min(since) FROM prices p WHERE p.package_id = o.package_id)`,
  sql`SELECT 'course ' || c.id || ': its terms were changed beside managing' FROM courses c
    WHERE (c.base_jackpot_cents, c.jackpot_share_bp, c.range_share_bp, c.price_factor_bp, coalesce(c.tax_rate_milli, 0), c.tax_label) IS DISTINCT FROM
      (SELECT (t.base_jackpot_cents, t.jackpot_share_bp, t.range_share_bp, t.price_factor_bp, t.tax_rate_milli, t.tax_label) FROM course_terms t WHERE t.course_id = c.id ORDER BY t.id DESC LIMIT 1)
      AND EXISTS (SELECT 1 FROM course_terms t WHERE t.course_id = c.id)`,
  sql`SELECT 'package ' || p.id || ': its price was changed beside managing' FROM packages p
    WHERE p.price_cents IS DISTINCT FROM (SELECT t.price_cents FROM package_terms t WHERE t.package_id = p.id ORDER BY t.id DESC LIMIT 1)
      AND EXISTS (SELECT 1 FROM package_terms t WHERE t.package_id = p.id)`,
  sql`SELECT 'order ' || o.number || ' is for ' || o.amount_cents || ' cents, its payment ' || p.id || ' for ' || p.amount_cents || ' cents'
    FROM payment_attempts p JOIN orders o ON o.id = p.order_id WHERE p.amount_cents <> o.amount_cents AND ${scope.has(sql`p.id`)}`,
  sql`SELECT 'order ' || o.number || ' says paid at ' || coalesce(o.paid_at::text, 'no time') || ', its payment ' || p.id || ' captured at ' || p.resolved_at
    FROM payment_attempts p JOIN orders o ON o.id = p.order_id WHERE p.status = 'succeeded' AND o.paid_at IS DISTINCT FROM p.resolved_at AND ${scope.has(sql`p.id`)}`,
  sql`SELECT 'order ' || o.number || ' was not started when it was captured, and its shares were booked: it is not deferred'
    FROM orders o JOIN payment_attempts p ON p.order_id = o.id AND p.status = 'succeeded'
      JOIN ledger_transfers x ON x.payment_id = p.id AND x.kind = 'capture' AND x.rule > 1 LEFT JOIN sessions s ON s.id = o.session_id
    WHERE NOT o.deferred AND s.started_at IS DISTINCT FROM p.resolved_at`,
  sql`SELECT 'order ' || g.number || ', refund ' || g.id || ' says that the pot gave ' || g.pot_part_cents || ' cents and the range ' || g.range_part_cents || ' cents; they have to give '
      || g.pot_part || ' cents and ' || g.range_part || ' cents'
    FROM parts g WHERE NOT g.unfulfilled AND g.taken_from <> 'dispute_loss' AND (g.pot_part_cents, g.range_part_cents) <> (g.pot_part, g.range_part)`,
  sql`SELECT 'order ' || g.number || ', refund ' || g.id || ' says that ' || g.tax_part_cents || ' cents of it were tax; ' || CASE WHEN g.unfulfilled OR g.taken_from = 'dispute_loss' THEN 0 ELSE g.tax_part END || ' cents have to be'
    FROM parts g WHERE g.tax_part_cents <> CASE WHEN g.unfulfilled OR g.taken_from = 'dispute_loss' THEN 0 ELSE g.tax_part END`,
  sql`SELECT 'order ' || g.number || ', refund ' || g.id || ' is of another order than its payment' FROM given g JOIN payment_attempts p ON p.id = g.payment_id
    WHERE p.order_id <> g.order_id`,
  // The money of a dropped refund pays for others once. Only a gateway can give back more than that.
  sql`SELECT 'order ' || o.number || ': ' || sum(g.from_dropped) || ' cents were refunded with what ' || sum(g.made_good) || ' cents of dropped refunds left'
    FROM (SELECT r.order_id, CASE WHEN r.status = 'cancelled' THEN 0 WHEN r.taken_from = 'dispute_loss' THEN r.amount_cents ELSE r.from_dropped_cents END AS from_dropped, r.made_good_cents AS made_good,
        r.status <> 'dropped' AND r.made_good_cents > 0 AS unasked FROM given r) g JOIN orders o ON o.id = g.order_id
    GROUP BY o.id, o.number HAVING sum(g.made_good) > sum(g.from_dropped) OR bool_or(g.unasked)`,
  sql`SELECT 'transfer ' || x.id || ' follows rule ' || x.rule || ', which there is not' FROM ledger_transfers x WHERE x.rule NOT IN (1, 2, 3)`,
];

const played: readonly SQL[] = [
  sql`SELECT 'session ' || s.id || ' of ' || s.player_name || ' (course ' || s.course_id || ', bay ' || s.bay_number || ', ' || s.started_at || '): nobody paid for it'
    FROM sessions s LEFT JOIN orders o ON o.session_id = s.id LEFT JOIN payment_attempts p ON p.order_id = o.id AND p.status = 'succeeded'
    WHERE s.main_session_id IS NULL AND NOT s.is_free_shot AND p.id IS NULL`,
  sql`SELECT 'session ' || s.id || ' of ' || s.player_name || ' is a free shot that nobody was given' FROM sessions s
    WHERE s.is_free_shot AND s.main_session_id IS NULL AND NOT EXISTS (SELECT 1 FROM free_shots f WHERE f.session_id = s.id)`,
  sql`SELECT 'session ' || s.id || ' of ' || s.player_name || ' is another one than order ' || o.number || ' pays for (course, package, buyer or balls)'
    FROM orders o JOIN sessions s ON s.id = o.session_id
      LEFT JOIN (SELECT main_session_id, sum(balls_bought) AS balls FROM sessions WHERE main_session_id IS NOT NULL GROUP BY main_session_id) friends ON friends.main_session_id = s.id
    WHERE (s.course_id, s.package_id, s.package_type, s.buyer_id, s.balls_bought + coalesce(friends.balls, 0)) <> (o.course_id, o.package_id, o.package_type, o.user_id, o.ball_count)`,
  sql`SELECT 'session ' || s.id || ' of ' || s.player_name || ' began before order ' || o.number || ' was paid' FROM orders o JOIN sessions s ON s.id = o.session_id
    WHERE s.started_at < o.paid_at - ${CLOCKS_DIFFER}`,
];

const won: readonly SQL[] = [
  sql`SELECT ${claim} || ' is for ' || c.prize_amount_cents || ' cents; the ledger reserved ' || c.held || ' cents for it' FROM jackpots c WHERE c.prize_amount_cents <> c.held`,
  sql`SELECT ${claim} || ' is for money, though it is no jackpot' FROM claims c WHERE c.target_hole <> 'middle' AND (c.prize_amount_cents <> 0 OR c.prize_type <> 'other')`,
  sql`SELECT ${claim} || ' says that its pot was filled again with ' || c.reseed_cents || ' cents, which no terms of ' || c.created_at || ' ask for'
    FROM jackpots c WHERE NOT EXISTS (SELECT 1 FROM terms t WHERE t.course_id = c.course_id AND ${inForce(sql`c.created_at`)} AND t.base_jackpot_cents = c.reseed_cents)
      AND c.created_at >= (SELECT min(since) FROM terms t WHERE t.course_id = c.course_id)`,
  sql`SELECT ${claim} || ' is not what its shot says (session, course, hole or amount)' FROM claims c JOIN attempts a ON a.id = c.attempt_id JOIN sessions s ON s.id = c.session_id
    WHERE (a.session_id, s.course_id, a.target_hole, a.prize_amount_cents, a.prize_claim, s.buyer_id) <> (c.session_id, c.course_id, c.target_hole, c.prize_amount_cents, true, c.buyer_id)`,
  sql`SELECT ${claim} || ' is for the jackpot, which its package does not play for' FROM claims c JOIN sessions s ON s.id = c.session_id
    WHERE c.target_hole = 'middle' AND s.package_type <> 'jackpot'`,
  sql`SELECT ${claim} || ' was made before its session began' FROM claims c JOIN sessions s ON s.id = c.session_id WHERE c.created_at < s.started_at - ${CLOCKS_DIFFER}`,
  sql`SELECT ${claim} || ' was decided by one of its own people' FROM claims c WHERE c.decided_by IN (c.user_id, c.buyer_id, c.submitted_by)`,
  sql`SELECT ${claim} || ' is ' || c.status || ', which its trail does not say of whoever decided it' FROM claims c
    WHERE c.status <> 'pending' AND c.decided_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM claim_steps k WHERE k.claim_id = c.id AND k.step = c.status AND k.actor_id = c.decided_by)`,
  sql`SELECT ${claim} || ' is ' || c.payout_status || ', which its trail does not say' FROM claims c
    WHERE c.payout_status IN ('paid', 'forfeited') AND NOT EXISTS (SELECT 1 FROM claim_steps k WHERE k.claim_id = c.id AND k.step = c.payout_status)`,
  sql`SELECT ${claim} || ' was paid or forfeited before its verdict' FROM claims c WHERE coalesce(c.paid_at, c.forfeited_at) < c.decided_at - ${CLOCKS_DIFFER}`,
  sql`SELECT ${claim} || ' was paid at ' || c.paid_at || ' while dispute ' || d.reference || ' of order ' || o.number || ' was open or lost'
    FROM claims c JOIN sessions s ON s.id = c.session_id JOIN orders o ON o.session_id = ${bought} JOIN payment_attempts p ON p.order_id = o.id JOIN disputes d ON d.payment_id = p.id
    WHERE c.payout_status = 'paid' AND d.created_at < c.paid_at AND NOT (d.status = 'won' AND d.resolved_at <= c.paid_at)`,
  sql`SELECT ${claim} || ' was ' || step.name || ' at ' || step.at || ' while refund ' || r.id || ', made at the gateway, held order ' || o.number
    FROM claims c CROSS JOIN LATERAL (VALUES ('verified', CASE c.status WHEN 'verified' THEN c.decided_at END), ('paid', c.paid_at)) step (name, at)
      JOIN sessions s ON s.id = c.session_id JOIN orders o ON o.session_id = ${bought} JOIN refunds r ON r.order_id = o.id
    WHERE r.origin = 'gateway' AND r.status <> 'dropped' AND r.created_at < step.at AND coalesce(least(r.released_at, r.cancelled_at - interval '5 seconds') > step.at, true)
      AND o.amount_cents <= (SELECT coalesce(sum(q.amount_cents), 0) FROM refunds q WHERE q.order_id = o.id AND q.status <> 'dropped' AND q.created_at < step.at
        AND coalesce(q.cancelled_at - interval '5 seconds' > step.at, true))`,
  sql`SELECT ${claim} || ' was paid at ' || c.paid_at || ' on order ' || o.number || ', which was ' || o.status || ' before'
    FROM claims c JOIN sessions s ON s.id = c.session_id JOIN orders o ON o.session_id = ${bought}
    WHERE c.payout_status = 'paid' AND (o.status = 'reversed' OR o.amount_cents <= (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r
      WHERE r.order_id = o.id AND r.status <> 'dropped' AND r.origin = 'ours' AND r.created_at < c.paid_at))`,
];

/** The contradictions, by subject. */
export const contradictions = (scope: AuditScope): readonly SQL[] => [
  ...sold(scope),
  ...wrongStates,
  ...played,
  ...wrongPlays,
  ...won,
  ...brokenHolds,
  ...wrongVerdicts,
  ...wrongPayouts,
  ...wrongCounts,
  ...wrongBooks,
  wrongDivisions,
  ...wrongClosings,
];
