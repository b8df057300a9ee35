/** The steps of a sent refund (paid, refused, paid otherwise, dropped, returned) in the books and on its order, which is locked. */
import { account, moved } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import type { PaidOtherwise } from "#features/orders/contract.ts";
import { type OrderRow, setOrder } from "#features/orders/server/store.ts";
import { REST_OF_REFUND } from "#features/orders/reason-rules.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import { movedAt } from "./balance-store.ts";
import type { PaymentDeps } from "./deps.ts";
import { owe } from "./owing.ts";
import { makeGood, moveRefund } from "./refund-store.ts";
import * as store from "./store.ts";

/** The money has gone back. @param factAt by the gateway's clock, where it was learned later */
export async function settleRefund(
  tx: Db,
  order: OrderRow,
  refund: store.RefundRow,
  at: Date,
  factAt?: Date,
): Promise<void> {
  if (!(await moveRefund(tx, refund, { status: "settled", settledAt: at, failure: null }))) return;
  await postRefund(tx, "refund_settled", refund, order.courseId, at, factAt);
  await finish(tx, order);
}

/** The operator has paid a refused refund from the bank: the gateway is never asked for it again. */
export async function payOtherwise(
  tx: Db,
  order: OrderRow,
  refund: store.RefundRow,
  { method, reference, paidOn, ...paid }: PaidOtherwise & { proposalId: number; at: Date; factAt: Date },
): Promise<void> {
  const how = { paidBy: method, paidReference: reference, paidOn, paidProposalId: paid.proposalId };
  const isMoved = await moveRefund(tx, refund, { status: "paid_otherwise", settledAt: paid.at, ...how });
  if (!isMoved) throw new Error(`Refund ${refund.id} moved under its lock`);
  await finish(tx, order);
  await postRefund(tx, "refund_paid_otherwise", refund, order.courseId, paid.at, paid.factAt);
}

/**
 * The gateway refuses the refund. The part that a dispute has taken is no longer owed, and a new refund owes the rest.
 * Without a dispute the refused refund waits for a person.
 * @param attempt the payment, locked
 */
export async function refused(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
  refund: store.RefundRow,
  failure: string,
  at: Date,
): Promise<void> {
  // The bank has already given back the amount by which dispute and refunds together exceed the capture.
  const isDisputed = (await store.refundable(tx, attempt)) < 0;
  if (isDisputed) {
    if (!(await drop(tx, order, refund, failure, at))) return;
    const rest = Math.min(refund.amountCents, await store.refundable(tx, attempt));
    if (rest > 0) await oweInstead(deps, tx, order, attempt, refund, rest);
    return;
  }
  if (!(await moveRefund(tx, refund, { status: "failed", failure }))) return;
  const detail = { refundId: refund.id, failure };
  await note(tx, { actorId: null, action: "refund.failed", subject: order.id, detail, at });
}

/** Owes a part of a dropped refund again. The dropped refund's money pays for it. */
export async function oweInstead(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
  dropped: store.RefundRow,
  amount: number,
): Promise<void> {
  await owe(deps, tx, { order, attempt, amount, reason: REST_OF_REFUND, actorId: null, fromDropped: amount });
  await makeGood(tx, dropped, amount);
}

/**
 * The money has gone back in another way: a counter-entry says that it is no longer owed.
 * @returns false when somebody else has moved it since
 */
export async function drop(
  tx: Db,
  order: OrderRow,
  refund: store.RefundRow,
  failure: string,
  at: Date,
): Promise<boolean> {
  if (!(await moveRefund(tx, refund, { status: "dropped", failure, madeGoodCents: 0 }))) return false;
  await postRefund(tx, "refund_dropped", refund, order.courseId, at);
  await finish(tx, order);
  const detail = { refundId: refund.id, failure };
  await note(tx, { actorId: null, action: "refund.dropped", subject: order.id, detail, at });
  return true;
}

/** A bank has sent the refund back: it is owed again. @param reference the gateway's name of it */
export async function returned(
  tx: Db,
  order: OrderRow,
  refund: store.RefundRow,
  { failure, reference }: { failure: string; reference: string },
  at: Date,
): Promise<void> {
  if (!(await moveRefund(tx, refund, { status: "failed", settledAt: null, failure }))) return;
  const factAt = await movedAt(tx, "refund_failure", reference);
  await postRefund(tx, "refund_returned", refund, order.courseId, at, factAt);
  if (order.status === "refunded") await setOrder(tx, order.id, { status: "refund_due" });
  const detail = { refundId: refund.id, failure };
  await note(tx, { actorId: null, action: "refund.returned", subject: order.id, detail, at });
}

/** An order without open refunds is refunded. */
async function finish(tx: Db, { id, status }: OrderRow): Promise<void> {
  if (status === "refund_due" && !(await store.hasOpenRefund(tx, id))) await setOrder(tx, id, { status: "refunded" });
}

export async function postRefund(
  tx: Db,
  kind: "refund_settled" | "refund_paid_otherwise" | "refund_returned" | "refund_dropped" | "refund_revived",
  refund: store.RefundRow,
  courseId: number,
  at: Date,
  factAt?: Date,
): Promise<void> {
  const owed = account.refundsPayable(refund.paymentId);
  const cash = account.cash(courseId);
  const postings = {
    refund_settled: moved(refund.amountCents, owed, cash),
    refund_paid_otherwise: moved(refund.amountCents, owed, account.bank),
    refund_returned: moved(refund.amountCents, cash, owed),
    // The chargeback has booked this money as lost, or a refund at the gateway takes its money from there. What is no
    // longer owed makes up for it.
    refund_dropped: moved(refund.amountCents, owed, account.disputeLoss),
    refund_revived: moved(refund.amountCents, account.disputeLoss, owed),
  }[kind];
  const of = { courseId, paymentId: refund.paymentId, refundId: refund.id };
  await post(tx, { kind, ...of, postings, at, ...(factAt && { factAt }) });
}
