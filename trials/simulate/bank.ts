/** The bank behind the sandbox: disputes payments, decides disputes and makes refunds when the driver says so. */
import { refuse } from "#features/payments/contract.ts";
import { findCaptured } from "#features/payments/server/sandbox-desk.ts";
import type { GatewayEvent } from "#features/payments/server/gateway.ts";
import { balanceBooks } from "#features/payments/server/sandbox-balance.ts";
import { disputeBooks } from "#features/payments/server/sandbox-disputes.ts";
import { refundBooks } from "#features/payments/server/sandbox-refunds.ts";
import type { Database } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { Clock } from "#platform/shared/clock.ts";

/**
 * @param tell delivers an event of the gateway at once
 * @returns the actions `open/{order}`, `won/{order}`, `lost/{order}`, `hand/{order}/{cents, or all}`,
 *   `cancel/{order}`, and `return/{payout}` for a payout that the operator's bank sends back
 */
export function openBank(
  db: Database,
  clock: Clock,
  tell: (event: GatewayEvent) => Promise<void>,
): (what: string) => Promise<object> {
  const books = disputeBooks({ db, clock });
  const refunds = refundBooks({ db, clock });
  return async (what) => {
    const [verb, orderId, cents] = what.split("/");
    if (verb === "return") {
      await balanceBooks({ db, clock }).returnPayout(orderId ?? "", "failed");
      return {};
    }
    const attemptId = await findCaptured(db, { orderId });
    if (attemptId === undefined) throw refuse("payments.not_captured");
    if (verb === "hand") {
      const reference = await refunds.refundByHand(attemptId, cents === "all" ? undefined : Number(cents));
      await tell({ about: "refund", attemptId });
      const attempt = { attemptId, amountCents: 0, reference: null };
      const made = (await refunds.refundsOf(attempt)).find((refund) => refund.reference === reference);
      return { amount: toDollars(made?.amountCents ?? 0) };
    }
    if (verb === "cancel") {
      const { rows } = await db.sql.execute<{ refund_id: string }>(sql`
        SELECT refund_id FROM sandbox.refunds WHERE attempt_id = ${attemptId} AND by_hand AND failure IS NULL ORDER BY created_at DESC LIMIT 1`);
      await refunds.cancelByHand(rows[0]?.refund_id ?? "none");
      await tell({ about: "refund", attemptId });
      return {};
    }
    if (verb !== "won" && verb !== "lost") {
      const opened = await books.dispute(await books.openDispute(db, attemptId, "fraudulent"));
      return { amount: toDollars(opened?.amountCents ?? 0) };
    }
    const { rows } = await db.sql.execute<{ reference: string }>(
      sql`SELECT reference FROM sandbox.disputes WHERE attempt_id = ${attemptId} AND status = 'open'`,
    );
    await books.closeDispute(rows[0]?.reference ?? "none", verb);
    return {};
  };
}
