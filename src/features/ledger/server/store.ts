/** All SQL of the ledger. Pots are locked last of all rows (order user, order, payment, session, claim, pot). */
import { sql } from "drizzle-orm";
import type { Db } from "#platform/server/db/database.ts";
import { account, type Posting } from "../rules.ts";

export interface Transfer {
  /** The event, as rules section 5 names it. */
  kind:
    | "open_pot"
    | "capture"
    | "capture_unfulfillable"
    | "reserve"
    | "reseed"
    | "verify"
    | "reject"
    | "pay_out"
    | "forfeit"
    | "refund"
    | "refund_settled";
  courseId: number;
  postings: readonly Posting[];
  paymentId?: string;
  claimId?: string;
  refundId?: string;
  at: Date;
}

/** Accounts of one course's play; the others belong to the house. */
const HOUSE: ReadonlySet<string> = new Set([account.houseFunding, account.disputeLoss]);

/** Writes a transfer and moves the cached balances, in the caller's transaction. */
export async function post(tx: Db, transfer: Transfer): Promise<void> {
  const postings = transfer.postings.filter(({ amount }) => amount !== 0);
  if (postings.length === 0) return;
  // Pots last, the rest by name: every transfer locks accounts in one order.
  const ordered = postings.toSorted((a, b) => Number(isPot(a)) - Number(isPot(b)) || (a.account < b.account ? -1 : 1));
  const keys = sql`ARRAY[${sql.join(
    ordered.map((p) => sql`${p.account}`),
    sql`, `,
  )}]::text[]`;
  const at = transfer.at.toISOString();
  for (const { account: key } of ordered) {
    const courseId = HOUSE.has(key) ? null : transfer.courseId;
    await tx.sql.execute(sql`
      INSERT INTO ledger_accounts (key, kind, course_id, changed_at) VALUES (${key}, split_part(${key}, ':', 1), ${courseId}, ${at})
      ON CONFLICT (key) DO NOTHING`);
    await tx.sql.execute(sql`SELECT 1 FROM ledger_accounts WHERE key = ${key} FOR UPDATE`);
  }
  const amounts = sql`ARRAY[${sql.join(
    ordered.map((p) => sql`${p.amount}`),
    sql`, `,
  )}]::bigint[]`;
  await tx.sql.execute(sql`
    WITH transfer AS (
      INSERT INTO ledger_transfers (kind, course_id, payment_id, claim_id, refund_id, created_at)
      VALUES (${transfer.kind}, ${transfer.courseId}, ${transfer.paymentId ?? null}, ${transfer.claimId ?? null}, ${transfer.refundId ?? null}, ${at})
      RETURNING id
    ), posting AS (SELECT * FROM unnest(${keys}, ${amounts}) AS p (account_key, amount_cents)), entry AS (
      INSERT INTO ledger_entries (transfer_id, account_key, amount_cents) SELECT transfer.id, account_key, amount_cents FROM transfer, posting
    )
    UPDATE ledger_accounts a SET balance_cents = a.balance_cents + posting.amount_cents, changed_at = ${at}
    FROM posting WHERE a.key = posting.account_key`);
}

function isPot(posting: Posting): boolean {
  return posting.account.startsWith("pot:");
}

/** What a course's pot holds (cents), locked until the transaction ends. */
export async function lockPot(tx: Db, courseId: number): Promise<number> {
  const { rows } = await tx.sql.execute<{ balance_cents: number }>(
    sql`SELECT balance_cents FROM ledger_accounts WHERE key = ${account.pot(courseId)} FOR UPDATE`,
  );
  return -(rows[0]?.balance_cents ?? 0);
}

/** The credit balance (cents) of an account that holds money for someone: 0 when it does not exist. */
export async function heldBy(db: Db, key: string): Promise<number> {
  const { rows } = await db.sql.execute<{ balance_cents: number }>(
    sql`SELECT balance_cents FROM ledger_accounts WHERE key = ${key}`,
  );
  return -(rows[0]?.balance_cents ?? 0) || 0;
}

export interface Pot {
  courseId: number;
  /** Cents in the pot. */
  amount: number;
  changedAt: Date;
  /** Cents that pending claims hold. */
  underReview: number;
}

/** Every pot, by course. */
export async function readPots(db: Db): Promise<Map<number, Pot>> {
  const { rows } = await db.sql.execute<{
    course_id: number;
    balance_cents: number;
    changed_at: string;
    reserved: number | null;
  }>(sql`
    SELECT pot.course_id, pot.balance_cents, pot.changed_at,
      (SELECT sum(r.balance_cents)::bigint FROM ledger_accounts r WHERE r.kind = 'reserved' AND r.course_id = pot.course_id AND r.balance_cents <> 0) AS reserved
    FROM ledger_accounts pot WHERE pot.kind = 'pot'`);
  return new Map(
    rows.map((row) => [
      row.course_id,
      {
        courseId: row.course_id,
        amount: -row.balance_cents,
        changedAt: new Date(row.changed_at),
        underReview: -(row.reserved ?? 0) || 0,
      },
    ]),
  );
}
