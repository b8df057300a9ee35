/** The sandbox's refunds: one for each key. The first answer to a key is final. */
import { randomUUID } from "node:crypto";
import type { Database, Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuse } from "../contract.ts";
import { type Gateway, RefundRefused, type RefundState } from "./gateway.ts";
import { enterRefund } from "./sandbox-balance.ts";
import { PAGE, pageOf } from "./sandbox-pages.ts";
import { putEvent } from "./sandbox-events.ts";

type Payment = { amount_cents: number; afterwards: string | null };
type Row = {
  refund_id: string;
  attempt_id: string;
  amount_cents: number;
  failure: string | null;
  by_hand: boolean;
  cancelled: boolean;
  created_at: string;
};

export interface SandboxRefunds extends Pick<Gateway, "refund" | "refundsOf" | "refundsSince"> {
  /**
   * Refunds a captured payment at the sandbox's desk, without us.
   * @param cents all that is left without it
   * @returns the refund's reference
   * @throws payments.not_captured, nothing_left, refund_too_much
   */
  refundByHand(attemptId: string, cents: number | undefined): Promise<string>;
  /** Cancels a refund at the sandbox's desk before it goes out, without us. @throws payments.refund_not_found */
  cancelByHand(reference: string): Promise<void>;
}

export function refundBooks({ db, clock }: { db: Database; clock: Clock }): SandboxRefunds {
  const write = (tx: Db, key: string, attemptId: string, cents: number, failure: string | null) =>
    tx.sql.execute(sql`INSERT INTO sandbox.refunds (refund_id, attempt_id, amount_cents, failure, created_at)
      VALUES (${key}, ${attemptId}, ${cents}, ${failure}, ${clock.now().toISOString()})`);

  /** @returns why the sandbox refuses the refund, for every call with this key */
  function make({ key, refundId, attempt, amountCents }: Parameters<Gateway["refund"]>[0]): Promise<string | null> {
    return db.transaction(async (tx) => {
      const { attemptId } = attempt;
      const payment = await lockCaptured(tx, attemptId);
      if (!payment) return "The gateway has captured no such payment";
      const known = await tx.sql.execute<Row>(sql`SELECT * FROM sandbox.refunds WHERE refund_id = ${key}`);
      if (known.rows[0]) return known.rows[0].failure;
      const left = payment.amount_cents - (await goneOf(tx, attemptId));
      const refusal =
        amountCents > left ? `The gateway does not hold ${amountCents} cents of this payment any more` : null;
      await write(tx, key, attemptId, amountCents, refusal);
      if (refusal === null) await enterRefund(tx, key, "refund", clock.now());
      // A retry under another key succeeds after a refund came back.
      if (refusal === null && payment.afterwards === "refund_fails" && key === refundId) {
        await tx.sql.execute(
          sql`UPDATE sandbox.refunds SET failure = 'The account to refund to is closed' WHERE refund_id = ${key}`,
        );
        await enterRefund(tx, key, "refund_failure", clock.now());
        await putEvent(tx, { about: "refund", attemptId, refundId }, clock.now());
      }
      return refusal;
    });
  }

  return {
    refund: async (wanted) => {
      const refusal = await make(wanted);
      if (refusal !== null) throw new RefundRefused(refusal);
      return wanted.key;
    },

    refundsOf: async ({ attemptId }) => {
      const { rows } = await db.sql.execute<Row>(
        sql`SELECT * FROM sandbox.refunds WHERE attempt_id = ${attemptId} ORDER BY created_at, refund_id`,
      );
      return rows.map(stateOf);
    },

    refundsSince: async (since, after) => {
      const { rows } = await db.sql.execute<Row>(sql`
        SELECT * FROM sandbox.refunds WHERE created_at >= ${since.toISOString()}
          AND (${after ?? null}::text IS NULL OR (created_at, refund_id) > (SELECT r.created_at, r.refund_id FROM sandbox.refunds r WHERE r.refund_id = ${after ?? null}))
        ORDER BY created_at, refund_id LIMIT ${PAGE + 1}`);
      return pageOf(rows.map(stateOf));
    },

    refundByHand: (attemptId, cents) =>
      db.transaction(async (tx) => {
        const payment = await lockCaptured(tx, attemptId);
        if (!payment) throw refuse("payments.not_captured");
        const left = payment.amount_cents - (await goneOf(tx, attemptId));
        if (left <= 0) throw refuse("payments.nothing_left");
        if (cents !== undefined && cents > left) throw refuse("payments.refund_too_much");
        const reference = `re_${randomUUID()}`;
        await tx.sql.execute(sql`INSERT INTO sandbox.refunds (refund_id, attempt_id, amount_cents, by_hand, created_at)
          VALUES (${reference}, ${attemptId}, ${cents ?? left}, true, ${clock.now().toISOString()})`);
        await enterRefund(tx, reference, "refund", clock.now());
        await putEvent(tx, { about: "refund", attemptId }, clock.now());
        return reference;
      }),

    cancelByHand: (reference) =>
      db.transaction(async (tx) => {
        const { rows } = await tx.sql.execute<{ attempt_id: string }>(sql`
          UPDATE sandbox.refunds SET failure = 'The refund was cancelled at the sandbox', cancelled = true
          WHERE refund_id = ${reference} AND failure IS NULL RETURNING attempt_id`);
        if (!rows[0]) throw refuse("payments.refund_not_found");
        await enterRefund(tx, reference, "refund_failure", clock.now());
        await putEvent(tx, { about: "refund", attemptId: rows[0].attempt_id, refundId: reference }, clock.now());
      }),
  };
}

async function lockCaptured(tx: Db, attemptId: string): Promise<Payment | undefined> {
  const { rows } = await tx.sql.execute<Payment>(
    sql`SELECT amount_cents, afterwards FROM sandbox.payments WHERE attempt_id = ${attemptId} AND status = 'captured' FOR UPDATE`,
  );
  return rows[0];
}

function stateOf(row: Row): RefundState {
  return {
    reference: row.refund_id,
    attemptId: row.attempt_id,
    key: row.by_hand ? null : row.refund_id,
    amountCents: row.amount_cents,
    status: row.cancelled ? "cancelled" : row.failure === null ? "made" : "failed",
    failure: row.failure,
    at: new Date(row.created_at),
  };
}

/** Cents of a payment that refunds and disputes have taken. */
async function goneOf(tx: Db, attemptId: string): Promise<number> {
  const { rows } = await tx.sql.execute<{ cents: number }>(sql`
    SELECT (SELECT coalesce(sum(amount_cents), 0) FROM sandbox.refunds WHERE attempt_id = ${attemptId} AND failure IS NULL)
      + (SELECT coalesce(sum(amount_cents), 0) FROM sandbox.disputes WHERE attempt_id = ${attemptId} AND status <> 'won') AS cents`);
  return rows[0]?.cents ?? 0;
}
