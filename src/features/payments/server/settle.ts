/**
 * Settling a payment attempt: what its outcome does to the order, the ledger and the session, in one transaction and
 * only once, whoever learns of it (the caller who waited, or the reconciler).
 */
import { randomUUID } from "node:crypto";
import { findUser, lockUser } from "#features/accounts/server/store.ts";
import { findOrder, lockOrder, type OrderRow, setOrder } from "#features/booking/server/store.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { findCourse } from "#features/courses/server/store.ts";
import { account, captured, move, refundDue, refundFromPot } from "#features/ledger/rules.ts";
import { lockPot, post } from "#features/ledger/server/store.ts";
import { type AnnounceSession, startSession } from "#features/play/server/start.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Mailer } from "#platform/server/mail/mail.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { formatCents } from "#platform/shared/money.ts";
import { Refusal } from "#platform/shared/refusal.ts";
import { LATE_CAPTURE_SECONDS } from "../rules.ts";
import { type ChargeOutcome, type Gateway, UnknownOutcome } from "./gateway.ts";
import * as store from "./store.ts";

export interface PaymentDeps {
  db: Db;
  clock: Clock;
  gateway: Gateway;
  announce: AnnounceSession;
  mailer: Mailer;
  productName: string;
  onFailure: (error: unknown) => void;
}

/** Applies an outcome to its attempt; one that is settled already stays as it is. */
export async function settleAttempt(deps: PaymentDeps, attemptId: string, outcome: ChargeOutcome): Promise<void> {
  const found = await store.findAttempt(deps.db, attemptId);
  const owner = found && (await findOrder(deps.db, found.orderId));
  if (!owner) throw new Error(`Payment attempt ${attemptId} has no order`);
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, owner.userId);
    const order = await lockOrder(tx, owner.id);
    const attempt = await store.lockAttempt(tx, attemptId);
    if (attempt.status === "succeeded" || attempt.status === "failed") return;
    const now = deps.clock.now();
    if (outcome.status === "failed") {
      await store.setAttempt(tx, attemptId, {
        status: "failed",
        failureCode: outcome.code,
        failureMessage: outcome.message,
        resolvedAt: now,
      });
      await setOrder(tx, order.id, { status: "declined" });
      return;
    }
    await store.setAttempt(tx, attemptId, { status: "succeeded", resolvedAt: now });
    const late = now.getTime() - attempt.createdAt.getTime() > LATE_CAPTURE_SECONDS * 1000;
    // A golfer who may have left gets no running clock: the order waits to be started.
    const outcomeOfStart = order.startAtOnce && !late ? await start(deps, tx, order, now) : "later";
    if (outcomeOfStart === "impossible") await giveBack(deps, tx, order, attemptId, now);
    else {
      await post(tx, {
        kind: "capture",
        courseId: order.courseId,
        paymentId: attemptId,
        postings: captured(inCents(order)),
        at: now,
      });
      await setOrder(
        tx,
        order.id,
        outcomeOfStart === "later"
          ? { status: "paid", paidAt: now }
          : { status: "fulfilled", paidAt: now, sessionId: outcomeOfStart.sessionId },
      );
    }
  });
}

function inCents(order: OrderRow) {
  return {
    courseId: order.courseId,
    amount: order.amountCents,
    jackpotShare: order.jackpotShareCents,
    rangeShare: order.rangeShareCents,
  };
}

/**
 * Starts the session that an order pays for.
 * @throws courses.not_found, play.active_session, play.bay_taken, booking.group_invalid
 */
async function startOrdered(deps: PaymentDeps, tx: Db, order: OrderRow, now: Date): Promise<string> {
  const [player, course] = [await findUser(tx, order.userId), await findCourse(tx, order.courseId)];
  if (!player || !course) throw refuseCourse("courses.not_found");
  const started = await startSession(
    tx,
    {
      player,
      course,
      pack: { id: order.packageId, type: order.packageType, balls: order.ballCount },
      bayNumber: order.bayNumber ?? 0,
      group: order.groupData ?? undefined,
      context: order.purchaseContext,
      freeShot: undefined,
      now,
    },
    deps.announce,
  );
  return started.id;
}

async function start(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  now: Date,
): Promise<{ sessionId: string } | "impossible"> {
  try {
    // A savepoint: a refused start is undone alone, the capture is still recorded.
    return { sessionId: await tx.transaction((attempt) => startOrdered(deps, attempt, order, now)) };
  } catch (error) {
    if (error instanceof Refusal) return "impossible";
    throw error;
  }
}

class Rehearsed extends Error {}

