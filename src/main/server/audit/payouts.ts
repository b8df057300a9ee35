/** Checks that each payout was made only after everything for which it waits. */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { EITHER_ORDER } from "./moments.ts";

const which = sql`'claim ' || c.id || ' of ' || c.player_name || ' was paid at ' || c.paid_at`;
/** Whether a fact may have existed when the claim was paid. */
const seen = (at: SQL) => sql`coalesce(${at} <= c.paid_at + ${EITHER_ORDER}, false)`;

/** The house policy without a threshold, in cents. */
const POLICY_CENTS = 60_000;

/** The year in the operator's zone, as in the figures. */
const year = (at: SQL) =>
  sql`extract(year FROM ${at} AT TIME ZONE coalesce((SELECT operator_time_zone FROM rollup_state), 'UTC'))::integer`;

/** A year's threshold in cents, by the trail; of those set in either order with the payment, the highest. */
const thresholdSet = sql`t.action = 'payouts.threshold_set' AND t.subject::integer <= c.year`;
const threshold = sql`greatest(
  coalesce((SELECT (t.detail ->> 'aboveCents')::bigint FROM audit_trail t WHERE ${thresholdSet} AND t.created_at < c.paid_at - ${EITHER_ORDER}
    ORDER BY t.subject::integer DESC, t.id DESC LIMIT 1), ${POLICY_CENTS}),
  (SELECT max((t.detail ->> 'aboveCents')::bigint) FROM audit_trail t WHERE ${thresholdSet} AND t.created_at BETWEEN c.paid_at - ${EITHER_ORDER} AND c.paid_at + ${EITHER_ORDER}))`;

/** Cents of some claims of a player that were paid before one in the same year. */
const paidBefore = (cents: SQL) =>
  sql`coalesce(sum(${cents}) FILTER (WHERE NOT on_guest_row) OVER (PARTITION BY user_id, year ORDER BY paid_at GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)`;

/**
 * Prizes paid, by their worth, with what the player had been paid before in the same year; a guest has no earlier payments. Before
 * prizes had stated values, only cash counted.
 */
const taxed = sql`(SELECT *, CASE WHEN by_cash THEN prize_amount_cents ELSE prize_amount_cents + stated_value_cents END AS worth,
    CASE WHEN on_guest_row THEN 0 WHEN by_cash THEN ${paidBefore(sql`prize_amount_cents`)} ELSE ${paidBefore(sql`prize_amount_cents + stated_value_cents`)} END AS before
  FROM (SELECT c.*, ${year(sql`c.paid_at`)} AS year, c.paid_at <= (SELECT at FROM stated_values_begin) AS by_cash FROM claims c WHERE c.payout_status = 'paid') c) c`;

/**
 * What a claim's prize was worth then: what the first change since gives as the value before it, otherwise the present
 * one. If a change has the same moment, both values may be right.
 */
const worth = (
  by: SQL,
) => sql`coalesce((SELECT round((t.detail -> 'before' ->> 'statedValue')::numeric * 100)::integer FROM audit_trail t
    WHERE t.action = 'sponsored_prize.changed' AND t.subject = 'sponsored_prize:' || z.id AND t.detail -> 'before' ? 'statedValue' AND t.created_at > c.created_at + (${by}) ORDER BY t.id LIMIT 1), z.value_cents)`;
const now = sql`interval '0'`;

/** The lowest limit between a claim and its payment. A limit set at about the moment of the payment may not count. */
const limit = sql`(SELECT min(l.above_cents) FROM approval_limits l WHERE l.set_at <= c.paid_at - ${EITHER_ORDER}
  AND (l.set_at >= c.created_at OR l.id = (SELECT max(b.id) FROM approval_limits b WHERE b.set_at < c.created_at)))`;

export const wrongPayouts: readonly SQL[] = [
  sql`SELECT 'claim ' || c.id || ' of ' || c.player_name || ' is stated to be worth ' || c.stated_value_cents || ' cents; its prize was worth ' || coalesce(${worth(now)}, hole.cents) || ' cents'
    FROM claims c LEFT JOIN sponsored_prizes z ON z.id = c.prize_id
      CROSS JOIN LATERAL (SELECT CASE WHEN c.prize_type = 'monetary' THEN 0 WHEN c.target_hole = 'left' THEN 54999 ELSE 5500 END AS cents) hole
    WHERE c.stated_value_cents NOT IN (coalesce(${worth(now)}, hole.cents), coalesce(${worth(EITHER_ORDER)}, hole.cents), coalesce(${worth(sql`-(${EITHER_ORDER})`)}, hole.cents))`,
  sql`SELECT ${which} || ' without an age confirmation' FROM claims c WHERE c.payout_status = 'paid' AND c.prize_type = 'monetary' AND NOT ${seen(sql`c.age_confirmed_at`)}
    AND (c.on_guest_row OR NOT EXISTS (SELECT 1 FROM age_records r WHERE r.player_id = c.user_id AND ${seen(sql`r.confirmed_at`)}))`,
  sql`SELECT ${which} || ' without a tax form, after ' || c.before || ' cents in ' || c.year FROM ${taxed}
    WHERE c.worth > 0 AND c.before + c.worth > ${threshold}
      AND NOT ${seen(sql`c.tax_form_received_at`)}
      AND (c.on_guest_row OR NOT EXISTS (SELECT 1 FROM tax_forms f WHERE f.player_id = c.user_id AND f.year = c.year AND ${seen(sql`f.received_at`)}))`,
  sql`SELECT ${which} || ' without a confirmed tee time' FROM claims c JOIN sessions s ON s.id = c.session_id
    WHERE c.payout_status = 'paid' AND s.is_free_shot AND NOT ${seen(sql`c.tee_time_confirmed_at`)}`,
  sql`SELECT ${which} || ' above the limit of ' || ${limit} || ' cents without an approval' FROM claims c
    WHERE c.payout_status = 'paid' AND c.prize_amount_cents > ${limit} AND NOT ${seen(sql`c.approved_at`)}`,
  sql`SELECT ${which} || ' by the one who approved it' FROM claims c JOIN claim_steps k ON k.claim_id = c.id AND k.step = 'paid' AND k.actor_id = c.approved_by
      -- Of this payment: one before it may have come back.
      AND k.created_at >= c.paid_at - ${EITHER_ORDER}
    WHERE c.payout_status = 'paid'`,
  // An account that has had only one address has proved it once.
  sql`SELECT ${which} || ' to an address that nobody had proved' FROM claims c JOIN users u ON u.id = c.user_id
    WHERE c.payout_status = 'paid' AND u.deleted_at IS NULL AND u.former_emails = '{}' AND NOT ${seen(sql`u.email_proved_at`)}`,
  sql`SELECT ${which} || ' within 72 hours of the move of its player to another address' FROM claims c
      JOIN audit_trail t ON t.action = 'account.email_moved' AND t.subject = c.user_id::text
    WHERE c.payout_status = 'paid' AND t.created_at BETWEEN c.paid_at - interval '72 hours' + ${EITHER_ORDER} AND c.paid_at - ${EITHER_ORDER}`,
];
