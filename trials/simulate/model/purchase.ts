/** Buying: the order, the charge, its outcome (rules, section 4). */
import { holdOf } from "./hold.ts";
import { underKey } from "./keys.ts";
import { netOf, partOf, post, priceAt, shareOf } from "./money.ts";
import { startRefusal, startRows } from "./start.ts";
import type { Refund } from "./returned.ts";
import {
  at,
  type Call,
  courseOf,
  type Expected,
  type Group,
  idOf,
  type Order,
  packOf,
  type Play,
  refusal,
  type World,
} from "./world.ts";
import { actionOf, orderView, sessionView } from "./view.ts";

const LATE_MS = 60_000;
const ACTION_MS = 900_000;

export interface Purchase {
  buyer: number;
  course: number;
  pack: number;
  bay: number;
  group: Group | null;
  /** Whether the balls of the group add up and its bays exist. */
  sound: boolean;
  buyMore: boolean;
  amount: number;
  start: boolean;
  /** The outcome of the charge, by the card or a fault of the gateway. */
  outcome: "captured" | "declined" | "lost_after" | "lost_before";
  /** The card's other effects: its bank asks first, disputes at once, or returns refunds. */
  card: "plain" | "challenge" | "disputed" | "comes_back";
  key: string | undefined;
  fingerprint: string;
}

export function pay(purchase: Purchase): Play {
  return (world) =>
    underKey(world, { person: purchase.buyer, text: purchase.key, fingerprint: purchase.fingerprint }, () =>
      charge(world, purchase),
    );
}

function* charge(world: World, purchase: Purchase): Call {
  const { buyer, key, outcome } = purchase;
  const begun = world.orders.find((order) => key !== undefined && order.buyer === buyer && order.key === key);
  if (begun) return answer(world, begun);
  const order = open(world, purchase);
  if ("status" in order && "codes" in order) return order;
  const made = order as Order; // Without a refusal, it is the order.
  yield;
  if (outcome === "declined") made.gateway = "declined";
  else if (outcome !== "lost_before") chargeCard(world, made, purchase.card);
  yield;
  if (outcome === "lost_after" || outcome === "lost_before") {
    if (made.attempt === "initiated") made.attempt = "unknown";
  } else hear(world, made, made.gateway);
  yield;
  return answer(world, made);
}

function open(world: World, purchase: Purchase): Order | Expected {
  const course = courseOf(world, purchase.course);
  const pack = packOf(world, purchase.pack);
  if (!course || !pack) return refusal(404, "courses.not_found", "courses.no_package");
  const { group, buyer } = purchase;
  if (!purchase.sound) return refusal(400, "booking.group_invalid", "booking.bay_unknown");
  if (group === null && (purchase.bay < 1 || purchase.bay > course.bayCount))
    return refusal(400, "booking.bay_unknown");
  const start = { ...purchase, balls: pack.balls, type: pack.type, free: false };
  const cannot = startRefusal(world, start);
  if (cannot?.codes?.includes("play.active_session") || cannot?.status === 400) return cannot;
  const amount = priceAt(pack.price, course.priceFactorBp);
  const net = netOf(amount, course.taxRateMilli);
  const waiting = waitingOrder(world, purchase);
  const wrong = [
    ...(purchase.amount === amount ? [] : ["payments.price_changed"]),
    ...(waiting ? [holdOf(waiting) ? "payments.waiting_disputed" : "payments.waiting_order"] : []),
    ...(world.orders.some((order) => order.buyer === buyer && ["charging", "created"].includes(order.status))
      ? ["payments.open_order"]
      : []),
    ...(cannot && purchase.start ? (cannot.codes ?? []) : []),
  ];
  if (wrong.length > 0) return refusal(409, ...wrong);
  const order: Order = {
    at: world.orders.length,
    id: null,
    buyer,
    key: purchase.key ?? null,
    course: course.id,
    pack: pack.id,
    amount,
    tax: amount - net,
    jackpotShare: shareOf(net, course.jackpotShareBp),
    rangeShare: shareOf(net, course.rangeShareBp),
    bay: group?.mainPlayer.bayNumber ?? purchase.bay,
    group,
    buyMore: purchase.buyMore,
    start: purchase.start,
    status: "charging",
    createdAt: world.now,
    paidAt: null,
    deferred: false,
    row: null,
    refunds: [],
    attempt: "initiated",
    gateway: "none",
    capturedAt: null,
    charge: { id: null },
    actionUntil: null,
    comesBack: purchase.card === "comes_back",
    disputes: [],
  };
  world.orders.push(order);
  return order;
}

function chargeCard(world: World, order: Order, card: Purchase["card"]): void {
  order.gateway = card === "challenge" ? "waiting" : "captured";
  if (order.gateway === "captured") order.capturedAt = world.now;
  if (card === "disputed") order.disputes.push({ amount: order.amount, status: "open", known: null, event: true });
}

