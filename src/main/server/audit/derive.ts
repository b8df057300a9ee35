/**
 * The second bookkeeper: every transfer that the facts require is booked once, with exactly these postings, at its
 * moment, and nothing else is booked. The facts are read by separate SQL, which shares nothing with the code that
 * books. Amounts that depend on what was in a pot or a reserve are derived from the entries before them, in the order
 * of transfers. Each of these is compared itself, so the first wrong one is named.
 */
import type { Db } from "#platform/server/db/database.ts";
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { bankEvents, bankFacts } from "./bank.ts";
import { adjustments, bookEvents, booksTouched } from "./books.ts";
import { claimEvents, claimFacts } from "./claims.ts";
import { closingEvents, closingFacts } from "./closings.ts";
import { contradictions } from "./facts.ts";
import { everything, place, recent, type AuditScope } from "./events.ts";
import { paymentEvents, paymentFacts, refundParts } from "./payments.ts";

/**
 * Terms and prices with their ends; what each pot held before a transfer that moved it or needed its amount; and when
 * version 2 of the rules began, because what it forbids may have been right before.
 */
const shared = sql`
  second_rules AS MATERIALIZED (SELECT coalesce(min(created_at), 'infinity') AS since FROM ledger_transfers WHERE rule > 1),
  terms AS MATERIALIZED (SELECT *, coalesce(lead(since) OVER (PARTITION BY course_id ORDER BY id), 'infinity') AS until FROM course_terms),
  prices AS MATERIALIZED (SELECT *, coalesce(lead(since) OVER (PARTITION BY package_id ORDER BY id), 'infinity') AS until FROM package_terms),
  pots AS MATERIALIZED (
    SELECT DISTINCT pot, id, coalesce(sum(cents) OVER (PARTITION BY pot ORDER BY id GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
    FROM (SELECT account_key AS pot, transfer_id AS id, -amount_cents AS cents FROM ledger_entries WHERE account_key LIKE 'pot:%'
      UNION ALL SELECT 'pot:' || course_id, booked, 0 FROM given WHERE booked IS NOT NULL
      UNION ALL SELECT 'pot:' || course_id, came, 0 FROM jackpots WHERE came IS NOT NULL) line)`;

/** All facts from which events are derived. */
const facts = (scope: AuditScope) =>
  sql`${paymentFacts(scope)}, ${claimFacts}, ${shared}, ${closingFacts}, ${refundParts}, ${bankFacts(scope)}`;

/** The booked transfers, with the columns of an event. What came after the closing of its month keeps its own moment. */
const booked = ({ whole }: AuditScope) => sql`
  booked AS (
    SELECT t.id, t.kind, coalesce(t.fact_id, t.refund_id, t.claim_id, t.payment_id, lpad(t.course_id::text, 32, '0')::uuid) AS subject,
      ${place(sql`t.kind`, sql`t.course_id`)} + row_number() OVER (PARTITION BY t.kind, ${place(sql`t.kind`, sql`t.course_id`)}, coalesce(t.fact_id, t.refund_id, t.claim_id, t.payment_id, lpad(t.course_id::text, 32, '0')::uuid) ORDER BY t.id) AS nth,
      t.created_at AS at, t.fact_at, t.course_id, t.payment_id, t.refund_id, t.claim_id, e.postings
    FROM ledger_transfers t
    LEFT JOIN (SELECT transfer_id, string_agg(account_key || ' ' || amount_cents, ', ' ORDER BY account_key) AS postings
      FROM ledger_entries ${whole ? sql`` : sql`WHERE transfer_id IN (SELECT id FROM moved)`} GROUP BY transfer_id) e ON e.transfer_id = t.id
    ${whole ? sql`` : sql`WHERE t.id IN (SELECT id FROM moved)`})`;

/**
 * Payments, claims and what was booked by hand since a moment with all transfers, and newer transfers that belong to
 * none. Each column is compared for itself, so that its statistics tell how many there are, and each kind of transfer
 * is found for itself: a list within an OR is read again for each row once it is too long for the memory.
 */
function movedSince(since: Date): SQL {
  const from = sql`${since.toISOString()}::timestamptz`;
  return sql`
    touched AS MATERIALIZED (
      SELECT unnest(ARRAY[payment_id, claim_id]) AS id FROM ledger_transfers WHERE created_at >= ${from}
      UNION SELECT id FROM payment_attempts WHERE created_at >= ${from} OR resolved_at >= ${from}
      UNION SELECT payment_id FROM refunds WHERE created_at >= ${from} OR settled_at >= ${from}
      UNION SELECT payment_id FROM disputes WHERE created_at >= ${from} OR resolved_at >= ${from}
      UNION SELECT id FROM claims WHERE created_at >= ${from} OR decided_at >= ${from} OR paid_at >= ${from} OR forfeited_at >= ${from}
      UNION SELECT id FROM gateway_transactions WHERE learned_at >= ${from} OR sorted_at >= ${from}
      UNION SELECT id FROM gateway_payouts WHERE booked_at >= ${from} OR returned_at >= ${from}
      UNION SELECT payout_id FROM payout_divisions WHERE divided_at >= ${from}
      UNION SELECT claim_id FROM prize_returns WHERE returned_at >= ${from}
      UNION ${booksTouched(from)}),
    moved AS MATERIALIZED (
      SELECT t.id FROM ledger_transfers t WHERE t.payment_id IN (SELECT id FROM touched)
      UNION SELECT t.id FROM ledger_transfers t WHERE t.claim_id IN (SELECT id FROM touched)
      UNION SELECT t.id FROM ledger_transfers t WHERE t.fact_id IN (SELECT id FROM touched)
      UNION SELECT t.id FROM ledger_transfers t WHERE t.payment_id IS NULL AND t.claim_id IS NULL AND t.created_at >= ${from} AND t.kind <> 'open_pot'),`;
}

