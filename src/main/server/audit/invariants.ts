/**
 * The first ten invariants, which ask whether the books agree with themselves (rules, section 5). Each counts its
 * violations from the facts, never from what another one trusts. Sums for each payment, session or claim are made for
 * all of them at once: one by one they would take minutes on a long history.
 */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";

const captures = sql`('capture', 'capture_ahead', 'capture_unfulfillable')`;
const chargebacks = sql`('chargeback', 'chargeback_reversed')`;
const repayments = sql`('refund_settled', 'refund_returned')`;

/** Every entry on a course's cash, with the subject of its transfer. */
const cash = sql`SELECT t.kind, t.payment_id, t.refund_id, e.amount_cents AS cents
  FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id WHERE e.account_key LIKE 'cash:%'`;

/**
 * Refunds by payment: due ones and those that were paid, in either way, are given back, and all but dropped and cancelled
 * ones are promised. What the gateway has paid once more is named apart (`books.ts`).
 */
const refundsOf = sql`(SELECT payment_id, coalesce(sum(amount_cents) FILTER (WHERE status IN ('due', 'settled', 'paid_otherwise')), 0) AS returned,
  coalesce(sum(amount_cents) FILTER (WHERE status IN ('settled', 'paid_otherwise') AND repeats IS NULL), 0) AS settled, coalesce(sum(amount_cents) FILTER (WHERE status NOT IN ('dropped', 'cancelled') AND repeats IS NULL), 0) AS promised,
  count(*) FILTER (WHERE status = 'failed') AS failed FROM refunds GROUP BY payment_id)`;

/** Disputes by payment: what they hold or have taken, and whether one was lost. */
const disputesOf = sql`(SELECT payment_id, coalesce(sum(amount_cents) FILTER (WHERE status <> 'won'), 0) AS cents, bool_or(status = 'lost') AS lost
  FROM disputes GROUP BY payment_id)`;

/** What the sandbox has paid back, by our refund: its try names the refund, otherwise the key itself. */
const sandboxRefunds = sql`SELECT coalesce(by_key.refund_id, by_reference.refund_id)::text AS tried, split_part(made.refund_id, ':', 1) AS keyed, made.amount_cents AS cents
  FROM sandbox.refunds made LEFT JOIN refund_tries by_key ON by_key.key = made.refund_id
  LEFT JOIN refund_tries by_reference ON by_reference.reference = made.refund_id WHERE made.failure IS NULL`;

