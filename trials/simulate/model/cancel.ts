/** A refund at the gateway's own desk that is cancelled there: nobody owes it any more (books). */
import { learnOurs } from "./by-hand.ts";
import { takeBack } from "./dispute.ts";
import { post } from "./money.ts";
import { comeBack } from "./pay-back.ts";
import { isGone, leftOf, settle, waitingOrder } from "./purchase.ts";
import { owe } from "./refund.ts";
import type { Refund } from "./returned.ts";
import { at, atOnce, type Order, type Play, refusal, type World } from "./world.ts";

/** Somebody cancels the newest refund made there, and the server learns it. */
export function cancelByHand(wish: { order: number }): Play {
  return atOnce((world) => {
    const order = at(world.orders, wish.order);
    if (order.gateway !== "captured") return refusal(409, "payments.not_captured");
    const given = order.refunds.findLast(({ byHand, gateway }) => byHand && gateway === "paid");
    if (!given) return refusal(404, "payments.refund_not_found");
    settle(world, order);
    learnOurs(world, order);
    given.gateway = "returned";
    undo(world, order, given);
    coverAnew(world, order);
    restore(world, order);
    return { status: 200 };
  });
}

/** Its parts return to their sources, or to where those have moved since. */
function undo(world: World, order: Order, given: Refund): void {
  comeBack(world, order, given);
  given.state = "cancelled";
  const owed = `refunds:${order.at}`;
  const own = given.amount - given.fromDropped;
  post(world, given.fromDropped, owed, "dispute_loss");
  if (given.ahead && order.row === null)
    return post(world, own, owed, isOver(order) ? "dispute_loss" : `deferred:${order.course}`);
  const more = Math.max(0, given.taxPart + given.potPart + given.rangePart - own);
  post(world, given.taxPart, owed, `tax_payable:${order.course}`);
  post(world, given.potPart - more, owed, `pot:${order.course}`);
  post(world, given.rangePart, owed, `range_share:${order.course}`);
  post(world, own - given.taxPart - given.potPart - given.rangePart + more, owed, `revenue:${order.course}`);
  post(world, more, `revenue:${order.course}`, `pot:${order.course}`);
}

/** Whether the order can never start: its bank took the money back, or there was nothing to sell. */
function isOver({ status, deferred, row, refunds }: Order): boolean {
  const nothing =
    !deferred && row === null && refunds.some(({ reason }) => reason === "The session could not be started");
  return status === "reversed" || nothing;
}

/** Owes again what it covered of dropped refunds, as far as the capture holds it. */
function coverAnew(world: World, order: Order): void {
  let missing = 0;
  for (const { state, madeGood, fromDropped } of order.refunds)
    missing += (state === "dropped" ? madeGood : 0) - (state === "cancelled" ? 0 : fromDropped);
  missing = Math.max(0, missing);
  const amount = Math.min(missing, Math.max(0, leftOf(order)));
  if (amount > 0) owe(world, order, amount, "the rest", amount);
  missing -= amount;
  for (const dropped of order.refunds.filter(({ state }) => state === "dropped")) {
    const less = Math.min(missing, dropped.madeGood);
    dropped.madeGood -= less;
    missing -= less;
  }
}

/** The order gets the state that its other refunds and its disputes give it. */
function restore(world: World, order: Order): void {
  if (order.status === "paid" || order.status === "fulfilled") return;
  const left = Math.max(0, leftOf(order));
  if (order.row === null && isOver(order)) {
    const { status } = order;
    if (left > 0) owe(world, order, left, "left by the bank", left);
    order.status = status === "reversed" ? status : closed(order);
  } else if (order.row === null && order.disputes.some(({ known }) => known === "lost")) {
    order.status = "paid";
    takeBack(world, order);
  } else if (isGone(order)) order.status = closed(order);
  else if (order.row !== null) order.status = "fulfilled";
  else if (waitingOrder(world, order) === undefined) order.status = "paid";
  else {
    if (left > 0) owe(world, order, left, "bought again");
    order.status = closed(order);
  }
}

function closed({ refunds }: Order): "refund_due" | "refunded" {
  return refunds.some(({ state }) => state === "due" || state === "failed") ? "refund_due" : "refunded";
}
