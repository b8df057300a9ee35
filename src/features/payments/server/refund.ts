/** Refunds: what is owed back, who asked for it, and paying it at the gateway, once. */
import { randomUUID } from "node:crypto";
import { findUser, lockUser } from "#features/accounts/server/store.ts";
import { refuse as refuseBooking } from "#features/booking/contract.ts";
import { findOrder, lockOrder, type OrderRow, setOrder } from "#features/booking/server/store.ts";
import { account, move, type Posting, refundDue, refundFromPot, refundFromRange } from "#features/ledger/rules.ts";
import { lockPot, post } from "#features/ledger/server/store.ts";
import { complete, lockRows } from "#features/play/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import { formatCents, toDollars } from "#platform/shared/money.ts";
import { refuse } from "../contract.ts";
import type { PaymentDeps } from "./deps.ts";
import * as store from "./store.ts";
import { NOT_STARTED, refundLetter } from "./letters.ts";
import { settleRefunds } from "./pay-back.ts";

/**
 * Refunds an order in full or in part; a full refund ends its running session.
 * @param amountCents undefined for all that is left
 * @param key the call's: what has been refunded under it before a crash is not refunded again
 * @throws booking.order_not_found, payments.not_captured, claim_stands, nothing_left, refund_too_much
 */
export async function refundOrder(
  deps: PaymentDeps,
  actorId: string,
  orderId: string,
  { amountCents, reason, key }: { amountCents: number | undefined; reason: string; key: KeyInUse | undefined },
): Promise<OrderRow> {
  const found = await findOrder(deps.db, orderId);
  if (!found) throw refuseBooking("booking.order_not_found");
  if (key?.made) return found;
  return deps.db.transaction(async (tx) => {
    const { order, attempt } = await lockPaid(tx, found);
    if (!attempt) throw refuse("payments.not_captured");
    const rows = order.sessionId === null ? [] : await lockRows(tx, order.sessionId);
    const ids = rows.map(({ id }) => id);
    // The rows are locked: a claim that is being made now is seen, or comes too late.
    if (ids.length > 0 && (await deps.claims.standsOn(tx, ids))) throw refuse("payments.claim_stands");
    const left = await store.refundable(tx, attempt);
    if (left <= 0) throw refuse("payments.nothing_left");
    const amount = amountCents ?? left;
    if (amount > left)
      throw refuse("payments.refund_too_much", {
        message: `At most ${formatCents(left)} is left to refund`,
        details: { refundable: toDollars(left) },
      });
    const refundId = await owe(deps, tx, { order, attempt, amount, reason, actorId });
    await key?.keep(tx, refundId);
    if (order.sessionId !== null && amount === left) {
      await complete(tx, order.sessionId, "refund", deps.clock.now());
      for (const row of rows) deps.announce(tx, row);
    }
    const detail = { refundId, amountCents: amount, reason };
    await note(tx, { actorId, action: "order.refunded", subject: order.id, detail, at: deps.clock.now() });
    return order;
  });
}

/** Refunds an order that was paid ahead and never started, in full. */
export async function refundUnstarted(deps: PaymentDeps, orderId: string, reason: string): Promise<void> {
  const found = await findOrder(deps.db, orderId);
  if (!found) return;
  await deps.db.transaction(async (tx) => {
    const { order, attempt } = await lockPaid(tx, found);
    if (order.status !== "paid" || !attempt) return;
    const amount = await store.refundable(tx, attempt);
    if (amount > 0) await owe(deps, tx, { order, attempt, amount, reason, actorId: null });
  });
}

/**
 * A dispute was won, and its order is closed without a session: what is left of the capture is owed, for its golfer has
 * got nothing for it. The order and the attempt are locked.
 */
export async function refundClosed(
  deps: PaymentDeps,
  tx: Db,
  orderId: string,
  attempt: store.AttemptRow,
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order.sessionId !== null || (order.status !== "refund_due" && order.status !== "refunded")) return;
  const amount = await store.refundable(tx, attempt);
  const reason = "The order was closed before its dispute was decided";
  if (amount > 0) await owe(deps, tx, { order, attempt, amount, reason, actorId: null });
}

/** An order with what captured it, locked: user, order, payment. */
async function lockPaid(tx: Db, found: OrderRow): Promise<{ order: OrderRow; attempt: store.AttemptRow | undefined }> {
  await lockUser(tx, found.userId);
  const order = await lockOrder(tx, found.id);
  return { order, attempt: await store.lockCapture(tx, found.id) };
}

/** Where a refund takes its money from, in cents, and by which transfer. */
interface Taken {
  takenFrom: "sale" | "deferred" | "dispute_loss";
  kind: "refund" | "refund_ahead" | "refund_reversed";
  potPart: number;
  rangePart: number;
  postings: readonly Posting[];
}

