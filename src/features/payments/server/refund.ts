/** Refunds: who asks for one, what is owed, and when it is sent. */
import { randomUUID } from "node:crypto";
import { lockUser } from "#features/accounts/server/store.ts";
import { account, moved } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import { refuse as refuseOrder } from "#features/orders/contract.ts";
import { readHold } from "#features/orders/server/hold-store.ts";
import { findOrder, lockOrder, type OrderRow, setOrder } from "#features/orders/server/store.ts";
import { complete, lockGroup } from "#features/play/server/store.ts";
import { NOT_STARTED } from "#features/orders/reason-rules.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import { formatCents, toDollars } from "#platform/shared/money.ts";
import { refuse } from "../contract.ts";
import type { PaymentDeps } from "./deps.ts";
import { owe, tellRefund } from "./owing.ts";
import { settleSoon } from "./pay-back.ts";
import * as store from "./store.ts";

/**
 * Refunds an order in full or in part; a full refund ends its running session.
 * @param amountCents undefined for all that is left
 * @param key the call's: what has been refunded under it before a crash is not refunded again
 * @throws booking.order_not_found, payments.not_captured, disputed, claim_stands, nothing_left, refund_too_much
 */
export async function refundOrder(
  deps: PaymentDeps,
  actorId: string,
  orderId: string,
  { amountCents, reason, key }: { amountCents: number | undefined; reason: string; key: KeyInUse | undefined },
): Promise<OrderRow> {
  const found = await findOrder(deps.db, orderId);
  if (!found) throw refuseOrder("booking.order_not_found");
  if (key?.made) return found;
  return deps.db.transaction(async (tx) => {
    const { order, attempt } = await lockPaid(tx, found);
    if (!attempt) throw refuse("payments.not_captured");
    if (order.status === "paid" && (await readHold(tx, order.id)) === "dispute_open") throw refuse("payments.disputed");
    const rows = order.sessionId === null ? [] : await lockGroup(tx, order.sessionId);
    const ids = rows.map(({ id }) => id);
    // The sessions are locked: a claim that is being made now is either seen here or comes too late.
    if (ids.length > 0 && (await deps.claims.standsOn(tx, ids))) throw refuse("payments.claim_stands");
    const left = await store.refundable(tx, attempt);
    if (left <= 0) throw refuse("payments.nothing_left");
    const amount = amountCents ?? left;
    if (amount > left)
      throw refuse("payments.refund_too_much", {
        message: `At most ${formatCents(left)} is left to refund`,
        details: { refundable: toDollars(left) },
      });
    const { id: refundId } = await owe(deps, tx, { order, attempt, amount, reason, actorId });
    settleSoon(deps, tx);
    await key?.keep(tx, refundId);
    if (order.sessionId !== null && amount === left) {
      await complete(tx, order.sessionId, "refund", deps.clock.now());
      for (const row of rows) deps.announce(tx, row);
    }
    const detail = { refundId, amountCents: amount, reason };
    await note(tx, { actorId, action: "order.refunded", subject: order.id, detail, at: deps.clock.now() });
    return order;
  });
}

/** Refunds an order that was paid ahead and never started, in full. */
export async function refundUnstarted(deps: PaymentDeps, orderId: string, reason: string): Promise<void> {
  const found = await findOrder(deps.db, orderId);
  if (!found) return;
  await deps.db.transaction(async (tx) => {
    const { order, attempt } = await lockPaid(tx, found);
    if (order.status !== "paid" || !attempt || (await readHold(tx, order.id)) === "dispute_open") return;
    const amount = await store.refundable(tx, attempt);
    if (amount <= 0) return;
    await owe(deps, tx, { order, attempt, amount, reason, actorId: null });
    settleSoon(deps, tx);
  });
}

/** An order and the attempt that captured its money, locked: user, order, payment. */
export async function lockPaid(
  tx: Db,
  found: OrderRow,
): Promise<{ order: OrderRow; attempt: store.PaymentAttemptRow | undefined }> {
  await lockUser(tx, found.userId);
  const order = await lockOrder(tx, found.id);
  return { order, attempt: await store.lockCapture(tx, found.id) };
}

/**
 * A capture that cannot be fulfilled: the money is owed back at once and never reaches the pot.
 * @param capturedAt by the gateway's clock
 */
export async function giveBack(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  paymentId: string,
  { now, capturedAt }: { now: Date; capturedAt: Date },
): Promise<void> {
  await post(tx, {
    kind: "capture_unfulfillable",
    courseId: order.courseId,
    paymentId,
    postings: moved(order.amountCents, account.cash(order.courseId), account.refundsPayable(paymentId)),
    at: now,
    factAt: capturedAt,
  });
  await setOrder(tx, order.id, { status: "refund_due", paidAt: now });
  const reason = NOT_STARTED;
  await store.insertRefund(tx, {
    id: randomUUID(),
    orderId: order.id,
    paymentId,
    amountCents: order.amountCents,
    taxPartCents: 0,
    potPartCents: 0,
    rangePartCents: 0,
    takenFrom: "capture",
    reason,
    status: "due",
    createdAt: now,
  });
  await tellRefund(deps, tx, order, order.amountCents, reason);
  settleSoon(deps, tx);
}
