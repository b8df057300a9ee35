/**
 * A refund that somebody made at the gateway and cancelled there before it went out: nobody owes it. The books take it
 * back, and its order gets the state that its other refunds and its disputes require.
 */
import { findUser } from "#features/accounts/server/store.ts";
import { findAnyCourse } from "#features/courses/server/store.ts";
import { account, merged, mirrored, moved, type Posting, refundDue } from "#features/ledger/rules.ts";
import { post, wasBooked } from "#features/ledger/server/store.ts";
import { readHold } from "#features/orders/server/hold-store.ts";
import { lockOrder, type OrderRow, setOrder } from "#features/orders/server/store.ts";
import { BOUGHT_AGAIN, COURSE_CLOSED, REST_OF_REFUND, REVERSED } from "#features/orders/reason-rules.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import { endUnstarted } from "./closing.ts";
import type { PaymentDeps } from "./deps.ts";
import { cancelledLetter } from "./letters.ts";
import { owe } from "./owing.ts";
import { returned } from "./refund-moves.ts";
import * as refundStore from "./refund-store.ts";
import * as store from "./store.ts";

/** Whether a refund is the gateway's decision alone. One that we send again, after it came back, is ours. */
export function isTheirs({ origin, tries, status }: store.RefundRow): boolean {
  return origin === "gateway" && tries === 0 && (status === "settled" || status === "failed");
}

/** Takes back a refund that was cancelled at the gateway. Order, payment and the course's accounts are locked. */
export async function cancel(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
  refund: store.RefundRow,
  { failure, reference }: { failure: string; reference: string },
): Promise<void> {
  const now = deps.clock.now();
  if (refund.status === "settled") await returned(tx, order, refund, { failure, reference }, now);
  const owed = { ...refund, status: "failed", lease: null } as const;
  const isMoved = await refundStore.moveRefund(tx, owed, { status: "cancelled", cancelledAt: now, failure });
  if (!isMoved) throw new Error(`Refund ${refund.id} moved under its lock`);
  const { courseId } = order;
  const isOver = await wasBooked(tx, attempt.id, "reverse", "capture_unfulfillable");
  const isClosed = Boolean((await findAnyCourse(tx, courseId))?.closedAt);
  const postings = undone(order, isClosed ? { ...refund, potPartCents: 0 } : refund, isOver);
  await post(tx, { kind: "refund_cancelled", courseId, paymentId: attempt.id, refundId: refund.id, postings, at: now });
  await oweUncovered(deps, tx, order, attempt);
  await restore(deps, tx, await lockOrder(tx, order.id), attempt, { isOver, isClosed });
  await sendLetter(deps, tx, order, refund);
  const detail = { refundId: refund.id, failure };
  await note(tx, { actorId: null, action: "refund.cancelled", subject: order.id, detail, at: now });
}

/**
 * Puts a refund's money back where it came from. What was deferred may have gone on since: to the shares, when the order
 * was started, or to the house's loss, when its bank ended it. The pot's part is revenue where there is no pot any more.
 */
function undone({ courseId, sessionId }: OrderRow, refund: store.RefundRow, isOver: boolean): Posting[] {
  const { amountCents, fromDroppedCents, paymentId } = refund;
  const parts = { taxPart: refund.taxPartCents, potPart: refund.potPartCents, rangePart: refund.rangePartCents };
  const payable = account.refundsPayable(paymentId);
  const isDeferred = refund.takenFrom === "deferred" && sessionId === null;
  if (refund.takenFrom === "dispute_loss" || (isDeferred && isOver))
    return moved(amountCents, payable, account.disputeLoss);
  const amount = amountCents - fromDroppedCents;
  const own = isDeferred
    ? moved(amount, account.deferred(courseId), payable)
    : refundDue({ courseId, paymentId, amount, ...parts });
  return mirrored(merged([...own, ...moved(fromDroppedCents, account.disputeLoss, payable)]));
}

/** Our refunds that were dropped for the cancelled one were promised: what it paid of them is owed again. */
async function oweUncovered(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
): Promise<void> {
  const cents = await refundStore.uncovered(tx, order.id);
  const amount = Math.min(cents, Math.max(0, await store.refundable(tx, attempt)));
  if (amount > 0)
    await owe(deps, tx, { order, attempt, amount, reason: REST_OF_REFUND, actorId: null, fromDropped: amount });
  // What the capture does not hold now is missing again, until a dispute is won.
  let missing = cents - amount;
  for (const dropped of missing > 0 ? await refundStore.droppedRefunds(tx, attempt.id) : []) {
    const less = Math.min(missing, dropped.madeGoodCents);
    await refundStore.makeGood(tx, dropped, -less);
    missing -= less;
  }
}

/**
 * Sets an order to the state that its other refunds and its disputes require; a session that the refund ended stays
 * ended.
 * @param isOver whether the bank or a start that could not be made had ended it
 * @param isClosed whether its course is closed for good, where nothing starts any more
 */
async function restore(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
  { isOver, isClosed }: { isOver: boolean; isClosed: boolean },
): Promise<void> {
  const { id, status } = order;
  if (status === "paid" || status === "fulfilled") return;
  const again = { order: { ...order, status: "paid" }, attempt, actorId: null } as const;
  const left = Math.max(0, await store.refundable(tx, attempt));
  if (order.sessionId === null && isOver) {
    // The order is over for good: the house pays its golfer the freed money, as a loss.
    if (left > 0) await owe(deps, tx, { ...again, order, amount: left, reason: REVERSED, fromDropped: left });
    return status === "reversed" ? setOrder(tx, id, { status }) : close(tx, id);
  }
  const hold = order.sessionId === null ? await readHold(tx, id) : null;
  if (hold === "dispute_lost") return endUnstarted(deps, tx, again.order, attempt);
  if (await store.isGone(tx, attempt)) return close(tx, id);
  if (order.sessionId !== null) return setOrder(tx, id, { status: "fulfilled" });
  const other = await store.findWaitingOrder(tx, order.userId, order.courseId, order.packageId);
  if (other === undefined && !isClosed) return setOrder(tx, id, { status: "paid" });
  // Two orders for the same thing cannot wait: the golfer has bought it once more, so this one is refunded.
  if (left > 0) await owe(deps, tx, { ...again, amount: left, reason: isClosed ? COURSE_CLOSED : BOUGHT_AGAIN });
  await close(tx, id);
}

async function close(tx: Db, id: string): Promise<void> {
  await setOrder(tx, id, { status: (await store.hasOpenRefund(tx, id)) ? "refund_due" : "refunded" });
}

async function sendLetter(deps: PaymentDeps, tx: Db, order: OrderRow, { amountCents }: store.RefundRow): Promise<void> {
  const player = await findUser(tx, order.userId);
  // A deleted account has no address any more.
  if (!player || player.deletedAt) return;
  const content = { amount: amountCents, order };
  await deps.mailer.post(tx, cancelledLetter(player, content, deps.productName), player.id);
}
