/** Refunds at the gateway's own desk. They are always booked; a full one holds the claims (rules, section 4). */
import { isHeldByRefund } from "./hold.ts";
import { underKey } from "./keys.ts";
import { post } from "./money.ts";
import { comeBack, drop, finish, heldAtGateway, refuse } from "./pay-back.ts";
import { isGone, leftOf, settle } from "./purchase.ts";
import { owe } from "./refund.ts";
import { at, atOnce, dollars, end, type Order, type Play, refusal, type World } from "./world.ts";
import { orderView } from "./view.ts";

/** Somebody refunds a part of a payment at the gateway, or all that it holds, and the server learns it. */
export function refundByHand(wish: { order: number; amount: number | null }): Play {
  return atOnce((world) => {
    const order = at(world.orders, wish.order);
    if (order.gateway !== "captured") return refusal(409, "payments.not_captured");
    const left = heldAtGateway(order);
    if (left <= 0) return refusal(409, "payments.nothing_left");
    const amount = wish.amount ?? left;
    if (amount > left) return refusal(409, "payments.refund_too_much");
    settle(world, order);
    learnOurs(world, order);
    book(world, order, amount);
    return { status: 200, body: { amount: dollars(amount) } };
  });
}

/** The server reads all refunds of the payment, so it also learns of its own whose replies were lost. */
export function learnOurs(world: World, order: Order): void {
  for (const given of order.refunds) {
    if (given.state === "due" && given.gateway === "paid") pay(world, order, given.amount, given);
    else if (given.state === "due" && given.gateway === "returned") refuse(world, order, given);
    else if (given.state === "settled" && given.gateway === "returned") comeBack(world, order, given);
  }
}

function pay(world: World, order: Order, amount: number, given: Order["refunds"][number]): void {
  given.state = "settled";
  post(world, amount, `refunds:${order.at}`, `cash:${order.course}`);
  finish(order);
}

/** Due refunds make room for it, newest first. The rest of them is owed again. */
function book(world: World, order: Order, amount: number): void {
  const gone = [];
  for (const given of order.refunds.toReversed()) {
    if (leftOf(order) >= amount) break;
    if (given.state !== "due" && given.state !== "failed") continue;
    drop(world, order, given);
    gone.push(given);
  }
  const dropped = gone.reduce((sum, given) => sum + given.amount, 0);
  const made = owe(world, order, amount, "at the gateway", Math.min(amount, dropped));
  Object.assign(made, { byHand: true, gateway: "paid" });
  const rest = Math.max(0, Math.min(dropped - amount, leftOf(order)));
  if (rest > 0) owe(world, order, rest, "the rest", rest);
  let good = Math.min(amount, dropped) + rest;
  for (const given of gone) {
    given.madeGood = Math.min(good, given.amount);
    good -= given.madeGood;
  }
  pay(world, order, amount, made);
  if (!isGone(order) || order.row === null) return;
  for (const row of world.rows) if (row.at === order.row || row.main === order.row) end(row, world.now, "refund");
}

/** An administrator decides that the claims stand. */
export function releaseHold(wish: { order: number; admin: number; key: string | undefined }): Play {
  const key = { person: wish.admin, text: wish.key, fingerprint: `release ${wish.order}` };
  const shown = (world: World, order: number) => ({
    status: 200,
    body: { order: orderView(world, at(world.orders, order)) },
  });
  return (world) =>
    underKey(
      world,
      key,
      atOnce(() => {
        const order = at(world.orders, wish.order);
        if (!isHeldByRefund(order)) return refusal(409, "payments.not_held");
        for (const given of order.refunds) if (given.byHand && given.state !== "dropped") given.released = true;
        return { ...shown(world, wish.order), made: wish.order };
      }),
      (order) => shown(world, order),
    );
}
