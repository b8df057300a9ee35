/**
 * The eleven invariants of the books (rules, section 5), as one read of one snapshot. Each check counts its violations
 * from the facts themselves, never from what another check trusts.
 */
import { sql, type SQL } from "drizzle-orm";
import { readPots } from "#features/ledger/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";

export interface Finding {
  number: number;
  invariant: string;
  violations: number;
}

const checks: readonly { invariant: string; violations: SQL }[] = [
  {
    invariant: "every transfer and the whole ledger sum to 0",
    violations: sql`SELECT (SELECT count(*) FROM (SELECT transfer_id FROM ledger_entries GROUP BY transfer_id HAVING sum(amount_cents) <> 0) unbalanced)
      + (SELECT count(*) FROM ledger_transfers t WHERE NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.transfer_id = t.id)) AS n`,
  },
  {
    invariant: "cached balances equal their entries",
    violations: sql`SELECT count(*) AS n FROM ledger_accounts a
      WHERE a.balance_cents <> (SELECT coalesce(sum(e.amount_cents), 0) FROM ledger_entries e WHERE e.account_key = a.key)`,
  },
  {
    invariant: "pot and reserved are never negative",
    violations: sql`SELECT count(*) AS n FROM ledger_accounts a WHERE a.kind IN ('pot', 'reserved')
      AND (SELECT coalesce(sum(e.amount_cents), 0) FROM ledger_entries e WHERE e.account_key = a.key) > 0`,
  },
  {
    invariant: "one capture transfer per captured payment",
    violations: sql`SELECT count(*) AS n FROM (
        SELECT p.id FROM payment_attempts p
        LEFT JOIN ledger_transfers t ON t.payment_id = p.id AND t.kind IN ('capture', 'capture_unfulfillable')
        GROUP BY p.id, p.status HAVING count(t.id) <> CASE WHEN p.status = 'succeeded' THEN 1 ELSE 0 END
      UNION ALL
        SELECT t.payment_id FROM ledger_transfers t
        WHERE t.kind IN ('capture', 'capture_unfulfillable') AND NOT EXISTS (SELECT 1 FROM payment_attempts p WHERE p.id = t.payment_id)
      ) wrong`,
  },
  {
    invariant: "each captured payment has exactly one of session, unstarted order, full refund without session",
    violations: sql`SELECT count(*) AS n FROM payment_attempts p JOIN orders o ON o.id = p.order_id
      WHERE p.status = 'succeeded' AND 1 <>
        (CASE WHEN EXISTS (SELECT 1 FROM sessions s WHERE s.id = o.session_id) AND o.status IN ('fulfilled', 'refund_due', 'refunded') THEN 1 ELSE 0 END)
        + (CASE WHEN o.status = 'paid' AND o.session_id IS NULL THEN 1 ELSE 0 END)
        + (CASE WHEN o.status IN ('refund_due', 'refunded') AND o.session_id IS NULL
            AND o.amount_cents = (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r WHERE r.order_id = o.id) THEN 1 ELSE 0 END)`,
  },
  {
    invariant: "refunds and disputes are at most the capture",
    violations: sql`SELECT count(*) AS n FROM payment_attempts p
      WHERE (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r WHERE r.payment_id = p.id)
        + (SELECT coalesce(sum(e.amount_cents), 0) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
            WHERE t.payment_id = p.id AND e.account_key = 'dispute_loss')
        > CASE WHEN p.status = 'succeeded' THEN p.amount_cents ELSE 0 END`,
  },
  {
    invariant: "reserved is above 0 exactly for pending jackpot claims",
    violations: sql`SELECT (SELECT count(*) FROM claims c LEFT JOIN ledger_accounts a ON a.key = 'reserved:' || c.id
          WHERE coalesce(-a.balance_cents, 0) <> CASE WHEN c.status = 'pending' AND c.target_hole = 'middle' THEN c.prize_amount_cents ELSE 0 END)
      + (SELECT count(*) FROM ledger_accounts a WHERE a.kind = 'reserved' AND a.balance_cents <> 0
          AND NOT EXISTS (SELECT 1 FROM claims c WHERE 'reserved:' || c.id = a.key)) AS n`,
  },
  {
    invariant: "claims are at most shots, shots at most balls bought, and the counters are true",
    violations: sql`SELECT count(*) AS n FROM sessions s,
      LATERAL (SELECT count(*) AS shots, count(*) FILTER (WHERE a.prize_claim) AS hits FROM attempts a WHERE a.session_id = s.id AND a.withdrawn_at IS NULL) taken,
      LATERAL (SELECT count(*) AS claims FROM claims c WHERE c.session_id = s.id) made
      WHERE made.claims > taken.shots OR taken.shots > s.balls_bought OR made.claims <> taken.hits
        OR s.shot_count <> taken.shots OR s.claim_count <> made.claims OR s.balls_left <> s.balls_bought - taken.shots`,
  },
  {
    invariant: "at most one active session a player",
    violations: sql`SELECT count(*) AS n FROM (
      SELECT user_id FROM sessions WHERE status = 'active' AND main_session_id IS NULL GROUP BY user_id HAVING count(*) > 1) twice`,
  },
  {
    invariant: "cash entries that name a payment equal the gateway's ledger",
    // A payment or refund still under way is in one book before it is in the other.
    violations: sql`SELECT (SELECT count(*) FROM payment_attempts p
        LEFT JOIN sandbox.payments g ON g.attempt_id = p.id::text AND g.status = 'captured'
        LEFT JOIN LATERAL (SELECT sum(e.amount_cents) AS cash FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
          WHERE t.payment_id = p.id AND t.kind IN ('capture', 'capture_unfulfillable') AND e.account_key LIKE 'cash:%') ours ON true
        WHERE p.status IN ('succeeded', 'failed') AND coalesce(ours.cash, 0) <> coalesce(g.amount_cents, 0))
      + (SELECT count(*) FROM refunds r
        LEFT JOIN sandbox.refunds g ON g.refund_id = r.id::text
        LEFT JOIN LATERAL (SELECT -sum(e.amount_cents) AS cash FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
          WHERE t.refund_id = r.id AND t.kind = 'refund_settled' AND e.account_key LIKE 'cash:%') ours ON true
        WHERE r.status = 'settled' AND coalesce(ours.cash, 0) <> coalesce(g.amount_cents, 0))
      + (SELECT count(*) FROM sandbox.payments g WHERE g.status = 'captured' AND NOT EXISTS (SELECT 1 FROM payment_attempts p WHERE p.id::text = g.attempt_id))
      + (SELECT count(*) FROM sandbox.refunds g WHERE NOT EXISTS (SELECT 1 FROM refunds r WHERE r.id::text = g.refund_id)) AS n`,
  },
];

