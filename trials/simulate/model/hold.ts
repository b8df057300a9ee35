/** What a dispute holds, as far as the server knows of it, and a full refund at the gateway (rules, section 4). */
import { at, type Order, type World } from "./world.ts";

export type Hold = "dispute_open" | "dispute_lost" | "refunded_at_gateway";

export function holdOf(order: Order): Hold | null {
  if (order.disputes.some(({ known }) => known === "lost")) return "dispute_lost";
  if (order.disputes.some(({ known }) => known === "open")) return "dispute_open";
  return isHeldByRefund(order) ? "refunded_at_gateway" : null;
}

/** Whether all of an order went back, a part of it by the gateway's own desk, and nobody has decided what that means. */
export function isHeldByRefund({ status, refunds }: Order): boolean {
  return (
    (status === "refund_due" || status === "refunded") &&
    refunds.some(({ byHand, released, state }) => byHand && !released && state !== "dropped" && state !== "cancelled")
  );
}

/** What holds the order that a row was bought with, a friend's row, too; a free shot has none. */
export function holdOfRow(world: World, place: number): Hold | null {
  const main = at(world.rows, place).main ?? place;
  const order = world.orders.find(({ row }) => row === main);
  return order ? holdOf(order) : null;
}
