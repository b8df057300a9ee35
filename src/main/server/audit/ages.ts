/** What has waited too long, one sentence each. These are warnings: the money is where the books say. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { standsStill } from "#platform/server/job-runs.ts";

/** Reads one snapshot. */
export async function overdue(tx: Db, now: Date): Promise<string[]> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.sql.execute<{ warning: string }>(sql`
    SELECT 'order ' || o.number || ', payment ' || p.id || ': nobody knows what became of it since ' || p.created_at AS warning
      FROM payment_attempts p JOIN orders o ON o.id = p.order_id
      WHERE p.status IN ('initiated', 'unknown') AND p.created_at <= ${moment} - interval '15 minutes' AND coalesce(p.action_until <= ${moment}, true)
    UNION ALL SELECT 'order ' || o.number || ', refund ' || r.id || ': ' || r.status || ' since ' || r.created_at
      FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.status IN ('due', 'failed') AND r.created_at <= ${moment} - interval '1 day'
    UNION ALL SELECT 'claim ' || c.id || ' of ' || c.player_name || ': undecided past ' || c.due_at
      FROM claims c JOIN sessions s ON s.id = c.session_id
      WHERE c.status = 'pending' AND c.due_at <= ${moment}
        -- A dispute holds it, or a refund at the gateway, which the payment troubles list.
        AND NOT EXISTS (SELECT 1 FROM orders o JOIN payment_attempts p ON p.order_id = o.id JOIN disputes d ON d.payment_id = p.id
          WHERE o.session_id = coalesce(s.main_session_id, s.id) AND d.status = 'open')
        AND NOT EXISTS (SELECT 1 FROM orders o JOIN refunds r ON r.order_id = o.id WHERE o.session_id = coalesce(s.main_session_id, s.id)
          AND o.status IN ('refund_due', 'refunded') AND r.origin = 'gateway' AND r.status NOT IN ('dropped', 'cancelled') AND r.released_at IS NULL)
    UNION ALL SELECT 'job ' || name || ': has not run since ' || ran_at FROM job_runs WHERE ${standsStill(moment)}
    ORDER BY warning`);
  return rows.map(({ warning }) => warning);
}