/** Runs every check over one snapshot of a database, beside whatever else runs there. */
export async function auditBooks(db: Db): Promise<Finding[]> {
  return db.transaction(async (tx) => {
    await tx.sql.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
    const findings: Finding[] = [];
    for (const [index, { invariant, violations }] of checks.entries()) {
      const { rows } = await tx.sql.execute<{ n: number }>(violations);
      findings.push({ number: index + 1, invariant, violations: rows[0]?.n ?? 0 });
    }
    return [
      ...findings,
      { number: 11, invariant: "displayed jackpots equal the ledger", violations: await wrongDisplays(tx) },
    ];
  });
}

/** Compares what the pages read with the sums of the entries behind it. */
async function wrongDisplays(tx: Db): Promise<number> {
  const { rows } = await tx.sql.execute<{ course_id: number; pot: number; reserved: number }>(sql`
    SELECT c.id AS course_id,
      (SELECT coalesce(-sum(e.amount_cents), 0)::bigint FROM ledger_entries e WHERE e.account_key = 'pot:' || c.id) AS pot,
      (SELECT coalesce(sum(k.prize_amount_cents), 0)::bigint FROM claims k WHERE k.course_id = c.id AND k.status = 'pending') AS reserved
    FROM courses c WHERE c.active`);
  const shown = await readPots(tx);
  return rows.filter(
    (row) => shown.get(row.course_id)?.amount !== row.pot || shown.get(row.course_id)?.underReview !== row.reserved,
  ).length;
}
