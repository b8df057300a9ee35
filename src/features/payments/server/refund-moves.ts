/** What becomes of a refund, in the books and on its order: paid, refused, come back. Its order is locked. */
import { type OrderRow, setOrder } from "#features/booking/server/store.ts";
import { account, move } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import { moveRefund } from "./refund-store.ts";
import * as store from "./store.ts";

/** The money has gone back. */
export async function settle(tx: Db, order: OrderRow, refund: store.RefundRow, at: Date): Promise<void> {
  if (!(await moveRefund(tx, refund, { status: "settled", settledAt: at, failure: null }))) return;
  await postRefund(tx, "refund_settled", refund, order.courseId, at);
  await finish(tx, order);
}

/**
 * The gateway will not pay. Money that a dispute has taken is owed no more; anything else waits for a person.
 * @param attempt the payment, locked
 */
export async function refused(
  tx: Db,
  order: OrderRow,
  attempt: store.AttemptRow,
  refund: store.RefundRow,
  failure: string,
  at: Date,
): Promise<void> {
  // What dispute and refunds together ask beyond the capture, the bank has already given back.
  const disputed = (await store.refundable(tx, attempt)) < 0;
  if (disputed) return drop(tx, order, refund, failure, at);
  if (!(await moveRefund(tx, refund, { status: "failed", failure }))) return;
  const detail = { refundId: refund.id, failure };
  await note(tx, { actorId: null, action: "refund.failed", subject: order.id, detail, at });
}

/** What is owed has gone back by another way: a counter-entry says that it is owed no more. */
export async function drop(tx: Db, order: OrderRow, refund: store.RefundRow, failure: string, at: Date): Promise<void> {
  if (!(await moveRefund(tx, refund, { status: "dropped", failure }))) return;
  await postRefund(tx, "refund_dropped", refund, order.courseId, at);
  await finish(tx, order);
  const detail = { refundId: refund.id, failure };
  await note(tx, { actorId: null, action: "refund.dropped", subject: order.id, detail, at });
}

/** A bank has sent it back: it is owed again. */
export async function returned(
  tx: Db,
  order: OrderRow,
  refund: store.RefundRow,
  failure: string,
  at: Date,
): Promise<void> {
  if (!(await moveRefund(tx, refund, { status: "failed", settledAt: null, failure }))) return;
  await postRefund(tx, "refund_returned", refund, order.courseId, at);
  if (order.status === "refunded") await setOrder(tx, order.id, { status: "refund_due" });
  const detail = { refundId: refund.id, failure };
  await note(tx, { actorId: null, action: "refund.returned", subject: order.id, detail, at });
}

/** An order of which nothing is on its way back any more is refunded. */
async function finish(tx: Db, { id, status }: OrderRow): Promise<void> {
  if (status === "refund_due" && !(await store.hasOpenRefund(tx, id))) await setOrder(tx, id, { status: "refunded" });
}

export async function postRefund(
  tx: Db,
  kind: "refund_settled" | "refund_returned" | "refund_dropped" | "refund_revived",
  refund: store.RefundRow,
  courseId: number,
  at: Date,
): Promise<void> {
  const owed = account.refundsPayable(refund.paymentId);
  const cash = account.cash(courseId);
  const postings = {
    refund_settled: move(refund.amountCents, owed, cash),
    refund_returned: move(refund.amountCents, cash, owed),
    // The chargeback has booked this money as lost, or what has gone back by another way is taken from there; what is
    // not owed any more makes up for it.
    refund_dropped: move(refund.amountCents, owed, account.disputeLoss),
    refund_revived: move(refund.amountCents, account.disputeLoss, owed),
  }[kind];
  await post(tx, { kind, courseId, paymentId: refund.paymentId, refundId: refund.id, postings, at });
}
