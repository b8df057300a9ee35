/** Who acted on a claim: that it was somebody, that they had the role for it then, and that the prize is its player's. */
import { sql, type SQL } from "drizzle-orm";

const which = sql`'claim ' || c.id || ' of ' || c.player_name`;

/** Whether the bank decided at a moment: nobody of ours did, and a dispute of the claim's order was lost then. */
const byBank = (
  at: SQL,
) => sql`EXISTS (SELECT 1 FROM sessions s JOIN orders o ON o.session_id = coalesce(s.main_session_id, s.id)
  JOIN audit_trail t ON t.subject = o.id::text AND t.action = 'dispute.lost'
  WHERE s.id = c.session_id AND t.created_at BETWEEN ${at} - interval '5 seconds' AND ${at} + interval '5 seconds')`;

/** What only people who work here do, and what only administrators do. */
const steps = sql`(VALUES ('verified', false), ('rejected', false), ('confirmed_tee_time', false), ('released', true), ('confirmed_age_18', true), ('confirmed_tax_form', true),
  ('approved', true), ('paid', true), ('forfeited', true)) AS of (step, by_admin)`;
/**
 * The changes of roles that the trail tells of, each with the role before it. What somebody was at a moment is what they
 * were before the next change, else what they are.
 */
const changes = sql`(SELECT id, subject, coalesce(detail -> 'before' ->> 'role', detail ->> 'from') AS role, created_at AS at
  FROM audit_trail WHERE action IN ('staff.changed', 'account.grant_admin')) r`;
const fits = (role: SQL) => sql`(${role} = 'admin' OR (${role} = 'staff' AND NOT of.by_admin))`;

export const wrongVerdicts: readonly SQL[] = [
  sql`SELECT ${which} || ' was verified by nobody' FROM claims c WHERE c.status = 'verified' AND c.decided_by IS NULL`,
  sql`SELECT ${which} || ' was rejected by nobody, and no bank took its payment back then' FROM claims c
    WHERE c.status = 'rejected' AND c.decided_by IS NULL AND NOT ${byBank(sql`c.decided_at`)}`,
  sql`SELECT ${which} || ' was forfeited by nobody, and no bank took its payment back then' FROM claims c JOIN claim_steps k ON k.claim_id = c.id AND k.step = 'forfeited'
    WHERE c.payout_status = 'forfeited' AND k.actor_id IS NULL AND NOT ${byBank(sql`c.forfeited_at`)}`,
  sql`SELECT ${which} || ' was ' || k.step || ' by ' || u.name || ', who had not the role for it then'
    FROM claim_steps k JOIN ${steps} USING (step) JOIN claims c ON c.id = k.claim_id JOIN users u ON u.id = k.actor_id
    WHERE NOT ${fits(sql`coalesce((SELECT r.role FROM ${changes} WHERE r.subject = u.id::text AND r.at > k.created_at + interval '5 seconds' ORDER BY r.id LIMIT 1), u.role)`)}
      AND NOT EXISTS (SELECT 1 FROM ${changes} WHERE r.subject = u.id::text AND ${fits(sql`r.role`)}
        AND r.at BETWEEN k.created_at - interval '5 seconds' AND k.created_at + interval '5 seconds')`,
  sql`SELECT ${which} || ' was ' || k.step || ' by one of its own people' FROM claim_steps k JOIN ${steps} USING (step) JOIN claims c ON c.id = k.claim_id
    WHERE k.actor_id IN (c.user_id, c.buyer_id, c.submitted_by) AND k.step NOT IN ('verified', 'rejected')`,
  // A friend who left has become a guest; the claim stays theirs.
  sql`SELECT ${which} || ' belongs to somebody who did not play on its row' FROM claims c JOIN sessions s ON s.id = c.session_id
    WHERE CASE WHEN c.on_guest_row THEN c.user_id <> c.buyer_id OR s.user_id IS NOT NULL ELSE c.user_id <> s.user_id OR (s.user_id IS NULL AND s.main_session_id IS NULL) END`,
  sql`SELECT ${which} || ' was submitted by a stranger' FROM claims c WHERE c.submitted_by NOT IN (c.user_id, c.buyer_id)`,
];
