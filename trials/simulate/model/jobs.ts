/** The server's own work: learns of charges and disputes, pays refunds, refunds what was never started. */
import { type Ears, learnDisputes } from "./dispute.ts";
import { holdOf } from "./hold.ts";
import { payAll, type RefundFault, takeReturned } from "./pay-back.ts";
import { leftOf, settle } from "./purchase.ts";
import { owe } from "./refund.ts";
import { atOnce, courseOf, type Order, type Play, type World } from "./world.ts";

const CALLER_MS = 30_000;
const FORGOTTEN_MS = 30 * 86_400_000;

/** The faults in a run of the jobs. */
export interface Trouble extends Ears {
  refunds: RefundFault;
}

/**
 * One way of a run: whether the gateway's event about an early charge has come, which of two charges is first, and
 * whether an order that nobody started is refunded before its dispute is known.
 */
interface Way {
  told: boolean;
  reversed: boolean;
  hasty: boolean;
}

/** Charges about which the gateway's event may come before the caller's half minute is over. */
function isEarly(world: World, order: Order): boolean {
  const done = order.gateway === "captured" || order.gateway === "declined";
  return order.status === "charging" && done && !isLost(world, order);
}

function isLost(world: World, order: Order): boolean {
  return order.attempt === "unknown" || world.now - order.createdAt > CALLER_MS;
}

/** The possible ways of a run. */
export function ways(world: World): Way[] {
  const open = world.orders.filter(({ status }) => status === "charging" || status === "created");
  const rivals = open.filter(({ course, gateway }) => gateway === "captured" && courseOf(world, course)?.exclusiveBays);
  const disputed = world.orders.filter(({ disputes }) => disputes.some(({ known }) => known === null));
  const either = (isOpen: boolean) => (isOpen ? [false, true] : [false]);
  return (open.some((order) => isEarly(world, order)) ? [true, false] : [false]).flatMap((told) =>
    either(rivals.length > 1).flatMap((reversed) =>
      either(disputed.some((order) => isForgotten(world, order))).map((hasty) => ({ told, reversed, hasty })),
    ),
  );
}

/** Whether an order was paid a month ago and never started. */
function isForgotten(world: World, order: Order): boolean {
  return order.status === "paid" && order.paidAt !== null && world.now - order.paidAt > FORGOTTEN_MS;
}

function refundForgotten(world: World): void {
  for (const order of world.orders) {
    const left = leftOf(order);
    if (isForgotten(world, order) && left > 0 && holdOf(order) !== "dispute_open") owe(world, order, left, "forgotten");
  }
}

export function jobs(trouble: Trouble, { told, reversed, hasty }: Way): Play {
  return atOnce((world) => {
    for (const order of reversed ? world.orders.toReversed() : world.orders) {
      if (trouble.away) continue;
      if (order.status === "created" ? !isAnswered(world, order) : !isHeardOf(world, order, told)) continue;
      // A charge that the gateway never saw, or that its golfer has not answered, is voided there.
      if (order.gateway === "none" || order.gateway === "waiting") order.gateway = "void";
      settle(world, order);
    }
    if (hasty) {
      refundForgotten(world);
      payAll(world, trouble.refunds);
    }
    for (const order of world.orders) learnDisputes(world, order, trouble);
    refundForgotten(world);
    payAll(world, trouble.refunds);
    takeReturned(world);
    return { status: 200 };
  });
}

function isHeardOf(world: World, order: Order, told: boolean): boolean {
  return order.status === "charging" && (isLost(world, order) || (told && isEarly(world, order)));
}

/** Whether the golfer's time to answer is over, or there is an answer. */
function isAnswered(world: World, order: Order): boolean {
  return order.gateway !== "waiting" || (order.actionUntil ?? 0) <= world.now;
}
