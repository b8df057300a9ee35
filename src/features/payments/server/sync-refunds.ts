/**
 * Brings the gateway's refunds into our books: refused ones that were paid, those that came back, and those made there
 * without us. A try only moves forward (sent, refused, made, returned), so a list that was read early and applied late
 * does no harm.
 */
import { lockUser } from "#features/accounts/server/store.ts";
import { lockBooks } from "#features/ledger/server/store.ts";
import { findOrder, lockOrder, type OrderRow } from "#features/orders/server/store.ts";
import { complete, lockGroup, type SessionRow } from "#features/play/server/store.ts";
import { AT_THE_GATEWAY, REST_OF_REFUND } from "#features/orders/reason-rules.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import { cancel, isTheirs } from "./cancelled-refunds.ts";
import type { PaymentDeps } from "./deps.ts";
import type { RefundState } from "./gateway.ts";
import { owe } from "./owing.ts";
import { drop, refused, returned, settleRefund } from "./refund-moves.ts";
import * as refundStore from "./refund-store.ts";
import * as store from "./store.ts";

/**
 * Asks the gateway for all refunds of a payment and books what we did not know. Doing so twice changes nothing.
 * @throws UnknownOutcome
 */
export async function syncRefunds(deps: PaymentDeps, { id, orderId }: store.PaymentAttemptRow): Promise<void> {
  const found = await store.findAttempt(deps.db, id);
  const owner = await findOrder(deps.db, orderId);
  if (!found || !owner) throw new Error(`Payment attempt ${id} has no order`);
  const states = await deps.gateway.refundsOf(store.refOf(found));
  // Nothing can go back before the capture is booked.
  if (states.length === 0 || found.status !== "succeeded") return;
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, owner.userId);
    const { sessionId, courseId } = await lockOrder(tx, orderId);
    const attempt = await store.lockAttempt(tx, id);
    const rows = sessionId === null ? [] : await lockGroup(tx, sessionId);
    const tries = await refundStore.lockTries(tx, id);
    const news = states.filter((state) => !isKnown(state, tryOf(tries, state)));
    if (news.length === 0) return;
    await lockBooks(tx, courseId, id);
    // Known refunds come first: what they leave of the capture decides about the others. Each may change the order.
    for (const state of news) await applyKnown(deps, tx, await lockOrder(tx, orderId), attempt, rows, state);
    for (const state of news) await applyOthers(deps, tx, await lockOrder(tx, orderId), attempt, rows, state);
  });
}

type Tried = Awaited<ReturnType<typeof refundStore.lockTries>>[number];

function tryOf(tries: readonly Tried[], { key, reference }: RefundState): Tried | undefined {
  return tries.find(({ sent }) => sent.reference === reference || (key !== null && sent.key === key));
}

/** Whether our books say the same; what has come back has come back for good, but may be called cancelled later. */
function isKnown({ status }: RefundState, tried: Tried | undefined): boolean {
  if (!tried) return status !== "made";
  if (tried.sent.status === "returned") return status !== "cancelled" || !isTheirs(tried.refund);
  return status === "made" && tried.sent.status === "made";
}

/** Books what the gateway says of a try that we know: one of ours, or one that was made there and is booked. */
async function applyKnown(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
  rows: readonly SessionRow[],
  state: RefundState,
): Promise<void> {
  const { reference, failure } = state;
  const now = deps.clock.now();
  const tried = tryOf(await refundStore.lockTries(tx, attempt.id), state);
  if (!tried) return;
  const { refund, sent } = tried;
  if (state.status === "made") {
    if (refund.status !== "due" && refund.status !== "failed") return;
    await refundStore.setTry(tx, sent, { status: "made", reference, failure: null, changedAt: now });
    await settleRefund(tx, order, refund, now, state.at);
    if (sent.status === "refused") await noteLate(tx, order, refund, reference, now);
    return;
  }
  const why = failure ?? "";
  await refundStore.setTry(tx, sent, { status: "returned", reference, failure, changedAt: now });
  // A refund that was paid twice and came back once is not owed either.
  if ((state.status === "cancelled" || refund.repeats !== null) && isTheirs(refund)) {
    await cancel(deps, tx, order, attempt, refund, { failure: why, reference });
    for (const row of rows) deps.announce(tx, row);
  } else if (sent.status === "made" && refund.status === "settled")
    await returned(tx, order, refund, { failure: why, reference }, now);
  else if (refund.status === "due" && refund.tries === sent.number)
    await refused(deps, tx, order, attempt, refund, why, now);
}

