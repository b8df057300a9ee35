/** An order that is paid ahead is owed until it starts. The start books what other orders book at the capture. */
import { type Sale, started } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type OrderRow, readDeferred } from "./store.ts";

/** An order in the form of the ledger's rules. */
export function saleOf(order: OrderRow): Sale {
  return {
    courseId: order.courseId,
    amount: order.amountCents,
    tax: order.taxCents,
    jackpotShare: order.jackpotShareCents,
    rangeShare: order.rangeShareCents,
  };
}

/**
 * Books the start of a paid order, which is locked. An order that was paid before captures were deferred has its shares
 * booked already. Do it last in the transaction, because the course's payments wait for its accounts.
 */
export async function bookStart(tx: Db, order: OrderRow, at: Date): Promise<void> {
  if (!order.deferred) return;
  const { paymentId, refunded } = await readDeferred(tx, order.id);
  await post(tx, {
    kind: "start",
    courseId: order.courseId,
    paymentId,
    postings: started(saleOf(order), refunded),
    at,
  });
}
