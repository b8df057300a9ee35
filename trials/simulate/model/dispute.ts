/** Disputes: a bank takes back the rest of a payment and later decides. The house bears the loss (rules, section 5). */
import { isProposed } from "./hold.ts";
import { post } from "./money.ts";
import { again, heldAtGateway } from "./pay-back.ts";
import { isGone, leftOf, refundedOf, settle } from "./purchase.ts";
import { owe, oweInstead, takenAhead } from "./refund.ts";
import { release } from "./verdict.ts";
import { at, atOnce, dollars, end, type Order, type Play, refusal, type World } from "./world.ts";

/** The bank takes the money that the gateway still holds. */
export function dispute(wish: { order: number }): Play {
  return atOnce((world) => {
    const order = at(world.orders, wish.order);
    if (order.gateway !== "captured") return refusal(409, "payments.not_captured");
    const amount = heldAtGateway(order);
    if (amount <= 0) return refusal(409, "payments.nothing_left");
    order.disputes.push({ amount, status: "open", known: null, event: true });
    return { status: 200, body: { amount: dollars(amount) } };
  });
}

/** The open dispute of an order is decided. */
export function decideDispute(wish: { order: number; status: "won" | "lost" }): Play {
  return atOnce((world) => {
    const open = at(world.orders, wish.order).disputes.find(({ status }) => status === "open");
    if (!open) return refusal(409, "payments.dispute_over");
    open.status = wish.status;
    open.event = true;
    return { status: 200 };
  });
}

/** The dispute is won: refunds that it dropped are owed again, as far as the capture holds them. */
function revive(world: World, order: Order): void {
  for (const given of order.refunds.filter(({ state }) => state === "dropped")) {
    const left = Math.max(0, leftOf(order));
    if (given.madeGood > 0) {
      const missing = Math.min(given.amount - given.madeGood, left);
      if (missing > 0) oweInstead(world, order, given, missing);
    }
    if (given.madeGood > 0 || given.amount > left) continue;
    again(given);
    post(world, given.amount, "dispute_loss", `refunds:${order.at}`);
    if (order.status === "refunded") order.status = "refund_due";
  }
}

/** The bank has decided for the golfer: an unstarted order is over, and a played one wins nothing any more. */
export function takeBack(world: World, order: Order): void {
  if (order.status === "paid") {
    const left = Math.max(0, leftOf(order));
    if (order.deferred)
      post(world, order.amount - takenAhead(order) - left, `deferred:${order.course}`, "dispute_loss");
    if (left > 0) owe(world, order, left, "left by the bank");
    order.status = "reversed";
    return;
  }
  if (order.row === null) return;
  const rows = world.rows.filter((row) => row.at === order.row || row.main === order.row).map((row) => row.at);
  for (const claim of world.claims.filter(({ row }) => rows.includes(row))) {
    if (claim.status === "pending") {
      claim.status = "rejected";
      claim.decidedAt = world.now;
      claim.reason = "The payment was reversed by the bank";
      release(world, claim);
    } else if (claim.payout === "due") {
      claim.payout = "forfeited";
      post(world, claim.amount, `prize_payable:${claim.at}`, `pot:${claim.course}`);
    }
  }
  // Together with the refunds before the loss, all of the money is gone.
  if (order.status !== "fulfilled" || refundedOf(order) === 0 || !isGone(order)) return;
  order.status = order.refunds.some(({ state }) => state === "due" || state === "failed") ? "refund_due" : "refunded";
  for (const row of world.rows) if (row.at === order.row || row.main === order.row) end(row, world.now, "refund");
}

/** How the server may learn of disputes in a run of its jobs. */
export interface Ears {
  /** The gateway's events do not arrive and are not repeated. */
  deaf: boolean;
  /** The gateway cannot be asked for its list of disputes. */
  unlisted: boolean;
  /** The gateway cannot be asked about charges. */
  away: boolean;
}

/** The server learns the state of an order's disputes. */
export function learnDisputes(world: World, order: Order, { deaf, unlisted, away }: Ears): void {
  for (const one of order.disputes) {
    const told = one.event && !deaf;
    if (deaf) one.event = false;
    if (unlisted && !told) continue;
    if (order.attempt !== "settled") {
      if (away) continue;
      settle(world, order);
    }
    one.event = false;
    if (one.known === null) {
      one.known = "open";
      post(world, one.amount, "dispute_loss", `cash:${order.course}`);
      // What the gateway refused because of the dispute is tried again, and dropped at a second refusal.
      retryAll(world, order);
    }
    if (one.known !== "open" || one.status === "open") continue;
    one.known = one.status;
    // A gateway may refuse refunds during a dispute; they are tried again.
    retryAll(world, order);
    if (one.status === "lost") takeBack(world, order);
    if (one.status !== "won") continue;
    post(world, one.amount, `cash:${order.course}`, "dispute_loss");
    revive(world, order);
  }
}

function retryAll(world: World, order: Order): void {
  for (const [place, given] of order.refunds.entries())
    if (given.state === "failed" && !isProposed(world, order.at, place)) again(given);
}
