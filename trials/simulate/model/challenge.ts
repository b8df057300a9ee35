/** Charges with a challenge (rules, section 4): the answer, a check, giving up. */
import { hear } from "./purchase.ts";
import { atOnce, type Play, refusal } from "./world.ts";
import { orderView } from "./view.ts";

/** The golfer answers their bank. */
export function answerBank(wish: { order: number; approved: boolean }): Play {
  return atOnce((world) => {
    const order = world.orders[wish.order];
    if (order?.gateway !== "waiting") return refusal(409, "payments.challenge_over");
    order.gateway = wish.approved ? "captured" : "declined";
    if (wish.approved) order.capturedAt = world.now;
    return { status: 204 };
  });
}

interface Wish {
  person: number;
  order: number;
}

/** The page asks for the state of a payment, and the server asks the gateway. */
export function check(wish: Wish): Play {
  return function* (world) {
    const order = world.orders[wish.order];
    if (order?.buyer !== wish.person) return refusal(404, "booking.order_not_found");
    if (order.status === "created" || order.attempt === "unknown") {
      yield;
      const seen = order.gateway;
      yield;
      hear(world, order, seen);
      yield;
    }
    return { status: 200, body: { order: orderView(world, order) } };
  };
}

/** The golfer gives up. A payment that waits for the bank is voided there first. */
export function cancel(wish: Wish): Play {
  return function* (world) {
    const order = world.orders[wish.order];
    if (order?.buyer !== wish.person) return refusal(404, "booking.order_not_found");
    if (order.status === "charging") return refusal(409, "payments.not_waiting");
    if (order.status === "created") {
      yield;
      if (order.gateway === "waiting") order.gateway = "void";
      yield;
      hear(world, order, order.gateway);
      yield;
    }
    return { status: 200, body: { order: orderView(world, order) } };
  };
}
