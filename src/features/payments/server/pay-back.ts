/** Paying refunds at the gateway, each once. A refused refund waits for a person; one that comes back is owed again. */
import { lockOrder, type OrderRow, setOrder } from "#features/orders/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import { refuse } from "../contract.ts";
import { refuseOtherwise } from "../otherwise-contract.ts";
import { LEASE_SECONDS, waitAfter } from "../rules.ts";
import type { PaymentDeps } from "./deps.ts";
import { RefundRefused, UnknownOutcome } from "./gateway.ts";
import { oneByOne } from "./one-by-one.ts";
import { oweInstead, postRefund, refused, settleRefund } from "./refund-moves.ts";
import * as refundStore from "./refund-store.ts";
import * as store from "./store.ts";
import { syncRefunds } from "./sync-refunds.ts";

/** Sends every due refund that no other process is sending. One that fails does not delay the others. */
export async function settleRefunds(deps: PaymentDeps): Promise<void> {
  const past: string[] = [];
  while (!deps.ending?.aborted) {
    const taken = await leaseRefund(deps, past);
    if (!taken) return;
    past.push(taken.refund.id);
    await payBack(deps, taken);
  }
}

/** Sends the refunds that a transaction makes due, after its commit. */
export function settleSoon(deps: PaymentDeps, tx: Db): void {
  tx.afterCommit(() => settleRefunds(deps).catch(deps.onFailure));
}

async function payBack(deps: PaymentDeps, taken: refundStore.LeasedRefund): Promise<void> {
  try {
    const answer = await sendRefund(deps, taken);
    if (answer) await bookAnswer(deps, taken, answer);
  } catch (error) {
    const now = deps.clock.now();
    await refundStore.putBack(deps.db, taken.refund, now, waitAfter(taken.refund.asked + 1));
    // Away: asked again later.
    if (!(error instanceof UnknownOutcome)) deps.onFailure(error);
  }
}

/** Leases the refund that has been due the longest, so that no other process sends it meanwhile. */
export function leaseRefund(
  { db, gateway, clock }: PaymentDeps,
  past: readonly string[] = [],
): Promise<refundStore.LeasedRefund | undefined> {
  return refundStore.takeRefund(db, gateway.provider, clock.now(), LEASE_SECONDS, past);
}

export type RefundAnswer = { reference: string } | { refusal: string };

/**
 * Sends a refund under its lease. It first asks the gateway what became of an earlier try, because the reply may have
 * been lost, and a refused try may have been paid all the same.
 * @returns undefined when there is nothing to send any more
 * @throws UnknownOutcome
 */
export async function sendRefund(
  deps: PaymentDeps,
  { refund, attempt, again }: refundStore.LeasedRefund,
): Promise<RefundAnswer | undefined> {
  if (again) {
    await syncRefunds(deps, attempt);
    if (!(await refundStore.isUnmoved(deps.db, refund))) return undefined;
  }
  const key = refundStore.refundKey(refund);
  const wanted = { key, refundId: refund.id, attempt: store.refOf(attempt), amountCents: refund.amountCents };
  try {
    return { reference: await deps.gateway.refund(wanted) };
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error;
    return { refusal: error.message };
  }
}

/**
 * Books the gateway's answer, unless the refund has changed since the lease was taken. In that case the money that was
 * sent is found in the gateway's list and booked from there.
 * @throws UnknownOutcome
 */
export async function bookAnswer(
  deps: PaymentDeps,
  { refund, attempt }: refundStore.LeasedRefund,
  answer: RefundAnswer,
): Promise<void> {
  const isBooked = await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, refund.orderId);
    const locked = await store.lockAttempt(tx, attempt.id);
    const [now, number] = [deps.clock.now(), refund.tries];
    if (!(await refundStore.isUnmoved(tx, refund))) return false;
    const sent = { refundId: refund.id, number };
    if ("refusal" in answer) {
      await refundStore.setTry(tx, sent, { status: "refused", failure: answer.refusal, changedAt: now });
      await refused(deps, tx, order, locked, refund, answer.refusal, now);
    } else {
      await refundStore.setTry(tx, sent, { status: "made", reference: answer.reference, changedAt: now });
      await settleRefund(tx, order, refund, now);
    }
    return true;
  });
  if (!isBooked) await syncRefunds(deps, attempt);
}

/**
 * A dispute was won: refunds that were dropped for it are owed again, oldest first, as far as the capture covers them.
 * Without them the golfer would have neither the money nor what it paid for. If another refund owes or pays a part of a
 * dropped one, one more refund pays the rest.
 */
export async function reviveDropped(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
): Promise<void> {
  const now = deps.clock.now();
  for (const refund of await refundStore.droppedRefunds(tx, attempt.id)) {
    const left = Math.max(0, await store.refundable(tx, attempt));
    if (refund.madeGoodCents > 0) {
      const missing = Math.min(refund.amountCents - refund.madeGoodCents, left);
      if (missing > 0) await oweInstead(deps, tx, order, attempt, refund, missing);
    }
    if (refund.madeGoodCents > 0 || refund.amountCents > left) continue;
    await refundStore.moveRefund(tx, refund, { status: "due", failure: null, tries: refund.tries + 1 });
    await postRefund(tx, "refund_revived", refund, order.courseId, now);
    if (order.status === "refunded") await setOrder(tx, order.id, { status: "refund_due" });
  }
  settleSoon(deps, tx);
}

/**
 * Tries a refused refund again, under a new key.
 * @throws payments.refund_not_found, payments.refund_not_failed, otherwise.proposed
 */
export async function retryRefund(
  deps: PaymentDeps,
  actorId: string,
  refundId: string,
  key: KeyInUse | undefined,
): Promise<store.RefundRow> {
  return deps.db.transaction(async (tx) => {
    const found = await refundStore.findRefund(tx, refundId);
    if (!found) throw refuse("payments.refund_not_found");
    if (key?.made) return found;
    await key?.keep(tx, refundId);
    // Whoever proposes that it is paid otherwise holds the order, too.
    await lockOrder(tx, found.orderId);
    if ((await refundStore.proposedOtherwise(tx, deps.clock.now())).has(refundId))
      throw refuseOtherwise("otherwise.proposed");
    const again = { status: "due", failure: null, tries: found.tries + 1 } as const;
    if (found.status !== "failed" || !(await refundStore.moveRefund(tx, found, again)))
      throw refuse("payments.refund_not_failed");
    const detail = { refundId };
    await note(tx, { actorId, action: "refund.retried", subject: found.orderId, detail, at: deps.clock.now() });
    settleSoon(deps, tx);
    return found;
  });
}

/** For about this long a bank may send a refund back (https://docs.stripe.com/refunds#failed-refunds). */
const RETURN_DAYS = 30;

/** Finds refunds whose events were lost: refunds that came back, and refused ones that were paid all the same. */
export async function recheckRefunds(deps: PaymentDeps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - RETURN_DAYS * 86_400_000);
  try {
    const doubtful = await refundStore.doubtfulPayments(deps.db, deps.gateway.provider, since);
    await oneByOne(deps, doubtful, (attempt) => syncRefunds(deps, attempt));
  } catch (error) {
    // Away: the next run asks again.
    if (!(error instanceof UnknownOutcome)) throw error;
  }
}
