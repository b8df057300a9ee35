/** Refunds by an administrator, and what the server does by itself (rules, sections 4 and 5). */
import { underKey } from "./keys.ts";
import { held, post, potPartOf } from "./money.ts";
import { refundedOf, settle } from "./purchase.ts";
import { atOnce, courseOf, end, type Expected, type Order, type Play, refusal, type World } from "./world.ts";
import { orderView } from "./view.ts";

const CALLER_MS = 30_000;
const FORGOTTEN_MS = 30 * 86_400_000;

/** An administrator refunds an order; without an amount all that is left. */
export function refund(wish: { order: number; amount: number | null; admin: number; key: string | undefined }): Play {
  const key = { person: wish.admin, text: wish.key, fingerprint: `refund ${wish.order} ${wish.amount}` };
  return (world) =>
    underKey(
      world,
      key,
      atOnce((on) => giveBack(on, wish)),
    );
}

function giveBack(world: World, wish: { order: number; amount: number | null }): Expected {
  const order = world.orders[wish.order];
  if (!order) return refusal(404, "booking.order_not_found");
  const rows = world.rows.filter((row) => order.row !== null && (row.at === order.row || row.main === order.row));
  const stands = world.claims.some(({ row, status }) => status !== "rejected" && rows.some((own) => own.at === row));
  const left = order.gateway === "captured" && order.attempt === "settled" ? order.amount - refundedOf(order) : 0;
  const amount = wish.amount ?? left;
  // Which of several reasons is said, the rules leave open.
  if (stands || left === 0 || amount > left)
    return refusal(
      409,
      ...(stands ? ["payments.claim_stands"] : []),
      ...(left === 0 ? ["payments.nothing_left", "payments.not_captured"] : []),
      ...(amount > left ? ["payments.refund_too_much"] : []),
    );
  owe(world, order, amount, "by an administrator");
  if (amount === left) for (const row of rows) end(row, world.now, "refund");
  return { status: 200, body: { order: orderView(world, order) } };
}

function owe(world: World, order: Order, amount: number, reason: string): void {
  const potPart = potPartOf({
    price: order.amount,
    share: order.jackpotShare,
    before: refundedOf(order),
    potPartBefore: order.refunds.reduce((sum, given) => sum + given.potPart, 0),
    amount,
    pot: held(world, `pot:${order.course}`),
    base: courseOf(world, order.course)?.base ?? 0,
  });
  post(world, potPart, `pot:${order.course}`, `refunds:${order.at}`);
  post(world, amount - potPart, `revenue:${order.course}`, `refunds:${order.at}`);
  order.refunds.push({ amount, potPart, reason, createdAt: world.now, settled: false });
  if (refundedOf(order) === order.amount) order.status = "refund_due";
}

/** Charges that the gateway's own event may tell of before the caller's half minute is over. */
export function isEarly(world: World, order: Order): boolean {
  const done = order.gateway === "captured" || order.gateway === "declined";
  return order.status === "charging" && done && !isLost(world, order);
}

function isLost(world: World, order: Order): boolean {
  return order.attempt === "unknown" || world.now - order.createdAt > CALLER_MS;
}

/**
 * The server's own work: learns what became of charges that nobody knows of, and refunds what was never started.
 * @param run whether the gateway cannot be asked, and whether its event about an early charge has come
 */
export function jobs(run: { away: boolean; told: boolean }): Play {
  return atOnce((world) => {
    for (const order of world.orders) {
      if (run.away || order.status !== "charging") continue;
      if (!isLost(world, order) && !(run.told && isEarly(world, order))) continue;
      // What the gateway has never seen is voided there.
      if (order.gateway === "none") order.gateway = "void";
      settle(world, order);
    }
    for (const order of world.orders) {
      const forgotten = order.paidAt !== null && world.now - order.paidAt > FORGOTTEN_MS;
      if (order.status === "paid" && forgotten) owe(world, order, order.amount - refundedOf(order), "forgotten");
    }
    return { status: 200 };
  });
}

/** After a run of the jobs without faults, what was due before it is paid. */
export function payRefunds(world: World): void {
  for (const order of world.orders) {
    for (const given of order.refunds.filter(({ settled }) => !settled)) {
      given.settled = true;
      post(world, given.amount, `refunds:${order.at}`, `cash:${order.course}`);
    }
    if (order.status === "refund_due") order.status = "refunded";
  }
}
