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

/** Who looks for due receipts sorts all of them, so it takes several batches at a time. */
const LOOK = 500;
const BATCH = 100;

/** In one process, callers at the same time share a run, and none of them holds a connection while it waits. */
export const createIssuer = (deps: ReceiptDeps): Issue => shareRuns(() => issueAll(deps));

async function issueAll(deps: ReceiptDeps): Promise<void> {
  for (;;) {
    const paymentIds = await store.duePayments(deps.db, LOOK);
    for (let done = 0; done < paymentIds.length; done += BATCH)
      await issueSome(deps, paymentIds.slice(done, done + BATCH));
    if (paymentIds.length < LOOK) return;
  }
}

async function issueSome(deps: ReceiptDeps, paymentIds: readonly string[]): Promise<void> {
  const last4 = await store.sandboxLast4(deps.db, paymentIds);
  await deps.db.transaction(async (tx) => {
    await store.lockNumbers(tx);
    const due = await store.readMissing(tx, paymentIds);
    const [first] = due;
    if (!first) return;
    const issuedAt = deps.clock.now();
    const made = due.map(
      ({ due: { paymentId, capturedAt, mailed }, payment, bought, course, order, player }, index) => ({
        mailed,
        order,
        player,
        receipt: {
          number: first.last + 1 + index,
          paymentId,
          operatorName: deps.productName,
          ...course,
          ...bought,
          ...payment,
          // The tax as the order froze it, and as the books have it.
          taxRateMilli: bought.taxLabel === null ? null : bought.taxRateMilli,
          taxCents: bought.taxLabel === null ? null : bought.taxCents,
          last4: last4.get(paymentId) ?? null,
          paidAt: capturedAt,
          issuedAt,
        },
      }),
    );
    await store.insertReceipts(
      tx,
      made.map(({ receipt }) => receipt),
    );
    const mailed = await store.withRefunds(
      tx,
      made.filter((one) => one.mailed),
    );
    const letters = mailed.map((issued) => ({ letter: letterOf(issued, deps), userId: issued.player.id }));
    await deps.mailer.postAll(tx, letters);
  });
}
