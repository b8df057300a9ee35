/** The bank behind the sandbox: it disputes payments and decides disputes when the driver says so. */
import { sql } from "drizzle-orm";
import { refuse } from "#features/payments/contract.ts";
import { findCaptured } from "#features/payments/server/sandbox-desk.ts";
import { disputeBooks } from "#features/payments/server/sandbox-disputes.ts";
import type { Database } from "#platform/server/db/database.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { Clock } from "#platform/shared/clock.ts";

/** @returns what `open/{order}`, `won/{order}` and `lost/{order}` do */
export function openBank(db: Database, clock: Clock): (what: string) => Promise<object> {
  const books = disputeBooks({ db, clock });
  return async (what) => {
    const [verb, orderId] = what.split("/");
    const attemptId = await findCaptured(db, { orderId });
    if (attemptId === undefined) throw refuse("payments.not_captured");
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
