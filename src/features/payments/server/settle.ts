/**
 * Settling a payment attempt: the outcome changes the order, the ledger and the session in one transaction, and only
 * once, whoever learns of it first (the caller who waited, a webhook, or the reconciler).
 */
import { lockUser } from "#features/accounts/server/store.ts";
import { account, captured, move } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import { saleOf } from "#features/orders/server/deferred.ts";
import { findOrder, lockOrder, type OrderRow, setOrder } from "#features/orders/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { ACTION_MINUTES, LATE_CAPTURE_SECONDS } from "../rules.ts";
import { countDecline } from "./declines.ts";
import type { PaymentDeps } from "./deps.ts";
import { tryStart } from "./fulfil.ts";
import type { ChargeOutcome, FinalOutcome } from "./gateway.ts";
import { giveBack } from "./refund.ts";
import * as store from "./store.ts";

/** Locks an attempt's player, order and payment, in this order. */
async function withAttempt(
  deps: PaymentDeps,
  attemptId: string,
  work: (tx: Db, order: OrderRow, attempt: store.PaymentAttemptRow) => Promise<void>,
): Promise<void> {
  const found = await store.findAttempt(deps.db, attemptId);
  const owner = found && (await findOrder(deps.db, found.orderId));
  if (!owner) throw new Error(`Payment attempt ${attemptId} has no order`);
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, owner.userId);
    const order = await lockOrder(tx, owner.id);
    await work(tx, order, await store.lockAttempt(tx, attemptId));
  });
}

/**
 * Applies the final state of an attempt. An attempt that is settled already stays as it is, with one exception: a
 * capture after a failure is given back.
 */
export async function settleAttempt(deps: PaymentDeps, attemptId: string, outcome: FinalOutcome): Promise<void> {
  await withAttempt(deps, attemptId, async (tx, order, attempt) => {
    if (attempt.status === "succeeded") return;
    if (outcome.status === "captured") await takeCapture(deps, tx, order, attempt, outcome);
    else if (attempt.status !== "failed") {
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
  });
}

async function takeCapture(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
  outcome: FinalOutcome & { status: "captured" },
): Promise<void> {
  const now = deps.clock.now();
  await store.setAttempt(tx, attempt.id, {
    status: "succeeded",
    resolvedAt: now,
    reference: outcome.reference ?? attempt.reference,
    failureCode: null,
    failureMessage: null,
  });
  if (attempt.status === "failed") return giveBack(deps, tx, order, attempt.id, now);
  const late = now.getTime() - outcome.at.getTime() > LATE_CAPTURE_SECONDS * 1000;
  // A golfer who may have left gets no running clock: the order waits for its start.
  const start = order.startAtOnce && !late ? await tryStart(deps, tx, order, now) : "later";
  if (start === "impossible") return giveBack(deps, tx, order, attempt.id, now);
  const { courseId } = order;
  const paid = { paidAt: now };
  // The transfer comes last, because other payments of the course wait for its accounts.
  if (start === "later") {
    await setOrder(tx, order.id, { status: "paid", deferred: true, ...paid });
    const postings = move(order.amountCents, account.cash(courseId), account.deferred(courseId));
    await post(tx, { kind: "capture_ahead", courseId, paymentId: attempt.id, postings, at: now, factAt: outcome.at });
  } else {
    await setOrder(tx, order.id, { status: "fulfilled", sessionId: start.sessionId, ...paid });
    const postings = captured(saleOf(order));
    await post(tx, { kind: "capture", courseId, paymentId: attempt.id, postings, at: now, factAt: outcome.at });
  }
}

/** The bank asks its customer something: the order waits for the golfer and is given up if they do not come. */
export async function awaitGolfer(
  deps: PaymentDeps,
  attemptId: string,
  { action, reference }: ChargeOutcome & { status: "action" },
): Promise<void> {
  await withAttempt(deps, attemptId, async (tx, order, attempt) => {
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
