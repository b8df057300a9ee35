/** What banks do and how people react: challenges, disputes, refunds that failed. */
import { refundByHand, releaseHold } from "./model/by-hand.ts";
import { cancelByHand } from "./model/cancel.ts";
import { answerBank, cancel, check } from "./model/challenge.ts";
import { decideDispute, dispute } from "./model/dispute.ts";
import { retry } from "./model/pay-back.ts";
import { at, type Order } from "./model/world.ts";
import type { Cast } from "./people.ts";
import type { Act, Stage } from "./stage.ts";
import { ADMIN } from "./working.ts";

/** The golfer says yes or no to their bank. */
export function answerTo(cast: Cast, order: Order, approved: boolean): Act | undefined {
  if (order.charge.id === null) return undefined;
  return {
    what: `${order.buyer} ${approved ? "approves" : "denies"} the charge of order ${order.at}`,
    sent: {
      method: "POST",
      path: `/api/sandbox/challenges/${order.charge.id}`,
      body: { approved },
      cookie: at(cast.cookies, order.buyer),
    },
    play: answerBank({ order: order.at, approved }),
  };
}

export function checkOf(cast: Cast, order: Order, person = order.buyer): Act | undefined {
  if (order.id === null) return undefined;
  return {
    what: `${person} checks order ${order.at}`,
    sent: { method: "POST", path: `/api/orders/${order.id}/check`, cookie: at(cast.cookies, person) },
    play: check({ person, order: order.at }),
  };
}

export function cancelOf(cast: Cast, order: Order, person = order.buyer): Act | undefined {
  if (order.id === null) return undefined;
  return {
    what: `${person} gives order ${order.at} up`,
    sent: { method: "POST", path: `/api/orders/${order.id}/cancel`, cookie: at(cast.cookies, person) },
    play: cancel({ person, order: order.at }),
  };
}

export function disputeOf(order: Order): Act | undefined {
  if (order.id === null) return undefined;
  return {
    what: `the bank disputes order ${order.at}`,
    sent: { method: "POST", path: `/simulate/bank/open/${order.id}` },
    play: dispute({ order: order.at }),
    stirs: order.at,
  };
}

export function decisionOn(order: Order, status: "won" | "lost"): Act | undefined {
  if (order.id === null) return undefined;
  return {
    what: `the dispute of order ${order.at} is ${status}`,
    sent: { method: "POST", path: `/simulate/bank/${status}/${order.id}` },
    play: decideDispute({ order: order.at, status }),
    stirs: order.at,
  };
}

/** @param amount cents; null is all that the gateway holds */
export function byHandOf(order: Order, amount: number | null): Act | undefined {
  if (order.id === null) return undefined;
  return {
    what: `somebody refunds ${amount ?? "all"} of order ${order.at} at the gateway`,
    sent: { method: "POST", path: `/simulate/bank/hand/${order.id}/${amount ?? "all"}` },
    play: refundByHand({ order: order.at, amount }),
    stirs: order.at,
  };
}

/** A refund is cancelled at the gateway's desk. */
export function takenBackOf(order: Order): Act | undefined {
  if (order.id === null) return undefined;
  return {
    what: `somebody cancels a refund of order ${order.at} at the gateway`,
    sent: { method: "POST", path: `/simulate/bank/cancel/${order.id}` },
    play: cancelByHand({ order: order.at }),
    stirs: order.at,
  };
}

/** An administrator releases the claims of an order that a refund at the gateway holds. */
export function releaseOf(stage: Stage, order: Order): Act | undefined {
  if (order.id === null) return undefined;
  const key = stage.random.chance(0.7) ? stage.random.uuid() : undefined;
  const body = { reason: "A courtesy" };
  return {
    what: `admin lets the claims of order ${order.at} stand`,
    sent: { method: "POST", path: `/api/admin/orders/${order.id}/release`, desk: "admin", key, body },
    play: releaseHold({ order: order.at, admin: ADMIN, key }),
  };
}

/** An administrator has a refund tried again. Its id comes from the list of troubles. */
export function retryOf(stage: Stage, order: Order): Act | undefined {
  const known = order.refunds.flatMap(({ id }, refund) => (id === null ? [] : [{ id, refund }]));
  if (known.length === 0) return undefined;
  const { id, refund } = stage.random.pick(known);
  const key = stage.random.chance(0.7) ? stage.random.uuid() : undefined;
  return {
    what: `admin retries refund ${refund} of order ${order.at}`,
    sent: { method: "POST", path: `/api/admin/refunds/${id}/retry`, desk: "admin", key },
    play: retry({ order: order.at, refund, admin: ADMIN, key }),
  };
}

/** A random action about a payment that waits for its golfer. */
export function aboutChallenge(stage: Stage, cast: Cast): Act | undefined {
  const { random } = stage;
  const orders = stage.world().orders.filter(({ id }) => id !== null);
  const open = orders.filter(({ status }) => status === "created" || status === "charging");
  const order = open.length > 0 && random.chance(0.9) ? random.pick(open) : orders.at(-1);
  if (!order) return undefined;
  const person = random.chance(0.95) ? order.buyer : random.int(0, stage.world().people.length - 1);
  const luck = random.next();
  if (luck < 0.5) return answerTo(cast, order, random.chance(0.75));
  return luck < 0.8 ? checkOf(cast, order, person) : cancelOf(cast, order, person);
}

/** A random action about disputes and failed refunds. */
export function aboutTrouble(stage: Stage): Act | undefined {
  const { random } = stage;
  const orders = stage.world().orders.filter(({ id, gateway }) => id !== null && gateway === "captured");
  if (orders.length === 0) return undefined;
  const disputed = orders.filter(({ disputes }) => disputes.length > 0);
  const failed = orders.filter(({ refunds }) => refunds.some(({ id }) => id !== null));
  const luck = random.next();
  if (luck < 0.4) return disputeOf(random.pick(orders));
  if (luck < 0.7)
    return disputed.length > 0 ? decisionOn(random.pick(disputed), random.pick(["won", "lost"])) : undefined;
  return failed.length > 0 ? retryOf(stage, random.pick(failed)) : undefined;
}
