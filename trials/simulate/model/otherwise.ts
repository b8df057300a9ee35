/** Refunds that the gateway will not make and that two administrators pay from the bank (decision page 57). */
import { learnOurs } from "./by-hand.ts";
import { dayStart, localDay } from "./calendar.ts";
import { closedUntil } from "./gateway-balance.ts";
import { isProposed } from "./hold.ts";
import { post } from "./money.ts";
import { type Admin, numberOf, type Otherwise, type Proposal } from "./months.ts";
import { finish } from "./pay-back.ts";
import { monthsOf, zoneOf } from "./periods.ts";
import { leftOf } from "./purchase.ts";
import { at, atOnce, type Expected, type Play, refusal, type World } from "./world.ts";

/** The gateway is asked first. */
export function askGateway(world: World, { order }: Otherwise): void {
  learnOurs(world, at(world.orders, order));
}

export function proposeOtherwise(by: Admin, wish: Otherwise): Play {
  return atOnce((world) => {
    askGateway(world, wish);
    const wrong = otherwiseRefusal(world, wish) ?? dayRefusal(world, wish);
    if (wrong) return wrong;
    const { proposals } = monthsOf(world);
    const deed = { otherwise: { ...wish, tries: refundOf(world, wish).tries } };
    const row: Proposal = { at: proposals.length, number: null, by, proposedAt: world.now, deed, status: "open" };
    proposals.push(row);
    return { status: 202, body: { proposal: { id: numberOf(row), kind: "refund_otherwise", status: "open" } } };
  });
}

function refundOf(world: World, { order, refund }: Otherwise) {
  return at(at(world.orders, order).refunds, refund);
}

function otherwiseRefusal(world: World, wish: Otherwise): Expected | undefined {
  if (refundOf(world, wish).state !== "failed") return refusal(409, "payments.refund_not_failed");
  if (leftOf(at(world.orders, wish.order)) < 0) return refusal(409, "otherwise.disputed");
  return undefined;
}

function dayRefusal(world: World, wish: Otherwise): Expected | undefined {
  if (isProposed(world, wish.order, wish.refund)) return refusal(409, "otherwise.proposed");
  const zone = zoneOf(world, at(world.orders, wish.order).course);
  const isWithin =
    wish.paidOn >= localDay(refundOf(world, wish).createdAt, zone) && wish.paidOn <= localDay(world.now, zone);
  return isWithin ? undefined : refusal(400, "otherwise.day");
}

/** The approval books it. */
export function payOtherwise(world: World, wish: Otherwise): Expected | undefined {
  const given = refundOf(world, wish);
  const wrong = otherwiseRefusal(world, wish);
  if (wrong?.codes?.includes("otherwise.disputed")) return wrong;
  if (wrong || given.tries !== wish.tries) return refusal(409, "proposals.overtaken");
  const order = at(world.orders, wish.order);
  const factAt = dayStart(wish.paidOn, zoneOf(world, order.course));
  given.state = "otherwise";
  finish(order);
  const isLate = factAt < closedUntil(world, order.course);
  post(world, given.amount, `refunds:${order.at}`, "bank", isLate ? factAt : null);
  return undefined;
}
