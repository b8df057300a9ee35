/** Owing a refund: its row, its transfer, and the letter about it. Paying it comes after (`pay-back.ts`). */
import { randomUUID } from "node:crypto";
import { findUser } from "#features/accounts/server/store.ts";
import { type OrderRow, setOrder } from "#features/booking/server/store.ts";
import { account, move, type Posting, refundDue, refundFromPot, refundFromRange } from "#features/ledger/rules.ts";
import { lockPot, post } from "#features/ledger/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { PaymentDeps } from "./deps.ts";
import { refundLetter } from "./letters.ts";
import * as store from "./store.ts";

/** Where a refund takes its money from, in cents, and by which transfer. */
interface Source {
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
async function takeFrom(tx: Db, order: OrderRow, attempt: store.AttemptRow, amount: number): Promise<Source> {
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
  return ofLoss(attempt, amount);
}

/** The house's loss, which something dropped has made good. */
function ofLoss({ id }: store.AttemptRow, amount: number): Source {
  const postings = move(amount, account.disputeLoss, account.refundsPayable(id));
  return { takenFrom: "dispute_loss", kind: "refund_reversed", potPart: 0, rangePart: 0, postings };
}

/** Owes a part of an order back. @returns the refund, due */
export async function owe(
  deps: PaymentDeps,
  tx: Db,
  refund: {
    order: OrderRow;
    attempt: store.AttemptRow;
    amount: number;
    reason: string;
    actorId: string | null;
    origin?: store.RefundRow["origin"];
    /** What was owed before and has been dropped pays for it. */
    fromLoss?: boolean;
  },
): Promise<store.RefundRow> {
  const { order, attempt, amount, reason, actorId, origin = "ours", fromLoss = false } = refund;
  const now = deps.clock.now();
  const { kind, postings, ...taken } = fromLoss ? ofLoss(attempt, amount) : await takeFrom(tx, order, attempt, amount);
  const owed = await store.insertRefund(tx, {
    id: randomUUID(),
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
    origin,
  });
  await post(tx, { kind, courseId: order.courseId, paymentId: attempt.id, refundId: owed.id, postings, at: now });
  if ((await store.refundable(tx, attempt)) <= 0) await setOrder(tx, order.id, { status: "refund_due" });
  await tellRefund(deps, tx, order, amount, reason);
  return owed;
}

/** Says so: a refund is news to a golfer who may have left long ago. */
export async function tellRefund(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  cents: number,
  reason: string,
): Promise<void> {
  const player = await findUser(tx, order.userId);
  // A deleted account has no address any more.
  if (!player || player.deletedAt) return;
  const told = { amount: cents, packageName: order.packageName, orderNumber: order.number, reason };
  await deps.mailer.post(tx, refundLetter(player, told, deps.productName));
}