function noteLate(tx: Db, order: OrderRow, { id }: store.RefundRow, reference: string, at: Date): Promise<void> {
  const detail = { refundId: id, reference };
  return note(tx, { actorId: null, action: "refund.paid_after_all", subject: order.id, detail, at });
}

/**
 * Books money that went back without a refund of ours: a refund made at the gateway's dashboard, or a second try of a
 * refund that is paid already. The money is gone, so it is always booked. Our refunds for which it leaves no money are
 * dropped, and what it leaves of them is owed again. If it takes all that was left, the session ends.
 */
async function applyOthers(
  deps: PaymentDeps,
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
  rows: readonly SessionRow[],
  state: RefundState,
): Promise<void> {
  const tried = tryOf(await refundStore.lockTries(tx, attempt.id), state);
  if (isKnown(state, tried) || state.status !== "made") return;
  const now = deps.clock.now();
  const { reference, amountCents: amount } = state;
  const gone = await makeRoom(tx, order, attempt, amount, now);
  const dropped = gone.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const given = { order, attempt, actorId: null, fromDropped: Math.min(amount, dropped), factAt: state.at };
  // Paid twice, once from the bank: nobody can undo that here, and the desk lists it.
  const repeats = tried?.refund.status === "paid_otherwise" ? tried.refund.id : null;
  const refund = await owe(deps, tx, { ...given, origin: "gateway", amount, reason: AT_THE_GATEWAY, repeats });
  const made = { status: "made", reference } as const;
  if (tried) await refundStore.setTry(tx, tried.sent, { ...made, refundId: refund.id, number: 0, changedAt: now });
  else await refundStore.addTry(tx, { ...made, refundId: refund.id, number: 0 }, now);
  const rest = Math.max(0, Math.min(dropped - amount, await store.refundable(tx, attempt)));
  if (rest > 0) await owe(deps, tx, { ...given, amount: rest, fromDropped: rest, reason: REST_OF_REFUND });
  let good = given.fromDropped + rest;
  for (const one of gone) {
    const cents = Math.min(good, one.amountCents);
    await refundStore.makeGood(tx, one, cents);
    good -= cents;
  }
  await settleRefund(tx, await lockOrder(tx, order.id), refund, now, state.at);
  if (await store.isGone(tx, attempt)) {
    if (order.sessionId !== null) await complete(tx, order.sessionId, "refund", now);
    for (const row of rows) deps.announce(tx, row);
  }
  const detail = { refundId: refund.id, reference, amountCents: amount };
  await note(tx, { actorId: null, action: "refund.made_at_gateway", subject: order.id, detail, at: now });
}

/** Drops our refunds, the newest first, until an amount fits into the capture. @returns the dropped refunds */
async function makeRoom(
  tx: Db,
  order: OrderRow,
  attempt: store.PaymentAttemptRow,
  amount: number,
  now: Date,
): Promise<store.RefundRow[]> {
  const dropped: store.RefundRow[] = [];
  for (const refund of await refundStore.openRefunds(tx, attempt.id)) {
    if ((await store.refundable(tx, attempt)) >= amount) break;
    const why = "Overtaken by a refund that was made at the payment service.";
    if (await drop(tx, order, refund, why, now)) dropped.push(refund);
  }
  return dropped;
}
