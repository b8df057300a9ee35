/** Refunds by an administrator, or of orders that were never started (rules, sections 4 and 5). */
import { holdOf } from "./hold.ts";
import { underKey } from "./keys.ts";
import { held, partOf, post, potPartOf } from "./money.ts";
import { dueRefund, isGone, leftOf } from "./purchase.ts";
import type { Refund } from "./returned.ts";
import { at, atOnce, courseOf, end, type Expected, type Order, type Play, refusal, type World } from "./world.ts";
import { orderView } from "./view.ts";

/** An administrator refunds an order; without an amount, all that is left. */
export function refund(wish: { order: number; amount: number | null; admin: number; key: string | undefined }): Play {
  const key = { person: wish.admin, text: wish.key, fingerprint: `refund ${wish.order} ${wish.amount}` };
  return (world) =>
    underKey(
      world,
      key,
      atOnce((on) => giveBack(on, wish)),
      (order) => ({ status: 200, body: { order: orderView(world, at(world.orders, order)) } }),
    );
}

function giveBack(world: World, wish: { order: number; amount: number | null }): Expected {
  const order = world.orders[wish.order];
  if (!order) return refusal(404, "booking.order_not_found");
  const rows = world.rows.filter((row) => order.row !== null && (row.at === order.row || row.main === order.row));
  const stands = world.claims.some(({ row, status }) => status !== "rejected" && rows.some((own) => own.at === row));
  const left = leftOf(order);
  const amount = wish.amount ?? left;
  // The rules leave open which of several reasons is given.
  const disputed = order.status === "paid" && holdOf(order) === "dispute_open";
  if (disputed || stands || left <= 0 || amount > left)
    return refusal(
      409,
      ...(disputed ? ["payments.disputed"] : []),
      ...(stands ? ["payments.claim_stands"] : []),
      ...(left <= 0 ? ["payments.nothing_left", "payments.not_captured"] : []),
      ...(amount > left ? ["payments.refund_too_much"] : []),
    );
  owe(world, order, amount, "by an administrator");
  if (amount === left) for (const row of rows) end(row, world.now, "refund");
  return { status: 200, made: order.at, body: { order: orderView(world, order) } };
}

/** Cents of refunds from the deferred money. */
export function takenAhead(order: Order): number {
  const ahead = order.refunds.filter((given) => given.ahead && given.state !== "cancelled");
  return ahead.reduce((sum, given) => sum + given.amount - given.fromDropped, 0);
}

/**
 * Owes back a part of an order: from the deferred money, or from the tax, the pot, the range and revenue.
 * @param dropped cents of it that dropped refunds pay for
 */
export function owe(world: World, order: Order, whole: number, reason: string, dropped = 0): Refund {
  const counted = order.refunds.filter(({ state }) => state !== "cancelled");
  const sum = (of: (given: Refund) => number) => counted.reduce((so, given) => so + of(given), 0);
  // A refund that a dispute took over counts as paid.
  const before = sum((given) => given.amount - given.fromDropped);
  const amount = whole - dropped;
  const taxPart = partOf(order.tax, before + amount, order.amount) - sum((given) => given.taxPart);
  const rangePart = partOf(order.rangeShare, before + amount, order.amount) - sum((given) => given.rangePart);
  const ahead = order.deferred && order.row === null;
  const potPart = potPartOf({
    price: order.amount,
    share: order.jackpotShare,
    before,
    potPartBefore: sum((given) => given.potPart),
    amount,
    pot: ahead ? Number.MAX_SAFE_INTEGER : held(world, `pot:${order.course}`),
    base: courseOf(world, order.course)?.base ?? 0,
  });
  const owed = `refunds:${order.at}`;
  post(world, dropped, "dispute_loss", owed);
  if (ahead) post(world, amount, `deferred:${order.course}`, owed);
  else {
    // What the pot gives beyond the refund replaces what revenue gave while the pot was at its base.
    const more = Math.max(0, taxPart + potPart + rangePart - amount);
    post(world, taxPart, `tax_payable:${order.course}`, owed);
    post(world, potPart - more, `pot:${order.course}`, owed);
    post(world, rangePart, `range_share:${order.course}`, owed);
    post(world, amount - taxPart - potPart - rangePart + more, `revenue:${order.course}`, owed);
    post(world, more, `pot:${order.course}`, `revenue:${order.course}`);
  }
  const given = dueRefund(world, whole, reason, { taxPart, potPart, rangePart, ahead, fromDropped: dropped });
  order.refunds.push(given);
  // The money kept for a start belongs to the start, or to the bank.
  const isClosed = order.status === "refund_due" || order.status === "refunded";
  if ((isClosed || isGone(order)) && (amount > 0 || order.status !== "paid")) order.status = "refund_due";
  return given;
}

/** Owes again a part of a dropped refund, which pays for it. */
export function oweInstead(world: World, order: Order, dropped: Refund, amount: number): void {
  owe(world, order, amount, "the rest", amount);
  dropped.madeGood += amount;
}
