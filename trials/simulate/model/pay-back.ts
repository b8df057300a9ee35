/** How refunds are paid: once; a refused one is kept, and one that comes back is owed again (rules, section 5). */
import { isHeldByRefund, isProposed } from "./hold.ts";
import { underKey } from "./keys.ts";
import { post } from "./money.ts";
import { leftOf } from "./purchase.ts";
import { oweInstead } from "./refund.ts";
import type { Refund } from "./returned.ts";
import { at, atOnce, dollars, idOf, iso, type Order, type Play, refusal, type World } from "./world.ts";
import { inAnyOrder, orderView } from "./view.ts";

/** The money of an order that the gateway still holds. */
export function heldAtGateway(order: Order): number {
  if (order.gateway !== "captured") return 0;
  const paid = order.refunds.filter(({ gateway }) => gateway === "paid");
  const disputed = order.disputes.filter(({ status }) => status !== "won");
  return [...paid, ...disputed].reduce((left, { amount }) => left - amount, order.amount);
}

/** No answer about a refund: the gateway failed before or after doing it. */
export type RefundFault = "before" | "after" | undefined;

/** How long a process has a refund for itself while it pays it. */
export const LEASE_MS = 120_000;

/** Pays a due refund at the gateway, then in the books. */
function payOne(world: World, order: Order, given: Refund, fault: RefundFault): void {
  if (given.state !== "due" || fault === "before") return;
  if (given.gateway === "none") {
    if (given.amount > heldAtGateway(order)) return refuse(world, order, given);
    given.gateway = order.comesBack && given.tries === 0 ? "returned" : "paid";
  }
  if (fault === "after") return;
  given.state = "settled";
  post(world, given.amount, `refunds:${order.at}`, `cash:${order.course}`);
  finish(order);
}

/** A refund of money that a dispute has taken is dropped, except for the rest; any other refusal waits for a person. */
export function refuse(world: World, order: Order, given: Refund): void {
  if (leftOf(order) >= 0) {
    given.state = "failed";
    return;
  }
  drop(world, order, given);
  const rest = Math.min(given.amount, leftOf(order));
  if (rest > 0) oweInstead(world, order, given, rest);
}

/** Drops a refund whose money has gone back by another way. */
export function drop(world: World, order: Order, given: Refund): void {
  given.state = "dropped";
  given.madeGood = 0;
  post(world, given.amount, `refunds:${order.at}`, "dispute_loss");
  finish(order);
}

export function finish(order: Order): void {
  const open = order.refunds.some(({ state }) => state === "due" || state === "failed");
  if (order.status === "refund_due" && !open) order.status = "refunded";
}

/** Pays all due refunds, oldest first. */
export function payAll(world: World, fault: RefundFault): void {
  for (const [order, given] of due(world)) payOne(world, order, given, fault);
}

function due(world: World): [Order, Refund][] {
  return world.orders
    .flatMap((order) => order.refunds.map((given): [Order, Refund] => [order, given]))
    .filter(([, { state, leasedUntil }]) => state === "due" && leasedUntil === undefined)
    .toSorted(([, a], [, b]) => a.createdAt - b.createdAt);
}

/** The gateway reports that settled refunds have come back: they are owed again. */
export function takeReturned(world: World): void {
  for (const order of world.orders)
    for (const given of order.refunds.filter(({ state, gateway }) => state === "settled" && gateway === "returned"))
      comeBack(world, order, given);
}

/** A settled refund has come back: it is owed again. */
export function comeBack(world: World, order: Order, given: Refund): void {
  given.state = "failed";
  post(world, given.amount, `cash:${order.course}`, `refunds:${order.at}`);
  if (order.status === "refunded") order.status = "refund_due";
}

/**
 * Refunds are paid in the background at some time: the worlds that are possible by now.
 * @param about the order of these refunds, or those that may come back; without it those that anybody could see
 */
export function inMotion(world: World, about: number | "fragile" | undefined): World[] {
  const moves = ([order]: [Order, Refund]) =>
    order.at === about || order.disputes.length > 0 || (about === "fragile" && order.comesBack);
  const count = due(world).filter(moves).length;
  if (count === 0) return [world];
  const after = (paid: number, sent: boolean) => {
    const copy = structuredClone(world);
    const moving = due(copy).filter(moves);
    for (const [order, given] of moving.slice(0, paid)) payOne(copy, order, given, undefined);
    // The next one may be paid at the gateway but not yet in the books.
    for (const [order, given] of sent ? moving.slice(paid, paid + 1) : []) payOne(copy, order, given, "after");
    return copy;
  };
  return Array.from({ length: count + 1 }, (_, paid) =>
    paid < count ? [after(paid, false), after(paid, true)] : [after(paid, false)],
  ).flat();
}

/** A process that may have been paying a due refund has died: the worlds that are possible now. */
export function orphaned(world: World): World[] {
  return [
    world,
    ...due(world).map((_, place) => {
      const copy = structuredClone(world);
      const [, given] = at(due(copy), place);
      given.leasedUntil = copy.now + LEASE_MS;
      return copy;
    }),
  ];
}

/** An administrator has a refund tried again that the gateway refused or returned. */
export function retry(wish: { order: number; refund: number; admin: number; key: string | undefined }): Play {
  const key = { person: wish.admin, text: wish.key, fingerprint: `retry ${wish.order} ${wish.refund}` };
  return (world) =>
    underKey(
      world,
      key,
      atOnce(() => {
        const order = at(world.orders, wish.order);
        const given = at(order.refunds, wish.refund);
        if (isProposed(world, wish.order, wish.refund)) return refusal(409, "otherwise.proposed");
        if (given.state !== "failed") return refusal(409, "payments.refund_not_failed");
        again(given);
        return { status: 200, body: { order: orderView(world, order) } };
      }),
    );
}

/** The next try has another key. */
export function again(given: Refund): void {
  given.state = "due";
  given.tries += 1;
  given.gateway = "none";
}

/** Claims of an order that are pending, or verified and not paid. */
function openClaims(world: World, { row }: Order): number {
  return world.claims.filter(({ row: place, status, payout }) => {
    const isOpen = status === "pending" || payout === "due";
    return isOpen && row !== null && (place === row || at(world.rows, place).main === row);
  }).length;
}

/** Payment troubles: failed refunds, open disputes, and claims that a refund at the gateway holds. */
export const troubles: Play = atOnce((world) => ({
  status: 200,
  body: {
    refunds: inAnyOrder(
      world.orders.flatMap((order) =>
        order.refunds
          .filter(({ state }) => state === "failed")
          .map((given) => ({
            orderId: idOf(order),
            amount: dollars(given.amount),
            createdAt: iso(given.createdAt),
            id: idOf(given),
          })),
      ),
    ),
    held: inAnyOrder(
      world.orders.flatMap((order) => {
        const open = openClaims(world, order);
        if (open === 0 || !isHeldByRefund(order)) return [];
        return [{ orderId: idOf(order), amount: dollars(order.amount), claims: open }];
      }),
    ),
    overpaid: [],
    strangers: [],
    disputes: inAnyOrder(
      world.orders.flatMap((order) =>
        order.disputes
          .filter(({ known }) => known === "open")
          .map(({ amount }) => ({ orderId: idOf(order), amount: dollars(amount) })),
      ),
    ),
  },
}));
