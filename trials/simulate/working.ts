/** The work of staff and administrators: verdicts, payouts, refunds. */
import { refundedOf } from "./model/purchase.ts";
import { refund } from "./model/refund.ts";
import { confirm, decide, payOut, type StaffRole } from "./model/verdict.ts";
import type { Claim, Order } from "./model/world.ts";
import type { Cast } from "./people.ts";
import type { Act, Stage } from "./stage.ts";

/** The administrator's place among the people, after all golfers. */
export const ADMIN = -1;

export function verdict(stage: Stage): Act | undefined {
  const { random } = stage;
  const claims = stage
    .world()
    .claims.filter(({ id, status }) => id !== null && (status === "pending" || random.chance(0.05)));
  return claims.length > 0 ? verdictOn(stage, random.pick(claims), random.chance(0.45)) : undefined;
}

export function verdictOn(stage: Stage, claim: Claim, verified: boolean): Act {
  const role = stage.random.chance(0.7) ? "admin" : "staff";
  const reason = "The ball was not seen";
  return {
    what: `${role} ${verified ? "verifies" : "rejects"} claim ${claim.at}`,
    sent: {
      method: "PATCH",
      path: `/api/admin/prize-claims/${claim.id}/${verified ? "verify" : "reject"}`,
      desk: role,
      ...(verified ? {} : { body: { reason } }),
    },
    play: decide({ role, claim: claim.at, verdict: verified ? "verified" : "rejected", reason }),
  };
}

export function payout(stage: Stage): Act | undefined {
  const { random } = stage;
  const claims = stage
    .world()
    .claims.filter(({ id, payout: state }) => id !== null && (state === "due" || random.chance(0.1)));
  if (claims.length === 0) return undefined;
  const claim = random.pick(claims);
  const role = random.chance(0.85) ? "admin" : "staff";
  const base = `/api/admin/prize-claims/${claim.id}`;
  if (random.chance(0.5)) return confirmationOf(role, claim, random.pick(["age_18", "tax_form", "tee_time"] as const));
  const how = random.chance(0.75) ? "paid" : "forfeited";
  const key = random.chance(0.7) ? random.uuid() : undefined;
  const body = how === "paid" ? undefined : { reason: "Under 18" };
  return {
    what: `${role} has claim ${claim.at} ${how}`,
    sent: {
      method: "POST",
      path: `${base}/${how === "paid" ? "pay" : "forfeit"}`,
      desk: role,
      key,
      ...(body ? { body } : {}),
    },
    play: payOut({ role, claim: claim.at, how, admin: ADMIN, ...(key === undefined ? {} : { key }) }),
  };
}

export function confirmationOf(role: StaffRole, claim: Claim, what: "age_18" | "tax_form" | "tee_time"): Act {
  const path = `/api/admin/prize-claims/${claim.id}/confirm`;
  return {
    what: `${role} confirms ${what} of claim ${claim.at}`,
    sent: { method: "POST", path, body: { confirmed: what }, desk: role },
    play: confirm({ role, claim: claim.at, what }),
  };
}

export function giveBack(stage: Stage, cast: Cast): Act | undefined {
  const { random } = stage;
  const orders = stage.world().orders.filter(({ id }) => id !== null);
  if (orders.length === 0) return undefined;
  const order = random.pick(orders);
  const left = order.amount - refundedOf(order);
  const most = Math.max(1, left + (random.chance(0.1) ? 1 : 0));
  return refundOf(stage, cast, order, random.chance(0.4) ? null : random.int(1, most));
}

/** @param amount cents; null is all that is left */
export function refundOf(stage: Stage, cast: Cast, order: Order, amount: number | null): Act | undefined {
  if (!cast.refunds) return undefined;
  const { random } = stage;
  const key = random.chance(0.7) ? random.uuid() : undefined;
  const fault = random.chance(0.15)
    ? random.pick(["lost_before", "lost_after", "broken_before", "broken_after"] as const)
    : undefined;
  return {
    refund: fault,
    what: `admin refunds ${amount ?? "all"} of order ${order.at}`,
    sent: {
      method: "POST",
      path: `/api/admin/orders/${order.id}/refund`,
      desk: "admin",
      key,
      body: { ...(amount === null ? {} : { amount: amount / 100 }), reason: "Rain" },
    },
    play: refund({ order: order.at, amount, admin: ADMIN, key }),
  };
}