export const invariants: readonly { invariant: string; violations: SQL }[] = [
  {
    invariant: "every transfer and the whole ledger sum to 0",
    violations: sql`SELECT (SELECT count(*) FROM (SELECT transfer_id FROM ledger_entries GROUP BY transfer_id HAVING sum(amount_cents) <> 0) unbalanced)
      + (SELECT count(*) FROM ledger_transfers t WHERE NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.transfer_id = t.id)) AS n`,
  },
  {
    invariant: "cached balances equal their entries",
    violations: sql`SELECT count(*) AS n FROM ledger_accounts a
      LEFT JOIN (SELECT account_key, sum(amount_cents) AS cents FROM ledger_entries GROUP BY account_key) e ON e.account_key = a.key
      WHERE a.balance_cents <> coalesce(e.cents, 0)`,
  },
  {
    invariant: "pot and reserved are never negative",
    violations: sql`SELECT count(*) AS n FROM ledger_accounts a WHERE a.kind IN ('pot', 'reserved')
      AND (SELECT coalesce(sum(e.amount_cents), 0) FROM ledger_entries e WHERE e.account_key = a.key) > 0`,
  },
  {
    invariant: "one capture transfer per captured payment",
    violations: sql`SELECT count(*) AS n FROM payment_attempts p
      FULL JOIN (SELECT payment_id, count(*) AS times FROM ledger_transfers WHERE kind IN ${captures} GROUP BY payment_id) t ON t.payment_id = p.id
      WHERE coalesce(t.times, 0) <> CASE WHEN p.status = 'succeeded' THEN 1 ELSE 0 END`,
  },
  {
    invariant:
      "each captured payment has exactly one of session, unstarted order, full refund without session, reversed order, open exception",
    // An open exception is a refund that the gateway will not make; it waits for a person. A bank that takes the money
    // back refunds it, too. What another payment has already paid for is one thing too many.
    violations: sql`SELECT count(*) AS n FROM (
        SELECT p.id, o.amount_cents, o.status, o.session_id, s.id IS NOT NULL AS played, coalesce(back.returned, 0) AS returned, coalesce(back.promised, 0) AS promised,
          coalesce(back.failed, 0) AS failed, coalesce(d.cents, 0) AS disputed, coalesce(d.lost, false) AS lost,
          count(*) OVER (PARTITION BY coalesce(o.session_id, o.id)) AS payments
        FROM payment_attempts p JOIN orders o ON o.id = p.order_id LEFT JOIN sessions s ON s.id = o.session_id
          LEFT JOIN ${refundsOf} back ON back.payment_id = p.id LEFT JOIN ${disputesOf} d ON d.payment_id = p.id
        WHERE p.status = 'succeeded') o
      WHERE 1 <>
        (CASE WHEN o.played AND o.status IN ('fulfilled', 'refund_due', 'refunded') THEN 1 ELSE 0 END)
        + (CASE WHEN o.status = 'paid' AND o.session_id IS NULL THEN 1 ELSE 0 END)
        + (CASE WHEN o.status IN ('refund_due', 'refunded') AND o.session_id IS NULL AND o.failed = 0 AND o.amount_cents <= o.returned + o.disputed THEN 1 ELSE 0 END)
        + (CASE WHEN o.status = 'reversed' AND o.session_id IS NULL AND o.lost AND o.amount_cents <= o.promised + o.disputed THEN 1 ELSE 0 END)
        + (CASE WHEN o.status = 'refund_due' AND o.session_id IS NULL AND o.failed > 0 THEN 1 ELSE 0 END)
        + (o.payments - 1)`,
  },
  {
    invariant: "refunds and disputes are at most the capture",
    // A due refund may meet a dispute: the gateway then refuses it, and it is dropped.
    violations: sql`SELECT count(*) AS n FROM payment_attempts p
      LEFT JOIN ${refundsOf} back ON back.payment_id = p.id LEFT JOIN ${disputesOf} d ON d.payment_id = p.id
      WHERE greatest(coalesce(back.settled, 0) + coalesce(d.cents, 0), coalesce(back.promised, 0)) > CASE WHEN p.status = 'succeeded' THEN p.amount_cents ELSE 0 END`,
  },
  {
    invariant: "reserved is above 0 exactly for pending jackpot claims",
    violations: sql`SELECT count(*) AS n FROM claims c
      FULL JOIN (SELECT account_key, -sum(amount_cents) AS cents FROM ledger_entries WHERE account_key LIKE 'reserved:%' GROUP BY account_key) held
        ON held.account_key = 'reserved:' || c.id
      WHERE coalesce(held.cents, 0) <> CASE WHEN c.status = 'pending' AND c.target_hole = 'middle' THEN c.prize_amount_cents ELSE 0 END`,
  },
  {
    invariant: "claims are at most shots, shots at most balls bought, and the counters are true",
    violations: sql`SELECT count(*) AS n FROM (
        SELECT s.balls_bought, s.balls_left, s.shot_count, s.claim_count, coalesce(a.shots, 0) AS shots, coalesce(a.hits, 0) AS hits, coalesce(c.claims, 0) AS claims
        FROM sessions s
          LEFT JOIN (SELECT session_id, count(*) AS shots, count(*) FILTER (WHERE prize_claim) AS hits FROM attempts WHERE withdrawn_at IS NULL GROUP BY session_id) a ON a.session_id = s.id
          LEFT JOIN (SELECT session_id, count(*) AS claims FROM claims GROUP BY session_id) c ON c.session_id = s.id) played
      WHERE claims > shots OR shots > balls_bought OR claims <> hits OR shot_count <> shots OR claim_count <> claims OR balls_left <> balls_bought - shots`,
  },
  {
    invariant: "at most one active session a player",
    violations: sql`SELECT count(*) AS n FROM (
      SELECT user_id FROM sessions WHERE status = 'active' AND main_session_id IS NULL GROUP BY user_id HAVING count(*) > 1) twice`,
  },
  {
    invariant: "cash entries that name a payment equal the gateway's ledger",
    // A payment, refund or dispute under way is in one book before the other. So is a refund that has come back while
    // the gateway's event about it is on its way.
    violations: sql`WITH cash AS MATERIALIZED (${cash}),
      moved AS MATERIALIZED (SELECT payment_id, sum(cents) FILTER (WHERE kind IN ${captures}) AS captured, -sum(cents) FILTER (WHERE kind IN ${chargebacks}) AS disputed
        FROM cash GROUP BY payment_id),
      repaid AS (SELECT refund_id, -sum(cents) AS cents FROM cash WHERE kind IN ${repayments} GROUP BY refund_id),
      sandbox_repaid AS MATERIALIZED (SELECT coalesce(tried, keyed) AS refund_id, count(*) AS times, sum(cents) AS cents FROM (${sandboxRefunds}) made GROUP BY 1)
      SELECT (SELECT count(*) FROM payment_attempts p LEFT JOIN moved ON moved.payment_id = p.id LEFT JOIN sandbox.payments g ON g.attempt_id = p.id::text AND g.status = 'captured'
        WHERE p.provider = 'sandbox' AND p.status IN ('succeeded', 'failed') AND coalesce(moved.captured, 0) <> coalesce(g.amount_cents, 0))
      + (SELECT count(*) FROM refunds r JOIN payment_attempts p ON p.id = r.payment_id LEFT JOIN repaid ON repaid.refund_id = r.id LEFT JOIN sandbox_repaid g ON g.refund_id = r.id::text
        WHERE p.provider = 'sandbox' AND r.status IN ('settled', 'dropped', 'cancelled', 'paid_otherwise') AND coalesce(repaid.cents, 0) <> coalesce(g.cents, 0)
          AND NOT EXISTS (SELECT 1 FROM sandbox.events v WHERE v.body LIKE '%"' || r.id || '"%'))
      + (SELECT count(*) FROM disputes d JOIN payment_attempts p ON p.id = d.payment_id LEFT JOIN sandbox.disputes g ON g.reference = d.reference
        WHERE p.provider = 'sandbox' AND (d.amount_cents <> coalesce(g.amount_cents, 0)
          OR (d.status = 'won' AND g.status <> 'won') OR (d.status = 'lost' AND g.status = 'open')))
      + (SELECT count(*) FROM payment_attempts p LEFT JOIN moved ON moved.payment_id = p.id LEFT JOIN ${disputesOf} d ON d.payment_id = p.id
        WHERE p.status = 'succeeded' AND coalesce(moved.disputed, 0) <> coalesce(d.cents, 0))
      + (SELECT count(*) FROM sandbox.payments g LEFT JOIN payment_attempts p ON p.id::text = g.attempt_id WHERE g.status = 'captured' AND p.id IS NULL)
      + (SELECT coalesce(sum(g.times), 0)::bigint FROM sandbox_repaid g LEFT JOIN refunds r ON r.id::text = g.refund_id WHERE r.id IS NULL)
      + (SELECT count(*) FROM cash LEFT JOIN payment_attempts p ON p.id = cash.payment_id LEFT JOIN refunds r ON r.id = cash.refund_id AND r.payment_id = cash.payment_id
        WHERE cash.payment_id IS NOT NULL AND NOT CASE
          WHEN cash.kind IN ${captures} OR cash.kind IN ${chargebacks} THEN p.id IS NOT NULL
          WHEN cash.kind IN ${repayments} THEN r.id IS NOT NULL
          ELSE false END) AS n`,
  },
];
