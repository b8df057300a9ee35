/** Checks what waits for a dispute or ends with it: its order's start, verdicts, prizes. Also what a claim holds. */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { EITHER_ORDER } from "./moments.ts";

/** Every dispute with its order; `over` is when it stopped holding. */
const disputed = sql`(SELECT d.*, o.number, o.session_id, CASE d.status WHEN 'won' THEN d.resolved_at ELSE 'infinity' END AS over
  FROM disputes d JOIN payment_attempts p ON p.id = d.payment_id JOIN orders o ON o.id = p.order_id) d`;
const withClaims = sql`${disputed} JOIN sessions s ON coalesce(s.main_session_id, s.id) = d.session_id JOIN claims c ON c.session_id = s.id`;
const which = sql`'claim ' || c.id || ' of ' || c.player_name`;
const dispute = sql`'dispute ' || d.reference || ' of order ' || d.number`;

const duringIt = (at: SQL) => sql`d.created_at < ${at} - ${EITHER_ORDER} AND d.over > ${at} + ${EITHER_ORDER}`;
/** Disputes hold since version 2 of the rules. */
const ruled = (at: SQL) => sql`${at} >= (SELECT since FROM second_rules)`;

export const brokenHolds: readonly SQL[] = [
  sql`SELECT ${which} || ' was verified at ' || c.decided_at || ' while ' || ${dispute} || ' was open or lost' FROM ${withClaims}
    WHERE c.status = 'verified' AND ${duringIt(sql`c.decided_at`)} AND ${ruled(sql`c.decided_at`)}`,
  sql`SELECT 'order ' || d.number || ' was started at ' || s.started_at || ' while its dispute ' || d.reference || ' was open or lost'
    FROM ${disputed} JOIN sessions s ON s.id = d.session_id WHERE ${duringIt(sql`s.started_at`)} AND ${ruled(sql`s.started_at`)}`,
  // A claim made after the loss waits for the bank's final decision, or for a person's.
  sql`SELECT ${which} || ' is pending, though ' || ${dispute} || ' was lost at ' || d.resolved_at FROM ${withClaims}
    WHERE d.status = 'lost' AND c.status = 'pending' AND c.created_at < d.resolved_at - ${EITHER_ORDER} AND ${ruled(sql`d.resolved_at`)}`,
  sql`SELECT ${which} || ' is due, though ' || ${dispute} || ' was lost at ' || d.resolved_at FROM ${withClaims}
    WHERE d.status = 'lost' AND c.payout_status = 'due' AND c.decided_at < d.resolved_at - ${EITHER_ORDER} AND ${ruled(sql`d.resolved_at`)}`,
  sql`SELECT 'order ' || o.number || ', refund ' || r.id || ' was given at ' || r.created_at || ' while ' || ${which} || ' stood'
    FROM refunds r JOIN orders o ON o.id = r.order_id JOIN sessions s ON coalesce(s.main_session_id, s.id) = o.session_id JOIN claims c ON c.session_id = s.id
    WHERE r.actor_id IS NOT NULL AND c.created_at < r.created_at - ${EITHER_ORDER} AND NOT (c.status = 'rejected' AND c.decided_at <= r.created_at + ${EITHER_ORDER})`,
];
