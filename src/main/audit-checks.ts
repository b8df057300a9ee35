/**
 * The audit, as one read of one snapshot: the eleven invariants of the books (rules, section 5), then the second
 * bookkeeper (books), who derives the ledger anew. Each check counts its violations from the facts themselves, never
 * from what another check trusts.
 */
import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#platform/server/db/database.ts";
import { compareWithStripe, countStripePayments, type StripeSide } from "./audit-stripe.ts";
import { wrongDisplays } from "./audit-displays.ts";
import { overdue } from "./audit/ages.ts";
import { wrongFacts, wrongTransfers } from "./audit/derive.ts";
import { sandboxList, wrongAtGateway } from "./audit/gateway.ts";

/** The check that compares with the gateway. */
const GATEWAY_CHECK = 10;

export interface Finding {
  number: number;
  invariant: string;
  violations: number;
  /** What a reader of the finding should know beside it. */
  note?: string;
  /** Each violation in a sentence, where the check can name them. */
  faults?: readonly string[];
  /** What has waited too long, in a sentence each: no violation. */
  warnings?: readonly string[];
  /** How long the check took. */
  seconds?: number;
}

/** The cents that some kinds of transfers moved into the courses' cash. */
function cashOf(transfers: SQL, kinds: readonly string[]): SQL {
  const list = sql.join(
    kinds.map((kind) => sql`${kind}`),
    sql`, `,
  );
  return sql`(SELECT coalesce(sum(e.amount_cents), 0) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
    WHERE ${transfers} AND t.kind IN (${list}) AND e.account_key LIKE 'cash:%')`;
}

