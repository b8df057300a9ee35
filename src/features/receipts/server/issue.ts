/**
 * Issues receipts after the capture's commit; the first caller who asks issues. A capture never waits for a number. The issuer
 * takes one lock, numbers all due receipts, and commits them with their letters. So a crash or a rollback leaves no gap
 * and no receipt without its letter.
 */
import type { Db } from "#platform/server/db/database.ts";
import type { Mailer } from "#platform/server/mail/mail.ts";
import { shareRuns } from "#platform/server/work/shared-runs.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { letterOf } from "./letter.ts";
import * as store from "./store.ts";

export interface ReceiptDeps {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  productName: string;
  /** The address of the service, for the link in the letter. */
  publicUrl: string | undefined;
}

/** Issues every receipt that is due at the call. */
export type Issue = () => Promise<void>;

const BATCH = 100;

/** In one process, callers at the same time share a run, and none of them holds a connection while it waits. */
export const createIssuer = (deps: ReceiptDeps): Issue => shareRuns(() => issueAll(deps));

async function issueAll(deps: ReceiptDeps): Promise<void> {
  for (;;) {
    const paymentIds = await store.duePayments(deps.db, BATCH);
    if (paymentIds.length === 0) return;
    await issueSome(deps, paymentIds);
    if (paymentIds.length < BATCH) return;
  }
}

async function issueSome(deps: ReceiptDeps, paymentIds: readonly string[]): Promise<void> {
  const last4 = await store.sandboxLast4(deps.db, paymentIds);
  await deps.db.transaction(async (tx) => {
    await store.lockNumbers(tx);
    const due = await store.readMissing(tx, paymentIds);
    if (due.length === 0) return;
    const last = await store.lastNumber(tx);
    const issuedAt = deps.clock.now();
    const rows = due.map(({ due: { capturedAt }, payment, order, course }, index) => ({
      number: last + 1 + index,
      paymentId: payment.id,
      orderId: order.id,
      operatorName: deps.productName,
      courseName: course.name,
      courseAddress: course.address,
      timeZone: course.timeZone,
      packageName: order.packageName,
      ballCount: order.ballCount,
      amountCents: payment.amountCents,
      // The tax as the order froze it, and as the books have it.
      taxLabel: order.taxLabel,
      taxRateMilli: order.taxLabel === null ? null : order.taxRateMilli,
      taxCents: order.taxLabel === null ? null : order.taxCents,
      method: payment.method,
      last4: last4.get(payment.id) ?? null,
      paidAt: capturedAt,
      issuedAt,
    }));
    await store.insertReceipts(tx, rows);
    const mailed = rows.filter((_, index) => due[index]?.due.mailed).map(({ number }) => number);
    const letters = (await store.readNumbered(tx, mailed)).map((issued) => ({
      letter: letterOf(issued, deps),
      userId: issued.player.id,
    }));
    await deps.mailer.postAll(tx, letters);
  });
}