/**
 * What a part of an order is taken from. A sale's shares give their parts, and revenue the rest. What is deferred gives
 * it whole, and the parts count as returned. An order without a session whose deferral is over was taken by the bank:
 * what comes back of it was the house's loss.
 */
async function takeFrom(tx: Db, order: OrderRow, attempt: store.AttemptRow, amount: number): Promise<Taken> {
  const { courseId, amountCents: orderAmount, jackpotShareCents: jackpotShare, rangeShareCents: rangeShare } = order;
  const before = await store.refundedSoFar(tx, order.id);
  const given = { orderAmount, refundedBefore: before.amount, amount };
  const rangePart = refundFromRange({ ...given, rangeShare, rangePartBefore: before.rangePart });
  const fromPot = (pot: number, base: number) =>
    refundFromPot({ ...given, jackpotShare, potPartBefore: before.potPart, pot, base });
  const owed = account.refundsPayable(attempt.id);
  if (!order.deferred || order.sessionId !== null) {
    const pot = await lockPot(tx, courseId, [account.rangeShare(courseId), account.revenue(courseId)]);
    // The base of a course that has closed since, too: its golfers above all want their money back.
    const potPart = fromPot(pot, await store.baseJackpot(tx, courseId));
    const postings = refundDue({ courseId, paymentId: attempt.id, amount, potPart, rangePart });
    return { takenFrom: "sale", kind: "refund", potPart, rangePart, postings };
  }
  if (order.status === "paid") {
    const postings = move(amount, account.deferred(courseId), owed);
    return { takenFrom: "deferred", kind: "refund_ahead", potPart: fromPot(Infinity, 0), rangePart, postings };
  }
  const postings = move(amount, account.disputeLoss, owed);
  return { takenFrom: "dispute_loss", kind: "refund_reversed", potPart: 0, rangePart: 0, postings };
}

/** Owes a part of an order back. @returns the refund's id */
async function owe(
  deps: PaymentDeps,
  tx: Db,
  refund: { order: OrderRow; attempt: store.AttemptRow; amount: number; reason: string; actorId: string | null },
): Promise<string> {
  const { order, attempt, amount, reason, actorId } = refund;
  const now = deps.clock.now();
  const { kind, postings, ...taken } = await takeFrom(tx, order, attempt, amount);
  const refundId = randomUUID();
  await store.insertRefund(tx, {
    id: refundId,
    orderId: order.id,
    paymentId: attempt.id,
    amountCents: amount,
    potPartCents: taken.potPart,
    rangePartCents: taken.rangePart,
    takenFrom: taken.takenFrom,
    reason,
    status: "due",
    createdAt: now,
    actorId,
  });
  await post(tx, { kind, courseId: order.courseId, paymentId: attempt.id, refundId, postings, at: now });
  if ((await store.refundable(tx, attempt)) === 0) await setOrder(tx, order.id, { status: "refund_due" });
  await tellRefund(deps, tx, order, amount, reason);
  tx.afterCommit(() => void settleRefunds(deps).catch(deps.onFailure));
  return refundId;
}

/** Captured, but impossible to fulfil: the money is owed back at once and never reaches the pot. */
export async function giveBack(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  paymentId: string,
  now: Date,
): Promise<void> {
  await post(tx, {
    kind: "capture_unfulfillable",
    courseId: order.courseId,
    paymentId,
    postings: move(order.amountCents, account.cash(order.courseId), account.refundsPayable(paymentId)),
    at: now,
  });
  await setOrder(tx, order.id, { status: "refund_due", paidAt: now });
  const reason = NOT_STARTED;
  await store.insertRefund(tx, {
    id: randomUUID(),
    orderId: order.id,
    paymentId,
    amountCents: order.amountCents,
    potPartCents: 0,
    rangePartCents: 0,
    takenFrom: "capture",
    reason,
    status: "due",
    createdAt: now,
  });
  await tellRefund(deps, tx, order, order.amountCents, reason);
  tx.afterCommit(() => void settleRefunds(deps).catch(deps.onFailure));
}

/** Says so: a refund is news to a golfer who may have left long ago. */
async function tellRefund(deps: PaymentDeps, tx: Db, order: OrderRow, cents: number, reason: string): Promise<void> {
  const player = await findUser(tx, order.userId);
  // A deleted account has no address any more.
  if (!player || player.deletedAt) return;
  const told = { amount: cents, packageName: order.packageName, orderNumber: order.number, reason };
  await deps.mailer.post(tx, refundLetter(player, told, deps.productName));
}
