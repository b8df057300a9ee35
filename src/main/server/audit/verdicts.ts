/** Who acted on a claim: it was a person with the role for it then, and the prize is its player's. */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { CLOCKS_DIFFER, EITHER_ORDER } from "./moments.ts";

const which = sql`'claim ' || c.id || ' of ' || c.player_name`;

/** Whether the bank decided at a moment: no person did, and a dispute of the claim's order was lost then. */
const byBank = (
  at: SQL,
) => sql`EXISTS (SELECT 1 FROM sessions s JOIN orders o ON o.session_id = coalesce(s.main_session_id, s.id)
  JOIN audit_trail t ON t.subject = o.id::text AND t.action = 'dispute.lost'
  WHERE s.id = c.session_id AND t.created_at BETWEEN ${at} - ${EITHER_ORDER} AND ${at} + ${EITHER_ORDER})`;

/** The steps that only staff and administrators take, and those that only administrators take. */
const steps = sql`(VALUES ('verified', false), ('rejected', false), ('confirmed_tee_time', false), ('released', true), ('confirmed_age_18', true), ('confirmed_tax_form', true),
  ('approved', true), ('paid', true), ('came_back', true), ('forfeited', true)) AS of (step, by_admin)`;
/**
 * The changes of roles by the trail, each with the role before it. A person's role at a moment is the role before their
 * next change, otherwise their present role.
 */
const changes = sql`(SELECT id, subject, coalesce(detail -> 'before' ->> 'role', detail ->> 'from') AS role, created_at AS at
  FROM audit_trail WHERE action IN ('staff.changed', 'account.grant_admin')) was`;
/** Whether a user `u` lacked the role for something at a moment, in whatever order things happened then. */
function lacked(byAdmin: SQL, at: SQL): SQL {
  const fits = (role: SQL) => sql`(${role} = 'admin' OR (${role} = 'staff' AND NOT ${byAdmin}))`;
  return sql`NOT ${fits(sql`coalesce((SELECT was.role FROM ${changes} WHERE was.subject = u.id::text AND was.at > ${at} + ${EITHER_ORDER} ORDER BY was.id LIMIT 1), u.role)`)}
    AND NOT EXISTS (SELECT 1 FROM ${changes} WHERE was.subject = u.id::text AND ${fits(sql`was.role`)} AND was.at BETWEEN ${at} - ${EITHER_ORDER} AND ${at} + ${EITHER_ORDER})`;
}

export const wrongVerdicts: readonly SQL[] = [
  sql`SELECT ${which} || ' was verified by nobody' FROM claims c WHERE c.status = 'verified' AND c.decided_by IS NULL`,
  sql`SELECT ${which} || ' was rejected by nobody, and no bank took its payment back then' FROM claims c
    WHERE c.status = 'rejected' AND c.decided_by IS NULL AND NOT ${byBank(sql`c.decided_at`)}`,
  sql`SELECT ${which} || ' was forfeited by nobody, and no bank took its payment back then' FROM claims c JOIN claim_steps k ON k.claim_id = c.id AND k.step = 'forfeited'
    WHERE c.payout_status = 'forfeited' AND k.actor_id IS NULL AND NOT ${byBank(sql`c.forfeited_at`)}`,
  sql`SELECT ${which} || ' was ' || k.step || ' by ' || u.name || ', who had not the role for it then'
    FROM claim_steps k JOIN ${steps} USING (step) JOIN claims c ON c.id = k.claim_id JOIN users u ON u.id = k.actor_id
    WHERE ${lacked(sql`of.by_admin`, sql`k.created_at`)}`,
  sql`SELECT ${which} || ' was ' || k.step || ' by one of its own people' FROM claim_steps k JOIN ${steps} USING (step) JOIN claims c ON c.id = k.claim_id
    WHERE k.actor_id IN (c.user_id, c.buyer_id, c.submitted_by) AND k.step NOT IN ('verified', 'rejected')`,
  // A friend who left became a guest; the claim stays theirs.
  sql`SELECT ${which} || ' belongs to somebody who did not play on its row' FROM claims c JOIN sessions s ON s.id = c.session_id
    WHERE CASE WHEN c.on_guest_row THEN c.user_id <> c.buyer_id OR s.user_id IS NOT NULL ELSE c.user_id <> s.user_id OR (s.user_id IS NULL AND s.main_session_id IS NULL) END`,
  sql`SELECT ${which} || ' was submitted by a stranger' FROM claims c WHERE c.submitted_by NOT IN (c.user_id, c.buyer_id)`,
  // A step may wait for a lock.
  sql`SELECT ${which} || ' says ' || moment.step || ' at ' || moment.at || ', and its trail does not' FROM claims c
      CROSS JOIN LATERAL (VALUES (c.status, c.decided_at), (c.payout_status, coalesce(c.paid_at, c.forfeited_at)), ('approved', c.approved_at), ('confirmed_age_18', c.age_confirmed_at),
        ('confirmed_tax_form', c.tax_form_received_at), ('confirmed_tee_time', c.tee_time_confirmed_at)) AS moment (step, at)
    WHERE moment.at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM claim_steps k WHERE k.claim_id = c.id AND k.step = moment.step
      AND k.created_at BETWEEN moment.at - ${EITHER_ORDER} AND moment.at + ${EITHER_ORDER} AND (k.step <> 'approved' OR k.actor_id = c.approved_by))`,
  sql`SELECT ${which} || ' was decided before it was made' FROM claims c WHERE c.decided_at < c.created_at - ${CLOCKS_DIFFER}`,
  sql`SELECT 'order ' || o.number || ', refund ' || r.id || ' was given by ' || u.name || ', who had not the role for it then'
    FROM refunds r JOIN orders o ON o.id = r.order_id JOIN users u ON u.id = r.actor_id WHERE ${lacked(sql`true`, sql`r.created_at`)}`,
  // Raising or lifting a limit needs two people.
  sql`SELECT 'the approval limit of ' || l.set_at || ' lets more through than the one before it, and nobody approved that'
    FROM (SELECT *, lag(above_cents) OVER (ORDER BY id) AS before FROM approval_limits) l
    WHERE l.before < coalesce(l.above_cents, 9223372036854775807) AND l.set_at >= (SELECT since FROM second_rules) AND NOT EXISTS (SELECT 1 FROM proposals p
      WHERE p.kind = 'approval_limit' AND p.status = 'done' AND (p.detail ->> 'aboveCents')::bigint IS NOT DISTINCT FROM l.above_cents
        AND p.decided_at BETWEEN l.set_at - ${EITHER_ORDER} AND l.set_at + ${EITHER_ORDER})`,
];