/** What the sandbox has paid back, by our refund: its try says which, else the key itself. */
const sandboxRefunds = sql`(SELECT coalesce(y.refund_id::text, split_part(made.refund_id, ':', 1)) AS refund_id, made.amount_cents
  FROM sandbox.refunds made LEFT JOIN refund_tries y ON made.refund_id IN (y.key, y.reference) WHERE made.failure IS NULL)`;

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
        LEFT JOIN ledger_transfers t ON t.payment_id = p.id AND t.kind IN ('capture', 'capture_ahead', 'capture_unfulfillable')
        GROUP BY p.id, p.status HAVING count(t.id) <> CASE WHEN p.status = 'succeeded' THEN 1 ELSE 0 END
      UNION ALL
        SELECT t.payment_id FROM ledger_transfers t
        WHERE t.kind IN ('capture', 'capture_ahead', 'capture_unfulfillable') AND NOT EXISTS (SELECT 1 FROM payment_attempts p WHERE p.id = t.payment_id)
      ) wrong`,
  },
  {
    invariant:
      "each captured payment has exactly one of session, unstarted order, full refund without session, reversed order, open exception",
    // An open exception is a refund that the gateway will not make: a person has to see to it. A bank that takes the
    // money back refunds it, too. What another payment has already paid for counts as one thing too many.
    violations: sql`SELECT count(*) AS n FROM payment_attempts p JOIN orders o ON o.id = p.order_id
      CROSS JOIN LATERAL (SELECT coalesce(sum(r.amount_cents) FILTER (WHERE r.status IN ('due', 'settled')), 0) AS returned,
        count(*) FILTER (WHERE r.status = 'failed') AS failed FROM refunds r WHERE r.payment_id = p.id) back
      WHERE p.status = 'succeeded' AND 1 <>
        (CASE WHEN EXISTS (SELECT 1 FROM sessions s WHERE s.id = o.session_id) AND o.status IN ('fulfilled', 'refund_due', 'refunded') THEN 1 ELSE 0 END)
        + (CASE WHEN o.status = 'paid' AND o.session_id IS NULL THEN 1 ELSE 0 END)
        + (CASE WHEN o.status IN ('refund_due', 'refunded') AND o.session_id IS NULL AND back.failed = 0
            AND o.amount_cents <= back.returned + (SELECT coalesce(sum(d.amount_cents), 0) FROM disputes d WHERE d.payment_id = p.id AND d.status <> 'won') THEN 1 ELSE 0 END)
        + (CASE WHEN o.status = 'reversed' AND o.session_id IS NULL
            AND EXISTS (SELECT 1 FROM disputes d WHERE d.payment_id = p.id AND d.status = 'lost')
            AND o.amount_cents <= (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r WHERE r.payment_id = p.id AND r.status <> 'dropped')
              + (SELECT coalesce(sum(d.amount_cents), 0) FROM disputes d WHERE d.payment_id = p.id AND d.status <> 'won') THEN 1 ELSE 0 END)
        + (CASE WHEN o.status = 'refund_due' AND o.session_id IS NULL AND back.failed > 0 THEN 1 ELSE 0 END)
        + (SELECT count(*) FROM payment_attempts other JOIN orders another ON another.id = other.order_id
            WHERE other.id <> p.id AND other.status = 'succeeded' AND (another.id = o.id OR another.session_id = o.session_id))`,
  },
  {
    invariant: "refunds and disputes are at most the capture",
    // A refund that is still due may meet a dispute: the gateway then refuses it, and it is dropped.
    violations: sql`SELECT count(*) AS n FROM payment_attempts p
      CROSS JOIN LATERAL (SELECT coalesce(sum(r.amount_cents) FILTER (WHERE r.status = 'settled'), 0) AS settled,
        coalesce(sum(r.amount_cents) FILTER (WHERE r.status <> 'dropped'), 0) AS promised FROM refunds r WHERE r.payment_id = p.id) back
      CROSS JOIN LATERAL (SELECT coalesce(sum(d.amount_cents) FILTER (WHERE d.status <> 'won'), 0) AS cents FROM disputes d WHERE d.payment_id = p.id) disputed
      WHERE greatest(back.settled + disputed.cents, back.promised) > CASE WHEN p.status = 'succeeded' THEN p.amount_cents ELSE 0 END`,
  },
  {
    invariant: "reserved is above 0 exactly for pending jackpot claims",
    violations: sql`SELECT (SELECT count(*) FROM claims c
          WHERE (SELECT coalesce(-sum(e.amount_cents), 0) FROM ledger_entries e WHERE e.account_key = 'reserved:' || c.id)
            <> CASE WHEN c.status = 'pending' AND c.target_hole = 'middle' THEN c.prize_amount_cents ELSE 0 END)
      + (SELECT count(*) FROM (SELECT e.account_key FROM ledger_entries e WHERE e.account_key LIKE 'reserved:%'
          GROUP BY e.account_key HAVING sum(e.amount_cents) <> 0) held
          WHERE NOT EXISTS (SELECT 1 FROM claims c WHERE 'reserved:' || c.id = held.account_key)) AS n`,
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
    // A payment, refund or dispute still under way is in one book before it is in the other; so is a refund that has
    // come back while the gateway's event about it is on its way.
    violations: sql`SELECT (SELECT count(*) FROM payment_attempts p
        LEFT JOIN sandbox.payments g ON g.attempt_id = p.id::text AND g.status = 'captured'
        WHERE p.provider = 'sandbox' AND p.status IN ('succeeded', 'failed') AND ${cashOf(sql`t.payment_id = p.id`, ["capture", "capture_ahead", "capture_unfulfillable"])} <> coalesce(g.amount_cents, 0))
      + (SELECT count(*) FROM refunds r JOIN payment_attempts p ON p.id = r.payment_id
        WHERE p.provider = 'sandbox' AND r.status IN ('settled', 'dropped') AND -${cashOf(sql`t.refund_id = r.id`, ["refund_settled", "refund_returned"])} <>
          (SELECT coalesce(sum(g.amount_cents), 0) FROM ${sandboxRefunds} g WHERE g.refund_id = r.id::text)
          AND NOT EXISTS (SELECT 1 FROM sandbox.events v WHERE v.body LIKE '%"' || r.id || '"%'))
      + (SELECT count(*) FROM disputes d JOIN payment_attempts p ON p.id = d.payment_id LEFT JOIN sandbox.disputes g ON g.reference = d.reference
        WHERE p.provider = 'sandbox' AND (d.amount_cents <> coalesce(g.amount_cents, 0)
          OR (d.status = 'won' AND g.status <> 'won') OR (d.status = 'lost' AND g.status = 'open')))
      + (SELECT count(*) FROM payment_attempts p WHERE p.status = 'succeeded' AND -${cashOf(sql`t.payment_id = p.id`, ["chargeback", "chargeback_reversed"])} <>
          (SELECT coalesce(sum(d.amount_cents), 0) FROM disputes d WHERE d.payment_id = p.id AND d.status <> 'won'))
      + (SELECT count(*) FROM sandbox.payments g WHERE g.status = 'captured' AND NOT EXISTS (SELECT 1 FROM payment_attempts p WHERE p.id::text = g.attempt_id))
      + (SELECT count(*) FROM ${sandboxRefunds} g WHERE NOT EXISTS (SELECT 1 FROM refunds r WHERE r.id::text = g.refund_id))
      + (SELECT count(*) FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
        WHERE t.payment_id IS NOT NULL AND e.account_key LIKE 'cash:%' AND NOT CASE
          WHEN t.kind IN ('capture', 'capture_ahead', 'capture_unfulfillable', 'chargeback', 'chargeback_reversed') THEN EXISTS (SELECT 1 FROM payment_attempts p WHERE p.id = t.payment_id)
          WHEN t.kind IN ('refund_settled', 'refund_returned') THEN EXISTS (SELECT 1 FROM refunds r WHERE r.id = t.refund_id AND r.payment_id = t.payment_id)
          ELSE false END) AS n`,
  },
];

export interface AuditOptions {
  /** Stripe's own books, read before; without them check 10 knows the sandbox alone. */
  stripe?: StripeSide | undefined;
  /** The moment of the audit; without it nothing counts as old. */
  now?: Date;
  /** Only what moved in the last so many days before `now`, and without the eleven invariants, which are of the whole. */
  days?: number | undefined;
}

/** Runs every check over one snapshot of a database, beside whatever else runs there. */
export async function auditBooks(db: Db, options: AuditOptions = {}): Promise<Finding[]> {
  return db.transaction(async (tx) => {
    await tx.sql.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
    return findingsIn(tx, options);
  });
}

/** Runs the checks within a transaction, over what that sees. */
export async function findingsIn(tx: Db, { stripe, now, days }: AuditOptions = {}): Promise<Finding[]> {
  const since = now && days !== undefined ? new Date(now.getTime() - days * 86_400_000) : undefined;
  const findings = since ? [] : await invariantsIn(tx, stripe);
  const add = async (number: number, invariant: string, names: () => Promise<string[]>) => {
    const began = performance.now();
    const faults = await names();
    findings.push({ ...named(number, invariant, faults), seconds: (performance.now() - began) / 1000 });
  };
  await add(12, "the ledger is what the facts ask for, transfer by transfer", () => wrongTransfers(tx, since));
  await add(13, "no fact contradicts another", () => wrongFacts(tx, since));
  await add(14, "the gateway has what we have, and we have what it has", async () => {
    const faults = await wrongAtGateway(tx, sandboxList, now);
    return stripe ? [...faults, ...(await wrongAtGateway(tx, stripe.list, now))] : faults;
  });
  const warnings = now ? await overdue(tx, now) : [];
  return [...findings, { number: 15, invariant: "nothing waits too long", violations: 0, warnings }];
}

/** The eleven of the rules. */
async function invariantsIn(tx: Db, stripe: StripeSide | undefined): Promise<Finding[]> {
  const findings: Finding[] = [];
  const add = async (invariant: string, count: () => Promise<number>) => {
    const began = performance.now();
    const violations = await count();
    const seconds = (performance.now() - began) / 1000;
    findings.push({ number: findings.length + 1, invariant, violations, seconds });
  };
  for (const { invariant, violations } of checks)
    await add(invariant, async () => (await tx.sql.execute<{ n: number }>(violations)).rows[0]?.n ?? 0);
  const cash = findings.find(({ number }) => number === GATEWAY_CHECK);
  if (cash) Object.assign(cash, await withStripe(tx, cash, stripe));
  await add("displayed jackpots and reports equal the ledger", () => wrongDisplays(tx));
  return findings;
}

function named(number: number, invariant: string, faults: readonly string[]): Finding {
  return { number, invariant, violations: faults.length, ...(faults.length > 0 && { faults }) };
}

/** Check 10 with Stripe's books, or with the word that they were not looked at. */
async function withStripe(tx: Db, { violations }: Finding, stripe?: StripeSide): Promise<Partial<Finding>> {
  if (stripe) {
    const found = await compareWithStripe(tx, stripe);
    return { violations: violations + found.violations, note: `${found.compared} payments compared with Stripe` };
  }
  const unseen = await countStripePayments(tx);
  return unseen > 0 ? { note: `${unseen} payments not compared with Stripe: STRIPE_SECRET_KEY is not set` } : {};
}
