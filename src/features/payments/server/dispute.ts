/** Disputes: a bank takes money back (and gives it again when the dispute is won); the house bears it, never the pot. */
import { randomUUID } from "node:crypto";
import { account, move } from "#features/ledger/rules.ts";
import { lockBooks, post } from "#features/ledger/server/store.ts";
import { findOrder, lockOrder, type OrderRow, setOrder } from "#features/orders/server/store.ts";
import { complete, lockRows, type SessionRow } from "#features/play/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { PaymentDeps } from "./deps.ts";
import { findDispute, insertDispute, setDispute } from "./dispute-store.ts";
import type { DisputeState } from "./gateway.ts";
import { reviveDropped, settleSoon } from "./pay-back.ts";
import { reviveRefunds } from "./refund-store.ts";
import { endUnstarted, refundClosed } from "./refund.ts";
import { settleAttempt } from "./settle.ts";
import * as store from "./store.ts";
import { noteStranger } from "./stranger-store.ts";

/**
 * Brings a dispute's record and the ledger to where the gateway says it stands; the same word twice does nothing.
 * @throws UnknownOutcome
 */
export async function applyDispute(deps: PaymentDeps, state: DisputeState): Promise<void> {
  const found = isUuid(state.attemptId) ? await store.findAttempt(deps.db, state.attemptId) : undefined;
  const owner = found && (await findOrder(deps.db, found.orderId));
  if (!owner) return noteStranger(deps.db, deps.gateway.provider, "dispute", state, deps.clock.now());
  // Its capture's own news may still be on the way.
  if (found.status !== "succeeded") await settleAttempt(deps, found.id, await deps.gateway.settle(store.refOf(found)));
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const order = await lockOrder(tx, owner.id);
    const attempt = await store.lockAttempt(tx, found.id);
    // The rows before any account: a claim that is being made now is seen, or comes after this.
    const rows = order.sessionId === null ? [] : await lockRows(tx, order.sessionId);
    // What was played has claims, which are locked before any account.
    if (order.sessionId === null) await lockBooks(tx, order.courseId, attempt.id);
    const known = await findDispute(tx, state.reference);
    const { amountCents, reason, reference, status } = state;
    const id = known?.id ?? randomUUID();
    const at = { courseId: order.courseId, paymentId: attempt.id, at: now };
    const [loss, cash] = [account.disputeLoss, account.cash(order.courseId)];
    if (!known) {
      const opened = { id, reference, paymentId: attempt.id, amountCents, reason, createdAt: now };
      await insertDispute(tx, { ...opened, status: "open" });
      await post(tx, { kind: "chargeback", ...at, postings: move(amountCents, loss, cash) });
      const detail = { reference, amountCents, reason };
      await note(tx, { actorId: null, action: "dispute.opened", subject: order.id, detail, at: now });
      // A refund that the gateway refused because of this dispute is asked for again, and dropped when it says no.
      await reviveRefunds(tx, attempt.id);
      settleSoon(deps, tx);
    }
    // A bank may still change a lost dispute to a won one; a won one is over.
    const before = known?.status ?? "open";
    if (status === before || status === "open" || before === "won") return;
    await setDispute(tx, id, { status, resolvedAt: now });
    // Some gateways pay nothing back while a bank decides: what they refused is asked for again.
    await reviveRefunds(tx, attempt.id);
    settleSoon(deps, tx);
    if (status === "lost") await takeBack(deps, tx, order, attempt, rows);
    else {
      const amount = known?.amountCents ?? amountCents;
      await post(tx, { kind: "chargeback_reversed", ...at, postings: move(amount, cash, loss) });
      // Won after it was lost: what could not be started any more is refunded.
      if (order.status === "reversed") await setOrder(tx, order.id, { status: "refund_due" });
      await reviveDropped(deps, tx, order, attempt);
      await refundClosed(deps, tx, order.id, attempt);
      await reopen(tx, order.id, attempt);
    }
    for (const row of rows) deps.announce(tx, row);
    await note(tx, { actorId: null, action: `dispute.${status}`, subject: order.id, detail: { reference }, at: now });
  });
}

/** The bank has decided for the golfer: what was not started is over, and what was played wins nothing any more. */
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
  // With what was refunded before it, that is all of the order: it ends as by a refund that comes after the loss.
  const isAll = (await store.hasRefund(tx, order.id)) && (await store.isGone(tx, attempt));
  if (order.status !== "fulfilled" || order.sessionId === null || !isAll) return;
  await setOrder(tx, order.id, { status: (await store.hasOpenRefund(tx, order.id)) ? "refund_due" : "refunded" });
  await complete(tx, order.sessionId, "refund", now);
}

/** A dispute was won: an order that was started, and of which refunds alone have not taken all, is what it was. */
async function reopen(tx: Db, orderId: string, attempt: store.PaymentAttemptRow): Promise<void> {
  const { sessionId, status } = await lockOrder(tx, orderId);
  const isClosed = status === "refund_due" || status === "refunded";
  if (sessionId === null || !isClosed || (await store.isGone(tx, attempt))) return;
  await setOrder(tx, orderId, { status: "fulfilled" });
}
