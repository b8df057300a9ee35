/**
 * The sandbox's balance: what each charge, refund and dispute moves, its fees (2.9 % and 0.30 of a capture, 15.00 of a
 * dispute until it is won), and the payout of what it holds, each day at 02:00 UTC.
 */
import type { Database, Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuse } from "../contract.ts";
import type { BalanceTransaction, BankPayout, Gateway } from "./gateway.ts";
import { PAGE, pageOf } from "./sandbox-pages.ts";

const DISPUTE_FEE_CENTS = 1500;
const PAYOUT_HOUR = 2;
/** The bank has the money two days after the payout. */
const ARRIVAL_MS = 2 * 86_400_000;

export interface SandboxBalance extends Pick<
  Gateway,
  "transactionsSince" | "transactionsIn" | "payoutsSince" | "balance"
> {
  /** Pays out what was held at 02:00 UTC of the day, once a day. */
  payOut(): Promise<void>;
  /** The operator's bank sends a payout back, or somebody cancels it. @throws payments.payout_over */
  returnPayout(reference: string, status: "failed" | "cancelled"): Promise<void>;
}

/** A capture as the balance has it. */
export async function enterCharge(tx: Db, attemptId: string): Promise<void> {
  await tx.sql.execute(chargeEntry(sql`sandbox.payments WHERE attempt_id = ${attemptId}`));
}

/** The statement for it. @param payments the SQL that lists the captures */
export function chargeEntry(payments: SQL): SQL {
  return sql`
    INSERT INTO sandbox.transactions (reference, kind, attempt_id, source, amount_cents, fee_cents, created_at)
    SELECT 'txn_' || attempt_id, 'charge', attempt_id, attempt_id, amount_cents, (amount_cents::bigint * 29 + 500) / 1000 + 30, created_at
    FROM ${payments}`;
}

/** A refund that went out, or one that came back. */
export async function enterRefund(tx: Db, refundId: string, kind: "refund" | "refund_failure", at: Date) {
  const isBack = kind === "refund_failure";
  await tx.sql.execute(sql`
    INSERT INTO sandbox.transactions (reference, kind, attempt_id, source, amount_cents, fee_cents, created_at)
    SELECT 'txn_' || refund_id || ${isBack ? "_failed" : ""}::text, ${kind}, attempt_id, refund_id, amount_cents * ${isBack ? 1 : -1}::int, 0, ${at.toISOString()}
    FROM sandbox.refunds WHERE refund_id = ${refundId}`);
}

/** Money that a bank took, or gave back with the fee. */
export async function enterDispute(tx: Db, reference: string, kind: "dispute" | "dispute_reversal", at: Date) {
  const isBack = kind === "dispute_reversal";
  await tx.sql.execute(sql`
    INSERT INTO sandbox.transactions (reference, kind, attempt_id, source, amount_cents, fee_cents, created_at)
    SELECT 'txn_' || reference || ${isBack ? "_won" : ""}::text, ${kind}, attempt_id, reference, amount_cents * ${isBack ? 1 : -1}::int,
      ${isBack ? -DISPUTE_FEE_CENTS : DISPUTE_FEE_CENTS}::int, ${at.toISOString()}
    FROM sandbox.disputes WHERE reference = ${reference}`);
}

type Row = {
  reference: string;
  kind: BalanceTransaction["kind"];
  attempt_id: string | null;
  source: string | null;
  amount_cents: number;
  fee_cents: number;
  created_at: string;
};
type PayoutRow = {
  reference: string;
  amount_cents: number;
  status: "on_its_way" | "failed" | "cancelled";
  created_at: string;
  arrives_at: string;
};