/** The refunded or owed part of an order, without refunds that a dispute took over before they were paid. */
export function refundedOf(order: Order): number {
  const standing = order.refunds.filter(({ state }) => state !== "dropped" && state !== "cancelled");
  return standing.reduce((sum, { amount }) => sum + amount, 0);
}

/** The rest of an order's money, as the server knows it: neither refunded nor disputed. */
export function leftOf(order: Order): number {
  if (order.gateway !== "captured" || order.attempt !== "settled") return 0;
  const disputed = order.disputes.filter(({ known }) => known === "open" || known === "lost");
  return order.amount - refundedOf(order) - disputed.reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether refunds and lost disputes have taken all of an order, as the server knows it; an open dispute may be won. */
export function isGone(order: Order): boolean {
  const lost = order.disputes.filter(({ known }) => known === "lost");
  return refundedOf(order) + lost.reduce((sum, { amount }) => sum + amount, 0) >= order.amount;
}

/** The server learns the gateway's view of a charge: a challenge goes to the golfer, any other view settles it. */
export function hear(world: World, order: Order, seen: Order["gateway"]): void {
  if (seen === "none") return;
  if (seen !== "waiting") return settle(world, order);
  if (order.attempt === "settled" || order.actionUntil !== null) return;
  order.attempt = "initiated";
  order.status = "created";
  order.actionUntil = world.now + ACTION_MS;
}

export function waitingOrder(world: World, wanted: { buyer: number; course: number; pack: number }): Order | undefined {
  return world.orders.find(
    (order) =>
      order.status === "paid" &&
      order.buyer === wanted.buyer &&
      order.course === wanted.course &&
      order.pack === wanted.pack,
  );
}

/** Applies the gateway's final answer to an order, once. */
export function settle(world: World, order: Order): void {
  if (order.attempt === "settled") return;
  order.attempt = "settled";
  if (order.gateway !== "captured") {
    order.status = order.status === "created" && order.gateway === "void" ? "expired" : "declined";
    return;
  }
  order.paidAt = world.now;
  const pack = packOf(world, order.pack);
  const start = { ...order, balls: pack?.balls ?? 0, type: pack?.type ?? "jackpot", free: false };
  const late = world.now - (order.capturedAt ?? 0) > LATE_MS;
  if (order.start && !late && startRefusal(world, start)) {
    post(world, order.amount, `cash:${order.course}`, `refunds:${order.at}`);
    order.status = "refund_due";
    order.refunds.push(dueRefund(world, order.amount, "The session could not be started"));
    return;
  }
  if (!order.start || late) {
    post(world, order.amount, `cash:${order.course}`, `deferred:${order.course}`);
    order.status = "paid";
    order.deferred = true;
    return;
  }
  sell(world, order, `cash:${order.course}`, 0);
  order.row = startRows(world, start).at;
  order.status = "fulfilled";
}

/** Books a sale when its session starts: tax and each share less its part of earlier refunds; the rest is revenue. */
export function sell(world: World, order: Order, from: string, refunded: number): void {
  const left = (share: number) => share - partOf(share, refunded, order.amount);
  const [tax, jackpot, range] = [left(order.tax), left(order.jackpotShare), left(order.rangeShare)];
  post(world, tax, from, `tax_payable:${order.course}`);
  post(world, jackpot, from, `pot:${order.course}`);
  post(world, range, from, `range_share:${order.course}`);
  post(world, order.amount - refunded - tax - jackpot - range, from, `revenue:${order.course}`);
}

export function dueRefund(world: World, amount: number, reason: string, given: Partial<Refund> = {}): Refund {
  const ours = { id: null, byHand: false, released: false, tries: 0, gateway: "none" } as const;
  const none = { ...ours, taxPart: 0, potPart: 0, rangePart: 0, ahead: false, fromDropped: 0, madeGood: 0 };
  return { ...none, amount, reason, createdAt: world.now, state: "due", ...given };
}

function answer(world: World, order: Order): Expected {
  switch (order.status) {
    case "fulfilled": {
      const session = order.row === null ? undefined : sessionView(world, at(world.rows, order.row));
      return { status: 200, body: { success: true, session, order: orderView(world, order) } };
    }
    case "paid":
      return { status: 200, body: { success: true, session: undefined, order: orderView(world, order) } };
    case "charging":
    case "created": {
      const action = actionOf(order);
      return { status: 202, body: { success: false, pending: true, orderId: idOf(order), action } };
    }
    case "declined":
    case "expired":
      return { status: 402, body: { success: false } };
    case "refund_due":
    case "refunded":
      return { ...refusal(409, "payments.given_back"), kept: true };
    case "reversed":
      return { ...refusal(409, "payments.reversed"), kept: true };
  }
}
