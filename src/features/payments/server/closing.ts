/** A bank's decision ends an order that was never started. The caller then has the owed refunds sent (`settleSoon`). */
import { account, moved } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import { lockOrder, type OrderRow, readDeferred, setOrder } from "#features/orders/server/store.ts";
import { REVERSED } from "#features/orders/reason-rules.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { PaymentDeps } from "./deps.ts";
import { owe } from "./owing.ts";
import * as store from "./store.ts";

/**
 * A dispute was won, and its order is closed without a session: what is left of the capture is owed, because the golfer
 * got nothing for it. The order and the attempt are locked.
 */
export async function refundClosed(
  deps: PaymentDeps,
  tx: Db,
  orderId: string,
  attempt: store.PaymentAttemptRow,
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order.sessionId !== null || (order.status !== "refund_due" && order.status !== "refunded")) return;
  const amount = await store.refundable(tx, attempt);
  const reason = "The order was closed before its dispute was decided";
  if (amount <= 0) return;
  await owe(deps, tx, { order, attempt, amount, reason, actorId: null });
}

/**
 * The bank has taken back the payment of an order that was not started: the order is over. The deferred money bears the
 * loss, and what the bank left of it is owed to the golfer. The order and the attempt are locked.
 */
export async function endUnstarted(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
): Promise<void> {
  const left = Math.max(0, await store.refundable(tx, attempt));
  if (order.deferred) {
    const { courseId, amountCents } = order;
    const { refunded } = await readDeferred(tx, order.id);
    const postings = moved(amountCents - refunded - left, account.deferred(courseId), account.disputeLoss);
    await post(tx, { kind: "reverse", courseId, paymentId: attempt.id, postings, at: deps.clock.now() });
  }
  if (left > 0) await owe(deps, tx, { order, attempt, amount: left, reason: REVERSED, actorId: null });
  await setOrder(tx, order.id, { status: "reversed" });
}
