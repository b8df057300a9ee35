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

/** One way of a run: whether the gateway's event about an early charge has come, and which of two charges is first. */
interface Way {
  told: boolean;
  reversed: boolean;
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
  return (open.some((order) => isEarly(world, order)) ? [true, false] : [false]).flatMap((told) =>
    (rivals.length > 1 ? [false, true] : [false]).map((reversed) => ({ told, reversed })),
  );
}

export function jobs(trouble: Trouble, { told, reversed }: Way): Play {
  return atOnce((world) => {
    for (const order of reversed ? world.orders.toReversed() : world.orders) {
      if (trouble.away) continue;
      if (order.status === "created" ? !isAnswered(world, order) : !isHeardOf(world, order, told)) continue;
      // A charge that the gateway never saw, or that its golfer has not answered, is voided there.
      if (order.gateway === "none" || order.gateway === "waiting") order.gateway = "void";
      settle(world, order);
    }
    for (const order of world.orders) learnDisputes(world, order, trouble);
    for (const order of world.orders) {
      const forgotten = order.paidAt !== null && world.now - order.paidAt > FORGOTTEN_MS;
      const left = leftOf(order);
      if (order.status === "paid" && forgotten && left > 0 && holdOf(order) !== "dispute_open")
        owe(world, order, left, "forgotten");
    }
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
