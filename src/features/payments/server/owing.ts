/** Owing a refund: its row, its transfer, and the letter about it. Paying it comes after (`pay-back.ts`). */
import { randomUUID } from "node:crypto";
import { findUser } from "#features/accounts/server/store.ts";
import {
  account,
  merged,
  moved,
  type Posting,
  refundDue,
  refundFromPot,
  refundFromShare,
} from "#features/ledger/rules.ts";
import { lockPot, post } from "#features/ledger/server/store.ts";
import { type OrderRow, readDeferred, setOrder } from "#features/orders/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { PaymentDeps } from "./deps.ts";
import { refundLetter } from "./letters.ts";
import * as store from "./store.ts";

/** Where a refund takes its money from, in cents, and by which transfer. */
interface Source {
  fromDropped: number;
  takenFrom: "sale" | "deferred" | "dispute_loss";
  kind: "refund" | "refund_ahead" | "refund_reversed";
  taxPart: number;
  potPart: number;
  rangePart: number;
  postings: readonly Posting[];
}

/**
 * Where a refund of an order takes its money from. After a sale, tax, pot and range give their parts and revenue gives the
 * rest. Deferred money is taken whole, and the parts count as returned. If the order has no session and its deferral is
 * over, the bank took the payment: the refund comes from the house's loss.
 * @param dropped cents that refunds which were dropped pay for: their parts have gone back already
 */
async function takeFrom(
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
  whole: number,
  dropped: number,
): Promise<Source> {
  const ahead = order.deferred && order.sessionId === null;
  if (dropped >= whole || (ahead && order.status !== "paid")) return ofLoss(attempt, whole);
  // If a gateway gives back more than is deferred, the house pays the rest.
  const most = ahead ? order.amountCents - (await readDeferred(tx, order.id)).refunded : whole;
  const fromDropped = Math.max(dropped, whole - most);
  const amount = whole - fromDropped;
  const paid = moved(fromDropped, account.disputeLoss, account.refundsPayable(attempt.id));
  const { courseId, amountCents: orderAmount, jackpotShareCents: jackpotShare } = order;
  const before = await store.refundedSoFar(tx, order.id);
  const given = { orderAmount, refundedBefore: before.amount, amount };
  const taxPart = refundFromShare({ ...given, share: order.taxCents, partBefore: before.taxPart });
  const rangePart = refundFromShare({ ...given, share: order.rangeShareCents, partBefore: before.rangePart });
  const fromPot = (pot: number, base: number) =>
    refundFromPot({ ...given, jackpotShare, potPartBefore: before.potPart, pot, base });
  if (!ahead) {
    const { rangeShare, revenue, taxPayable } = account;
    const pot = await lockPot(tx, courseId, [rangeShare(courseId), revenue(courseId), taxPayable(courseId)]);
    // This also works for a closed course: its golfers get their money back, too.
    const potPart = fromPot(pot, await store.baseJackpot(tx, courseId));
    const parts = { taxPart, potPart, rangePart };
    const due = refundDue({ courseId, paymentId: attempt.id, amount, ...parts });
    return { takenFrom: "sale", kind: "refund", fromDropped, ...parts, postings: merged([...due, ...paid]) };
  }
  const due = moved(amount, account.deferred(courseId), account.refundsPayable(attempt.id));
  const parts = { taxPart, potPart: fromPot(Infinity, 0), rangePart };
  return { takenFrom: "deferred", kind: "refund_ahead", fromDropped, ...parts, postings: merged([...due, ...paid]) };
}

/** The house's loss as the source, for the part that a dropped refund covers. */
function ofLoss({ id }: store.PaymentAttemptRow, amount: number): Source {
  const postings = moved(amount, account.disputeLoss, account.refundsPayable(id));
  const parts = { taxPart: 0, potPart: 0, rangePart: 0 };
  return { takenFrom: "dispute_loss", kind: "refund_reversed", fromDropped: 0, ...parts, postings };
}

/** Records that a part of an order is owed back. @returns the refund, due */
export async function owe(
  deps: PaymentDeps,
  tx: Db,
  refund: {
    order: OrderRow;
    attempt: store.PaymentAttemptRow;
    amount: number;
    reason: string;
    actorId: string | null;
    origin?: store.RefundRow["origin"];
    /** The cents that dropped refunds had owed before; these pay for this one. */
    fromDropped?: number;
    /** The refund that this one pays once more. */
    repeats?: string | null;
    /** When it happened by the gateway's clock, where it was learned later. */
    factAt?: Date;
  },
): Promise<store.RefundRow> {
  const { order, attempt, amount, reason, actorId, origin = "ours", fromDropped = 0, repeats = null, factAt } = refund;
  const now = deps.clock.now();
  const { kind, postings, ...taken } = await takeFrom(tx, order, attempt, amount, fromDropped);
  const owed = await store.insertRefund(tx, {
    id: randomUUID(),
    orderId: order.id,
    paymentId: attempt.id,
    amountCents: amount,
    taxPartCents: taken.taxPart,
    potPartCents: taken.potPart,
    rangePartCents: taken.rangePart,
    takenFrom: taken.takenFrom,
    fromDroppedCents: taken.fromDropped,
    reason,
    status: "due",
    createdAt: now,
    actorId,
    origin,
    repeats,
  });
  const of = { courseId: order.courseId, paymentId: attempt.id, refundId: owed.id };
  await post(tx, { kind, ...of, postings, at: now, ...(factAt && { factAt }) });
  // Deferred money still belongs to the order's start or to the bank, although nothing of the capture is left to
  // refund.
  const isOver = taken.takenFrom !== "dispute_loss" || order.status !== "paid";
  const isClosed = order.status === "refund_due" || order.status === "refunded";
  if (isOver && (isClosed || (await store.isGone(tx, attempt)))) await setOrder(tx, order.id, { status: "refund_due" });
  await tellRefund(deps, tx, order, amount, reason);
  return owed;
}

/** Posts the letter about a refund to the golfer. */
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
  const refund = { amount: cents, order, reason };
  await deps.mailer.post(tx, refundLetter(player, refund, deps.productName), player.id);
}
