/**
 * Settling a payment attempt: the outcome changes the order, the ledger and the session in one transaction, and only
 * once, whoever learns of it first (the caller who waited, a webhook, or the reconciler).
 */
import { account, captured as sold, moved } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import { saleOf } from "#features/orders/server/deferred.ts";
import { type OrderRow, setOrder } from "#features/orders/server/store.ts";
import type { SessionRow } from "#features/play/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { ACTION_MINUTES, LATE_CAPTURE_SECONDS } from "../rules.ts";
import { countDecline } from "./declines.ts";
import type { PaymentDeps } from "./deps.ts";
import { tryStart } from "./fulfil.ts";
import type { ChargeOutcome, FinalOutcome } from "./gateway.ts";
import { giveBack } from "./refund.ts";
import { saveCard } from "./saved-cards.ts";
import { type AttemptOwner, findOwner, type LockedPayment, lockPayment, setCaptured } from "./settle-store.ts";
import * as store from "./store.ts";

/** Locks an attempt's player, order and payment, in this order. A success stays as it is, and nothing is locked for it. */
async function withAttempt<T>(
  deps: PaymentDeps,
  attemptId: string,
  known: AttemptOwner | undefined,
  work: (tx: Db, payment: LockedPayment) => Promise<T>,
): Promise<T | undefined> {
  const found = known ?? (await findOwner(deps.db, attemptId));
  if (!found) throw new Error(`Payment attempt ${attemptId} has no order`);
  if ("status" in found && found.status === "succeeded") return undefined;
  return deps.db.transaction(async (tx) => work(tx, await lockPayment(tx, attemptId, found)));
}

/**
 * Applies the final state of an attempt. An attempt that is settled already stays as it is, with one exception: a
 * capture after a failure is given back.
 * @param known the attempt's player and course, where the caller knows them
 * @returns the order and its session, if this has fulfilled it
 */
export async function settleAttempt(
  deps: PaymentDeps,
  attemptId: string,
  outcome: FinalOutcome,
  known?: AttemptOwner,
): Promise<Fulfilled | undefined> {
  return withAttempt(deps, attemptId, known, async (tx, payment) => {
    const { order, attempt } = payment;
    if (attempt.status === "succeeded") return undefined;
    if (outcome.status === "captured") return takeCapture(deps, tx, payment, outcome);
    if (attempt.status !== "failed") {
      await store.setAttempt(tx, attemptId, {
        status: "failed",
        failureCode: outcome.code,
        failureMessage: outcome.message,
        resolvedAt: deps.clock.now(),
      });
      // An attempt that waited for its golfer and was voided has expired. A bank's refusal is always a decline.
      const voided = order.status === "created" && outcome.code === "not_charged";
      await setOrder(tx, order.id, { status: voided ? "expired" : "declined" });
      if (outcome.code !== "not_charged") await countDecline(tx, order, deps.clock.now());
    }
    return undefined;
  });
}

export type Captured = FinalOutcome & { status: "captured" };

/** What a payment has come to, as it was committed. */
export interface Fulfilled {
  order: OrderRow;
  courseName: string;
  session: SessionRow;
}

async function takeCapture(
  deps: PaymentDeps,
  tx: Db,
  payment: LockedPayment,
  outcome: Captured,
): Promise<Fulfilled | undefined> {
  const { order, attempt } = payment;
  const now = deps.clock.now();
  if (outcome.card) await saveCard(deps, tx, order.userId, outcome.card);
  const reference = outcome.reference ?? attempt.reference;
  const back = async () => {
    await store.setAttempt(tx, attempt.id, {
      status: "succeeded",
      resolvedAt: now,
      reference,
      failureCode: null,
      failureMessage: null,
    });
    await giveBack(deps, tx, order, attempt.id, { now, capturedAt: outcome.at });
    return undefined;
  };
  if (attempt.status === "failed") return back();
  const start = order.startAtOnce && !isLate(outcome, now) ? await tryStart(deps, tx, payment, now) : "later";
  if (start === "impossible") return back();
  const { courseId } = order;
  // The transfer comes last, because other payments of the course wait for its accounts.
  if (start === "later") {
    await setCaptured(tx, [{ ...payment, status: "paid", deferred: true, reference }], now);
    const postings = moved(order.amountCents, account.cash(courseId), account.deferred(courseId));
    await post(
      tx,
      { kind: "capture_ahead", courseId, paymentId: attempt.id, postings, at: now, factAt: outcome.at },
      payment.accounts,
    );
    return undefined;
  }
  const to = { status: "fulfilled", sessionId: start.id } as const;
  await setCaptured(tx, [{ ...payment, ...to, reference }], now);
  const postings = sold(saleOf(order));
  await post(
    tx,
    { kind: "capture", courseId, paymentId: attempt.id, postings, at: now, factAt: outcome.at },
    payment.accounts,
  );
  return { order: { ...order, ...to, paidAt: now }, courseName: payment.course.name, session: start };
}

/** Whether a golfer who pays may have left meanwhile: they get no running clock, and the order waits for its start. */
export function isLate({ at }: Pick<Captured, "at">, now: Date): boolean {
  return now.getTime() - at.getTime() > LATE_CAPTURE_SECONDS * 1000;
}

/** The bank asks its customer something: the order waits for the golfer and is given up if they do not come. */
export async function awaitGolfer(
  deps: PaymentDeps,
  attemptId: string,
  { action, reference }: ChargeOutcome & { status: "action" },
): Promise<void> {
  await withAttempt(deps, attemptId, undefined, async (tx, { order, attempt }) => {
    if (attempt.status === "succeeded" || attempt.status === "failed" || attempt.action !== null) return;
    const actionUntil = new Date(deps.clock.now().getTime() + ACTION_MINUTES * 60_000);
    await store.setAttempt(tx, attemptId, { status: "initiated", action, actionUntil, reference });
    await setOrder(tx, order.id, { status: "created" });
  });
}

/**
 * Asks the gateway for the state of an attempt and applies the answer. An attempt that waits for its golfer goes on
 * waiting. An attempt that has failed is closed at the gateway first, because its golfer could still confirm it there
 * after we said that it failed.
 * @throws UnknownOutcome when the gateway is away
 */
export async function checkAttempt(deps: PaymentDeps, attempt: store.PaymentAttemptRow): Promise<void> {
  const outcome = await deps.gateway.readCharge(store.refOf(attempt));
  if (outcome?.status === "action") await awaitGolfer(deps, attempt.id, outcome);
  else if (outcome?.status === "captured") await settleAttempt(deps, attempt.id, outcome);
  else if (outcome) await settleAttempt(deps, attempt.id, await deps.gateway.settle(store.refOf(attempt)));
}
