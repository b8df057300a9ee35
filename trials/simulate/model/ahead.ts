/** Starting what was paid ahead (rules, section 4). */
import { holdOf } from "./hold.ts";
import { takenAhead } from "./refund.ts";
import { underKey } from "./keys.ts";
import { sell } from "./purchase.ts";
import { startRefusal, startRows } from "./start.ts";
import { at, atOnce, courseOf, packOf, type Play, refusal } from "./world.ts";
import { sessionView } from "./view.ts";

export interface AheadWish {
  person: number;
  course: number;
  pack: number;
  bay: number;
  /** The named order's place; null is the oldest that fits. */
  order: number | null;
  key: string | undefined;
  fingerprint: string;
}

export function startAhead(wish: AheadWish): Play {
  return (world) =>
    underKey(
      world,
      { person: wish.person, text: wish.key, fingerprint: wish.fingerprint },
      atOnce(() => {
        const course = courseOf(world, wish.course);
        const pack = packOf(world, wish.pack);
        if (!course || !pack) return refusal(404, "courses.not_found", "courses.no_package");
        const order = world.orders.find(
          (paid) =>
            paid.status === "paid" &&
            paid.buyer === wish.person &&
            paid.course === wish.course &&
            paid.pack === wish.pack &&
            (wish.order === null || paid.at === wish.order),
        );
        const start = {
          buyer: wish.person,
          course: wish.course,
          pack: wish.pack,
          balls: pack.balls,
          type: pack.type,
          bay: wish.bay,
          group: order?.group ?? null,
          buyMore: order?.buyMore ?? false,
          free: false,
        };
        const cannot = startRefusal(world, start);
        if (cannot) return cannot;
        if (!order) return refusal(402, "play.not_paid");
        // An order that its golfer disputes cannot be started.
        if (holdOf(order)) return refusal(409, "play.disputed");
        const row = startRows(world, start);
        order.status = "fulfilled";
        order.row = row.at;
        const refunded = takenAhead(order);
        if (order.deferred) sell(world, order, `deferred:${order.course}`, refunded);
        return { status: 201, made: row.at, body: { session: sessionView(world, row) } };
      }),
      (row) => ({ status: 201, body: { session: sessionView(world, at(world.rows, row)) } }),
    );
}
