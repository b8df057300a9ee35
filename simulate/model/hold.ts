/** What a dispute holds, as far as the server knows of it (rules, section 4). */
import { at, type Order, type World } from "./world.ts";

export type Hold = "dispute_open" | "dispute_lost";

export function holdOf(order: Order): Hold | null {
  if (order.disputes.some(({ known }) => known === "lost")) return "dispute_lost";
  return order.disputes.some(({ known }) => known === "open") ? "dispute_open" : null;
}

/** What holds the order that a row was bought with, a friend's row, too; a free shot has none. */
export function holdOfRow(world: World, place: number): Hold | null {
  const main = at(world.rows, place).main ?? place;
  const order = world.orders.find(({ row }) => row === main);
  return order ? holdOf(order) : null;
}
