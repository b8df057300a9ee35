/** Disputes: a bank takes money back, and returns it when the dispute is won. The house bears the loss. */
import { randomUUID } from "node:crypto";
import { account, moved } from "#features/ledger/rules.ts";
import { lockBooks, post } from "#features/ledger/server/store.ts";
import { findOrder, lockOrder, type OrderRow, setOrder } from "#features/orders/server/store.ts";
import { complete, lockGroup, type SessionRow } from "#features/play/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { movedAt } from "./balance-store.ts";
import { endUnstarted, refundClosed } from "./closing.ts";
import type { PaymentDeps } from "./deps.ts";
import { findDispute, insertDispute, setDispute } from "./dispute-store.ts";
import type { DisputeState } from "./gateway.ts";
import { reviveDropped, settleSoon } from "./pay-back.ts";
import { reviveRefunds } from "./refund-store.ts";
import { settleAttempt } from "./settle.ts";
import * as store from "./store.ts";
import { noteStranger } from "./stranger-store.ts";

/**
 * Brings a dispute's record and the ledger to the state that the gateway reports. The same report twice changes
 * nothing.
 * @throws UnknownOutcome
 */
export async function applyDispute(deps: PaymentDeps, state: DisputeState): Promise<void> {
  const found = isUuid(state.attemptId) ? await store.findAttempt(deps.db, state.attemptId) : undefined;
  const owner = found && (await findOrder(deps.db, found.orderId));
  if (!owner) return noteStranger(deps.db, deps.gateway.provider, "dispute", state, deps.clock.now());
  // The news of its capture may not have arrived yet.
  if (found.status !== "succeeded") await settleAttempt(deps, found.id, await deps.gateway.settle(store.refOf(found)));
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const order = await lockOrder(tx, owner.id);
    const attempt = await store.lockAttempt(tx, found.id);
    // The sessions are locked before any account: a claim that is being made now is either seen here or comes after
    // this.
    const rows = order.sessionId === null ? [] : await lockGroup(tx, order.sessionId);
    // A session that was played has claims, which are locked before any account.
    if (order.sessionId === null) await lockBooks(tx, order.courseId, attempt.id);
    const known = await findDispute(tx, state.reference);
    const { amountCents, reason, reference, status } = state;
    const id = known?.id ?? randomUUID();
    const at = { courseId: order.courseId, paymentId: attempt.id, at: now };
    const [loss, cash] = [account.disputeLoss, account.cash(order.courseId)];
    if (!known) {
      const opened = { id, reference, paymentId: attempt.id, amountCents, reason, createdAt: now };
      await insertDispute(tx, { ...opened, status: "open" });
      await post(tx, { kind: "chargeback", ...at, postings: moved(amountCents, loss, cash), factAt: state.at });
      const detail = { reference, amountCents, reason };
      await note(tx, { actorId: null, action: "dispute.opened", subject: order.id, detail, at: now });
      // A refund that the gateway refused because of this dispute is asked for again, and dropped when it says no.
      await reviveRefunds(tx, attempt.id, now);
      settleSoon(deps, tx);
    }
    // A bank may still turn a lost dispute into a won one. A won one is final.
    const before = known?.status ?? "open";
    if (status === before || status === "open" || before === "won") return;
    await setDispute(tx, id, { status, resolvedAt: now });
    // Some gateways pay nothing back while a bank decides: refunds that they refused are tried again.
    await reviveRefunds(tx, attempt.id, now);
    settleSoon(deps, tx);
    if (status === "lost") await takeBack(deps, tx, order, attempt, rows);
    else {
      const amount = known?.amountCents ?? amountCents;
      const factAt = await movedAt(tx, "dispute_reversal", reference);
      const postings = moved(amount, cash, loss);
      await post(tx, { kind: "chargeback_reversed", ...at, postings, ...(factAt && { factAt }) });
      // Won after it was lost: an order that can no longer be started is refunded.
      if (order.status === "reversed") await setOrder(tx, order.id, { status: "refund_due" });
      await reviveDropped(deps, tx, order, attempt);
      await refundClosed(deps, tx, order.id, attempt);
      await reopen(tx, order.id, attempt);
    }
    for (const row of rows) deps.announce(tx, row);
    await note(tx, { actorId: null, action: `dispute.${status}`, subject: order.id, detail: { reference }, at: now });
  });
}

/** The bank has decided for the golfer: an unstarted order is over, and claims on a played one win nothing. */
async function takeBack(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
  rows: readonly SessionRow[],
): Promise<void> {
  if (order.status === "paid") return endUnstarted(deps, tx, order, attempt);
  const now = deps.clock.now();
  await deps.claims.reverse(tx, rows, now);
  // With the refunds before it, nothing is left of the order: it ends as by a refund after the loss.
  const isAll = (await store.hasRefund(tx, order.id)) && (await store.isGone(tx, attempt));
  if (order.status !== "fulfilled" || order.sessionId === null || !isAll) return;
  await setOrder(tx, order.id, { status: (await store.hasOpenRefund(tx, order.id)) ? "refund_due" : "refunded" });
  await complete(tx, order.sessionId, "refund", now);
}

/** A dispute was won. An order that was started is fulfilled again, unless refunds alone have taken all of it. */
async function reopen(tx: Db, orderId: string, attempt: store.PaymentAttemptRow): Promise<void> {
  const { sessionId, status } = await lockOrder(tx, orderId);
  const isClosed = status === "refund_due" || status === "refunded";
  if (sessionId === null || !isClosed || (await store.isGone(tx, attempt))) return;
  await setOrder(tx, orderId, { status: "fulfilled" });
}