/** What the statements read, and which part of it is audited. */
function scoped(since: Date | undefined): { scope: AuditScope; read: SQL } {
  const scope = since ? recent : everything;
  return { scope, read: sql`${since ? movedSince(since) : sql``} ${facts(scope)}` };
}

interface Difference {
  [column: string]: unknown;
  kind: string;
  /** The name by which people know the subject. */
  about: string;
  transfer: number | null;
  expected: string | null;
  found: string | null;
  wanted_at: string | null;
  booked_at: string | null;
  same_place: boolean;
}

/**
 * One sentence for each transfer that is missing, wrong, or without a cause. It reads one snapshot.
 * @param since only what moved since then; undefined for all
 */
export async function wrongTransfers(tx: Db, since: Date | undefined): Promise<string[]> {
  const { scope, read } = scoped(since);
  const { rows } = await tx.sql.execute<Difference>(sql`
    WITH ${read}, ${booked(scope)},
    events AS MATERIALIZED (${sql.join([...paymentEvents(scope), ...claimEvents(scope), ...bookEvents(scope), ...closingEvents(scope), ...bankEvents(scope)], sql` UNION ALL `)}),
    wanted AS (SELECT * FROM events WHERE postings IS NOT NULL),
    different AS (
      SELECT kind, subject, coalesce(w.payment_id, b.payment_id) AS payment_id, coalesce(w.claim_id, b.claim_id) AS claim_id,
        coalesce(w.refund_id, b.refund_id) AS refund_id, coalesce(w.course_id, b.course_id) AS course_id,
        b.id AS transfer, w.postings AS expected, b.postings AS found, w.at AS wanted_at, b.at AS booked_at, w.subject IS NOT NULL AS explained,
        (w.course_id, w.payment_id, w.refund_id, w.claim_id) IS NOT DISTINCT FROM (b.course_id, b.payment_id, b.refund_id, b.claim_id) AS same_place
      FROM wanted w FULL JOIN booked b USING (kind, subject, nth)
      WHERE w.postings IS DISTINCT FROM b.postings OR (w.at <> b.at AND w.at IS DISTINCT FROM b.fact_at)
        OR (w.course_id, w.payment_id, w.refund_id, w.claim_id) IS DISTINCT FROM (b.course_id, b.payment_id, b.refund_id, b.claim_id))
    SELECT d.kind, concat_ws(', ', 'order ' || o.number, 'refund ' || d.refund_id, 'claim ' || d.claim_id || ' of ' || c.player_name,
        CASE WHEN o.id IS NULL THEN 'payment ' || d.payment_id END, 'transaction ' || g.reference, 'payout ' || q.reference, 'course ' || d.course_id) AS about,
      d.transfer::float8 AS transfer, d.expected, d.found, d.wanted_at::text AS wanted_at, d.booked_at::text AS booked_at, d.same_place
    FROM different d LEFT JOIN payment_attempts p ON p.id = d.payment_id LEFT JOIN orders o ON o.id = p.order_id LEFT JOIN claims c ON c.id = d.claim_id
      LEFT JOIN gateway_transactions g ON g.id = d.subject LEFT JOIN gateway_payouts q ON q.id = d.subject
    ORDER BY d.transfer NULLS FIRST, d.kind, about`);
  return rows.map(sentenceOf);
}

/** One sentence for each fact that contradicts others; `since` as above. It reads one snapshot. */
export async function wrongFacts(tx: Db, since: Date | undefined): Promise<string[]> {
  const { scope, read } = scoped(since);
  const { rows } = await tx.sql.execute<{ fault: string }>(
    sql`WITH ${read} ${sql.join([...contradictions(scope)], sql` UNION ALL `)} ORDER BY fault`,
  );
  return rows.map(({ fault }) => fault);
}

/** One sentence for each adjustment by hand: no fault, but never silent. */
export async function namedAdjustments(tx: Db): Promise<string[]> {
  return (await tx.sql.execute<{ note: string }>(adjustments)).rows.map(({ note }) => note);
}

/** Postings, for a reader: `cash:1 500 cents, revenue:1 -500 cents`. */
function written(postings: string | null): string {
  return (
    postings
      ?.split(", ")
      .map((posting) => `${posting} cents`)
      .join(", ") ?? "nothing"
  );
}

function sentenceOf({ kind, about, transfer, expected, found, wanted_at, booked_at, same_place }: Difference): string {
  const [asked, books] = [written(expected), written(found)];
  if (transfer === null) return `${about}: ${kind} is not booked; the facts ask for ${asked}`;
  const which = `${about}: transfer ${transfer} (${kind})`;
  if (expected === null) return `${which} is explained by no fact; it books ${books}`;
  if (expected !== found) return `${which} books ${books}; the facts ask for ${asked}`;
  if (!same_place) return `${which} names another course, payment, refund or claim than its facts`;
  return `${which} is dated ${booked_at}; its facts say ${wanted_at}`;
}
