/** The sandbox's disputes: a bank takes back what is left of a payment, and may lose or win it. */
import { randomUUID } from "node:crypto";
import type { Database, Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuse } from "../contract.ts";
import type { DisputeState, Gateway } from "./gateway.ts";
import { enterDispute } from "./sandbox-balance.ts";
import { putEvent } from "./sandbox-events.ts";
import { PAGE, pageOf } from "./sandbox-pages.ts";

export interface SandboxDisputes extends Pick<Gateway, "dispute" | "disputesSince"> {
  /**
   * Disputes what is left of a captured payment.
   * @returns the dispute's reference
   * @throws payments.not_captured, payments.nothing_left
   */
  openDispute(tx: Db, attemptId: string, reason: string): Promise<string>;
  /** Decides an open dispute. @throws payments.dispute_over */
  closeDispute(reference: string, status: "won" | "lost"): Promise<void>;
}

type Row = {
  reference: string;
  attempt_id: string;
  amount_cents: number;
  status: DisputeState["status"];
  reason: string;
  created_at: string;
};

export function disputeBooks({ db, clock }: { db: Database; clock: Clock }): SandboxDisputes {
  const stateOf = (row: Row): DisputeState => ({
    reference: row.reference,
    attemptId: row.attempt_id,
    amountCents: row.amount_cents,
    status: row.status,
    reason: row.reason,
    at: new Date(row.created_at),
  });

  return {
    openDispute: (outer, attemptId, reason) =>
      outer.transaction(async (tx) => {
        const payments = await tx.sql.execute<{ amount_cents: number }>(
          sql`SELECT amount_cents FROM sandbox.payments WHERE attempt_id = ${attemptId} AND status = 'captured' FOR UPDATE`,
        );
        const [payment] = payments.rows;
        if (!payment) throw refuse("payments.not_captured");
        const gone = await tx.sql.execute<{ cents: number }>(sql`
          SELECT (SELECT coalesce(sum(amount_cents), 0) FROM sandbox.refunds WHERE attempt_id = ${attemptId} AND failure IS NULL)
            + (SELECT coalesce(sum(amount_cents), 0) FROM sandbox.disputes WHERE attempt_id = ${attemptId} AND status <> 'won') AS cents`);
        const left = payment.amount_cents - (gone.rows[0]?.cents ?? 0);
        if (left <= 0) throw refuse("payments.nothing_left");
        const reference = `dp_${randomUUID()}`;
        await tx.sql.execute(sql`
          INSERT INTO sandbox.disputes (reference, attempt_id, amount_cents, status, reason, created_at)
          VALUES (${reference}, ${attemptId}, ${left}, 'open', ${reason}, ${clock.now().toISOString()})`);
        await enterDispute(tx, reference, "dispute", clock.now());
        await putEvent(tx, { about: "dispute", reference }, clock.now());
        return reference;
      }),

    closeDispute: (reference, status) =>
      db.transaction(async (tx) => {
        const { rows } = await tx.sql.execute(
          sql`UPDATE sandbox.disputes SET status = ${status} WHERE reference = ${reference} AND status = 'open' RETURNING reference`,
        );
        if (rows.length === 0) throw refuse("payments.dispute_over");
        if (status === "won") await enterDispute(tx, reference, "dispute_reversal", clock.now());
        await putEvent(tx, { about: "dispute", reference }, clock.now());
      }),

    dispute: async (reference) => {
      const { rows } = await db.sql.execute<Row>(sql`SELECT * FROM sandbox.disputes WHERE reference = ${reference}`);
      return rows[0] && stateOf(rows[0]);
    },

    disputesSince: async (since, after) => {
      const { rows } = await db.sql.execute<Row>(sql`
        SELECT * FROM sandbox.disputes WHERE created_at >= ${since.toISOString()}
          AND (${after ?? null}::text IS NULL OR (created_at, reference) > (SELECT d.created_at, d.reference FROM sandbox.disputes d WHERE d.reference = ${after ?? null}))
        ORDER BY created_at, reference LIMIT ${PAGE + 1}`);
      return pageOf(rows.map(stateOf));
    },
  };
}
