/** Paying refunds at the gateway: each once, what it refuses is kept for a person, what comes back is owed again. */
import { lockOrder, type OrderRow, setOrder } from "#features/booking/server/store.ts";
import { account, move } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import { refuse } from "../contract.ts";
import type { PaymentDeps } from "./deps.ts";
import { RefundRefused, UnknownOutcome } from "./gateway.ts";
import * as store from "./store.ts";

/** Pays out every refund that is due; one that fails keeps no other waiting. */
export async function settleRefunds(deps: PaymentDeps): Promise<void> {
  for (const refund of await store.dueRefunds(deps.db, deps.gateway.provider)) {
    await payBack(deps, refund).catch((error: unknown) => {
      // Away: asked again at the next run.
      if (!(error instanceof UnknownOutcome)) deps.onFailure(error);
    });
  }
}

/** Pays one refund: at the gateway by its key, so once, then in the ledger. */
async function payBack(deps: PaymentDeps, { refund, attempt }: store.RefundOfAttempt): Promise<void> {
  const { id: refundId, amountCents } = refund;
  const key = store.keyOf(refund);
  try {
    await deps.gateway.refund({ key, refundId, attempt: store.refOf(attempt), amountCents });
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error;
    return refused(deps, refund, error.message);
  }
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const order = await lockOrder(tx, refund.orderId);
    if (!(await store.moveRefund(tx, refundId, "due", { status: "settled", settledAt: now }))) return;
    await postRefund(tx, "refund_settled", refund, order.courseId, now);
    if (order.status === "refund_due" && !(await store.hasOpenRefund(tx, order.id)))
      await setOrder(tx, order.id, { status: "refunded" });
  });
}

/** The gateway will not pay. Money that a dispute has taken is owed no more; anything else waits for a person. */
async function refused(deps: PaymentDeps, refund: store.RefundRow, failure: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const order = await lockOrder(tx, refund.orderId);
    const attempt = await store.lockAttempt(tx, refund.paymentId);
    // What dispute and refunds together ask beyond the capture, the bank has already given back.
    const disputed = (await store.refundable(tx, attempt)) < 0;
    const status = disputed ? "dropped" : "failed";
    if (!(await store.moveRefund(tx, refund.id, "due", { status, failure }))) return;
    if (disputed) await postRefund(tx, "refund_dropped", refund, order.courseId, now);
    if (disputed && order.status === "refund_due" && !(await store.hasOpenRefund(tx, order.id)))
      await setOrder(tx, order.id, { status: "refunded" });
    const detail = { refundId: refund.id, failure };
    await note(tx, { actorId: null, action: `refund.${status}`, subject: order.id, detail, at: now });
  });
}

/**
 * A dispute was won: refunds that it had overtaken are owed again, oldest first, as far as the capture holds them. They
 * were promised; else their golfer would have neither the money nor what it was paid for.
 */
export async function reviveDropped(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  attempt: store.AttemptRow,
): Promise<void> {
  const now = deps.clock.now();
  for (const refund of await store.droppedRefunds(tx, attempt.id)) {
    if (refund.amountCents > (await store.refundable(tx, attempt))) continue;
    await store.moveRefund(tx, refund.id, "dropped", { status: "due", failure: null, tries: refund.tries + 1 });
    await postRefund(tx, "refund_revived", refund, order.courseId, now);
    if (order.status === "refunded") await setOrder(tx, order.id, { status: "refund_due" });
  }
  tx.afterCommit(() => void settleRefunds(deps).catch(deps.onFailure));
}

/** Tries a refused refund again, under a new key. @throws payments.refund_not_found, refund_not_failed */
export async function retryRefund(
  deps: PaymentDeps,
  actorId: string,
  refundId: string,
  key: KeyInUse | undefined,
): Promise<store.RefundRow> {
  return deps.db.transaction(async (tx) => {
    const found = await store.findRefund(tx, refundId);
    if (!found) throw refuse("payments.refund_not_found");
    if (key?.made) return found;
    await key?.keep(tx, refundId);
    const again = { status: "due", failure: null, tries: found.tries + 1 } as const;
    if (!(await store.moveRefund(tx, refundId, "failed", again))) throw refuse("payments.refund_not_failed");
    const detail = { refundId };
    await note(tx, { actorId, action: "refund.retried", subject: found.orderId, detail, at: deps.clock.now() });
    tx.afterCommit(() => void settleRefunds(deps).catch(deps.onFailure));
    return found;
  });
}

/**
 * Looks whether a settled refund has come back since, and owes it again when it has.
 * @throws UnknownOutcome
 */
export async function recheckRefund(deps: PaymentDeps, refundId: string): Promise<void> {
  const refund = await store.findRefund(deps.db, refundId);
  const attempt = refund && (await store.findAttempt(deps.db, refund.paymentId));
  if (!attempt || refund.status !== "settled") return;
  const failure = await deps.gateway.refundFailure({ key: store.keyOf(refund), attempt: store.refOf(attempt) });
  if (failure === undefined) return;
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const order = await lockOrder(tx, refund.orderId);
    if (!(await store.moveRefund(tx, refundId, "settled", { status: "failed", settledAt: null, failure }))) return;
    await postRefund(tx, "refund_returned", refund, order.courseId, now);
    if (order.status === "refunded") await setOrder(tx, order.id, { status: "refund_due" });
    const detail = { refundId, failure };
    await note(tx, { actorId: null, action: "refund.returned", subject: order.id, detail, at: now });
  });
}

/** A bank may send a refund back for about this long (https://docs.stripe.com/refunds#failed-refunds). */
const RETURN_DAYS = 30;

/** Looks for refunds that came back and whose event was lost. */
export async function recheckRefunds(deps: PaymentDeps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - RETURN_DAYS * 86_400_000);
  try {
    for (const refundId of await store.settledRefunds(deps.db, deps.gateway.provider, since))
      await recheckRefund(deps, refundId);
  } catch (error) {
    // Away: the next run asks again.
    if (!(error instanceof UnknownOutcome)) throw error;
  }
}

async function postRefund(
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
    // The chargeback has booked this money as lost; what is not owed any more makes up for it.
    refund_dropped: move(refund.amountCents, owed, account.disputeLoss),
    refund_revived: move(refund.amountCents, account.disputeLoss, owed),
  }[kind];
  await post(tx, { kind, courseId, paymentId: refund.paymentId, refundId: refund.id, postings, at });
}