export function balanceBooks({ db, clock }: { db: Database; clock: Clock }): SandboxBalance {
  /** A page of the transactions for which a condition holds. */
  async function page(holds: ReturnType<typeof sql>, after: string | undefined) {
    const { rows } = await db.sql.execute<Row>(sql`
      SELECT * FROM sandbox.transactions WHERE ${holds}
        AND (${after ?? null}::text IS NULL OR (created_at, reference) > (SELECT t.created_at, t.reference FROM sandbox.transactions t WHERE t.reference = ${after ?? null}))
      ORDER BY created_at, reference LIMIT ${PAGE + 1}`);
    return pageOf(rows.map(transactionOf));
  }

  return {
    transactionsSince: (since, after) => page(sql`created_at >= ${since.toISOString()}`, after),
    transactionsIn: (payout, after) => page(sql`payout = ${payout}`, after),

    payoutsSince: async (since, after) => {
      const { rows } = await db.sql.execute<PayoutRow>(sql`
        SELECT * FROM sandbox.payouts WHERE created_at >= ${since.toISOString()}
          AND (${after ?? null}::text IS NULL OR day > (SELECT p.day FROM sandbox.payouts p WHERE p.reference = ${after ?? null}))
        ORDER BY day LIMIT ${PAGE + 1}`);
      return pageOf(rows.map((row) => payoutOf(row, clock.now())));
    },

    balance: async () => {
      const { rows } = await db.sql.execute<{ cents: number }>(
        sql`SELECT coalesce(sum(amount_cents - fee_cents), 0)::bigint AS cents FROM sandbox.transactions`,
      );
      return rows[0]?.cents ?? 0;
    },

    payOut: () =>
      db.transaction(async (tx) => {
        const now = clock.now();
        const day = new Date(now.getTime() - PAYOUT_HOUR * 3_600_000).toISOString().slice(0, 10);
        const at = new Date(`${day}T0${PAYOUT_HOUR}:00:00Z`);
        const held = sql`payout IS NULL AND created_at < ${at.toISOString()}::timestamptz`;
        const reference = `po_${day}`;
        // Another process may be paying out now, or have paid out already.
        const made = await tx.sql.execute(sql`
          INSERT INTO sandbox.payouts (reference, day, amount_cents, status, created_at, arrives_at)
          SELECT ${reference}, ${day}::date, 0, 'on_its_way', ${now.toISOString()}, ${new Date(at.getTime() + ARRIVAL_MS).toISOString()}
          WHERE EXISTS (SELECT 1 FROM sandbox.transactions WHERE ${held}) ON CONFLICT DO NOTHING RETURNING reference`);
        if (made.rows.length === 0) return;
        await tx.sql.execute(sql`
          WITH paid AS (UPDATE sandbox.transactions SET payout = ${reference} WHERE ${held} RETURNING amount_cents - fee_cents AS cents)
          UPDATE sandbox.payouts SET amount_cents = (SELECT sum(cents) FROM paid) WHERE reference = ${reference}`);
        await tx.sql.execute(sql`
          INSERT INTO sandbox.transactions (reference, kind, source, amount_cents, fee_cents, created_at, payout)
          SELECT 'txn_' || reference, 'payout', reference, -amount_cents, 0, created_at, reference FROM sandbox.payouts WHERE reference = ${reference}`);
      }),

    returnPayout: (reference, status) =>
      db.transaction(async (tx) => {
        const { rows } = await tx.sql.execute(sql`
          UPDATE sandbox.payouts SET status = ${status} WHERE reference = ${reference} AND status = 'on_its_way' RETURNING reference`);
        if (rows.length === 0) throw refuse("payments.payout_over");
        await tx.sql.execute(sql`
          INSERT INTO sandbox.transactions (reference, kind, source, amount_cents, fee_cents, created_at)
          SELECT 'txn_' || reference || '_failed', 'payout_failure', reference, amount_cents, 0, ${clock.now().toISOString()}
          FROM sandbox.payouts WHERE reference = ${reference}`);
      }),
  };
}

function transactionOf(row: Row): BalanceTransaction {
  const at = new Date(row.created_at);
  return {
    reference: row.reference,
    kind: row.kind,
    source: row.source,
    payment: { attemptId: row.attempt_id, reference: null },
    amountCents: row.amount_cents,
    feeCents: row.fee_cents,
    at,
    availableAt: at,
  };
}

function payoutOf(row: PayoutRow, now: Date): BankPayout {
  const arrivesAt = new Date(row.arrives_at);
  return {
    reference: row.reference,
    amountCents: row.amount_cents,
    status: row.status === "on_its_way" && arrivesAt <= now ? "paid" : row.status,
    items: "known",
    at: new Date(row.created_at),
    arrivesAt,
  };
}
