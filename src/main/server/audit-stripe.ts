/** The audit's look at Stripe's own books: its captures, refunds and disputes against the cash that ours name. */
import { stripeBooks, type StripeEntry } from "#features/payments/server/stripe-books.ts";
import type { StripeAddress } from "#features/payments/server/stripe-client.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { GatewayBooks } from "./audit/gateway.ts";

/** A movement younger than this may be in one book before it is in the other. */
const SETTLING_SECONDS = 600;

export interface StripeSide {
  /** The differences, payment by payment, refund by refund and dispute by dispute. */
  list: GatewayBooks;
  books: ReadonlyMap<string, StripeEntry>;
  /** Only payments that have stood still since then are compared. */
  before: Date;
}

/**
 * Reads Stripe's books for an audit at `now`. One account serves one installation: what it holds beyond ours counts.
 * @throws UnknownOutcome when Stripe does not answer
 */
export async function readStripeSide(secretKey: string, now: Date, address?: StripeAddress): Promise<StripeSide> {
  const before = new Date(now.getTime() - SETTLING_SECONDS * 1000);
  const { books, captures, refunds, disputes, transactions, payouts } = await stripeBooks(secretKey, address);
  const rows = (list: readonly object[], columns: string) =>
    sql`SELECT * FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb) AS listed (${sql.raw(columns)}, cents bigint, at timestamptz)`;
  const list: GatewayBooks = {
    provider: "stripe",
    captures: rows(captures, "reference text, attempt text"),
    refunds: rows(refunds, "reference text, key text, attempt text"),
    disputes: rows(disputes, "reference text, status text, attempt text"),
    transactions: rows(transactions, "reference text, kind text, fee bigint, payout text"),
    payouts: rows(payouts, "reference text, back boolean"),
    knows: before.toISOString(),
  };
  return { books, before, list };
}

type Ours = {
  id: string;
  captured: number;
  refunded: number;
  disputed: number;
  moving: boolean;
};

/** Compares our payments by Stripe with its side. @returns how many were compared, and how many differ */
export async function compareWithStripe(
  tx: Db,
  { books, before }: StripeSide,
): Promise<{ compared: number; violations: number }> {
  const moment = before.toISOString();
  const { rows } = await tx.sql.execute<Ours>(sql`
    SELECT p.id::text AS id, cash.captured::bigint, cash.refunded::bigint, cash.disputed::bigint,
      p.status NOT IN ('succeeded', 'failed') OR p.resolved_at >= ${moment} OR coalesce(cash.moved_at >= ${moment}, false)
        OR EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id AND r.status = 'due') AS moving
    FROM payment_attempts p CROSS JOIN LATERAL (
      SELECT coalesce(sum(e.amount_cents) FILTER (WHERE t.kind IN ('capture', 'capture_ahead', 'capture_unfulfillable')), 0) AS captured,
        -coalesce(sum(e.amount_cents) FILTER (WHERE t.kind IN ('refund_settled', 'refund_returned')), 0) AS refunded,
        -coalesce(sum(e.amount_cents) FILTER (WHERE t.kind IN ('chargeback', 'chargeback_reversed')), 0) AS disputed,
        max(t.created_at) AS moved_at
      FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
      WHERE t.payment_id = p.id AND e.account_key LIKE 'cash:%') cash
    WHERE p.provider = 'stripe'`);
  const ours = new Map(rows.map((row) => [row.id, row]));
  const nothing = { captured: 0, refunded: 0, disputed: 0 };
  let compared = 0;
  let violations = 0;
  for (const id of new Set([...ours.keys(), ...books.keys()])) {
    const [mine, theirs] = [ours.get(id), books.get(id)];
    if (mine?.moving || (theirs && theirs.movedAt >= before)) continue;
    compared += 1;
    const [a, b] = [mine ?? nothing, theirs ?? nothing];
    if (a.captured !== b.captured || a.refunded !== b.refunded || a.disputed !== b.disputed) violations += 1;
  }
  return { compared, violations };
}

/** How many payments Stripe should know of. */
export async function countStripePayments(tx: Db): Promise<number> {
  const { rows } = await tx.sql.execute<{ n: number }>(
    sql`SELECT count(*)::int AS n FROM payment_attempts WHERE provider = 'stripe'`,
  );
  return rows[0]?.n ?? 0;
}
