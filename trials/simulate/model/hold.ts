/** The holds of orders: by a dispute that the server knows, or by a full refund at the gateway (rules, section 4). */
import { at, type Order, type World } from "./world.ts";

export type Hold = "dispute_open" | "dispute_lost" | "refunded_at_gateway";

export function holdOf(order: Order): Hold | null {
  if (order.disputes.some(({ known }) => known === "lost")) return "dispute_lost";
  if (order.disputes.some(({ known }) => known === "open")) return "dispute_open";
  return isHeldByRefund(order) ? "refunded_at_gateway" : null;
}

/** Whether all of an order was refunded, a part of it at the gateway's desk, without an administrator's decision. */
export function isHeldByRefund({ status, refunds }: Order): boolean {
  return (
    (status === "refund_due" || status === "refunded") &&
    refunds.some(({ byHand, released, state }) => byHand && !released && state !== "dropped" && state !== "cancelled")
  );
}

/** The hold of a session's order, also for a friend's session; none for a free shot. */
export function holdOfRow(world: World, place: number): Hold | null {
  const main = at(world.rows, place).main ?? place;
  const order = world.orders.find(({ row }) => row === main);
  return order ? holdOf(order) : null;
}

/** Proposals live so long. */
export const OPEN_MS = 7 * 86_400_000;

/** Whether somebody says of a refused refund that it is paid otherwise, so that nobody sends it again. */
export function isProposed(world: World, order: number, refund: number): boolean {
  return (world.months?.proposals ?? []).some(
    ({ deed, status, proposedAt }) =>
      "otherwise" in deed &&
      deed.otherwise.order === order &&
      deed.otherwise.refund === refund &&
      status === "open" &&
      world.now < proposedAt + OPEN_MS,
  );
}