/**
 * Tries out an order's start and undoes it, so that nobody is charged for what cannot be.
 * @throws what the start itself would be refused with
 */
export async function rehearse(deps: PaymentDeps, tx: Db, order: OrderRow, now: Date): Promise<void> {
  try {
    await tx.transaction(async (attempt) => {
      await startOrdered(deps, attempt, order, now);
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}

/** Captured, but impossible to fulfil: the money is owed back at once and never reaches the pot. */
async function giveBack(deps: PaymentDeps, tx: Db, order: OrderRow, paymentId: string, now: Date): Promise<void> {
  await post(tx, {
    kind: "capture_unfulfillable",
    courseId: order.courseId,
    paymentId,
    postings: move(order.amountCents, account.cash(order.courseId), account.refundsPayable(paymentId)),
    at: now,
  });
  await setOrder(tx, order.id, { status: "refund_due", paidAt: now });
  const reason = "The session could not be started";
  await store.insertRefund(tx, {
    id: randomUUID(),
    orderId: order.id,
    paymentId,
    amountCents: order.amountCents,
    potPartCents: 0,
    reason,
    status: "due",
    createdAt: now,
  });
  await tellRefund(deps, tx, order, order.amountCents, reason);
  tx.afterCommit(() => void settleRefunds(deps).catch(deps.onFailure));
}

/** Says so: a refund by itself is news to a golfer who may have left long ago. */
async function tellRefund(deps: PaymentDeps, tx: Db, order: OrderRow, cents: number, reason: string): Promise<void> {
  const player = await findUser(tx, order.userId);
  if (!player) return;
  await deps.mailer.post(tx, {
    to: player.email,
    subject: `Your refund from ${deps.productName}: order ${order.number}`,
    text: `Hello ${player.name},\n\nwe are returning ${formatCents(cents)} for ${order.packageName} (order ${order.number}) to the way that you paid.\n\nWhy: ${reason}.\n\n${deps.productName}`,
  });
}

/** Refunds an order that was paid ahead and never started, in full: the pot gives its part back. */
export async function refundUnstarted(deps: PaymentDeps, orderId: string, reason: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const order = await lockOrder(tx, orderId);
    const attempt = await store.findAttemptOf(tx, orderId);
    if (order.status !== "paid" || !attempt) return;
    const before = await store.refundedSoFar(tx, orderId);
    const amount = order.amountCents - before.amount;
    const potPart = refundFromPot({
      orderAmount: order.amountCents,
      jackpotShare: order.jackpotShareCents,
      refundedBefore: before.amount,
      potPartBefore: before.potPart,
      amount,
      pot: await lockPot(tx, order.courseId),
      // Of a course that has closed since, too: its golfers above all want their money back.
      base: await store.baseJackpot(tx, order.courseId),
    });
    const refundId = randomUUID();
    await setOrder(tx, orderId, { status: "refund_due" });
    await store.insertRefund(tx, {
      id: refundId,
      orderId,
      paymentId: attempt.id,
      amountCents: amount,
      potPartCents: potPart,
      reason,
      status: "due",
      createdAt: now,
    });
    await post(tx, {
      kind: "refund",
      courseId: order.courseId,
      paymentId: attempt.id,
      refundId,
      postings: refundDue({ courseId: order.courseId, paymentId: attempt.id, amount, potPart }),
      at: now,
    });
    await tellRefund(deps, tx, order, amount, reason);
    tx.afterCommit(() => void settleRefunds(deps).catch(deps.onFailure));
  });
}

/** Pays out every refund that is due; one that fails stays due and keeps no other waiting. */
export async function settleRefunds(deps: PaymentDeps): Promise<void> {
  for (const refund of await store.dueRefunds(deps.db)) {
    await payBack(deps, refund).catch((error: unknown) => {
      if (!(error instanceof UnknownOutcome)) deps.onFailure(error);
    });
  }
}

/** Pays one refund: at the gateway by its id, so once, then in the ledger. */
async function payBack(deps: PaymentDeps, refund: store.RefundRow): Promise<void> {
  await deps.gateway.refund({ refundId: refund.id, attemptId: refund.paymentId, amountCents: refund.amountCents });
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const order = await lockOrder(tx, refund.orderId);
    if (!(await store.settleRefund(tx, refund.id, now))) return;
    await setOrder(tx, order.id, { status: "refunded" });
    await post(tx, {
      kind: "refund_settled",
      courseId: order.courseId,
      paymentId: refund.paymentId,
      refundId: refund.id,
      postings: move(refund.amountCents, account.refundsPayable(refund.paymentId), account.cash(order.courseId)),
      at: now,
    });
  });
}
