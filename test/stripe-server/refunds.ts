/** Refunds (https://docs.stripe.com/api/refunds) and how they fail later (https://docs.stripe.com/refunds). */
import { moveBalance } from "./balance.ts";
import { behaviourOf } from "./cards.ts";
import { readIntent } from "./payment-intents.ts";
import { newId, type Refund, refundable, type State } from "./state.ts";
import { missing, type Params, StripeFault, textOf, textsOf } from "./wire.ts";

/** https://docs.stripe.com/api/refunds/create */
export function createRefund(state: State, params: Params): Refund {
  const intent = readIntent(state, textOf(params["payment_intent"]) ?? "");
  const charge = state.charges.get(intent.latest_charge ?? "");
  if (!charge?.captured)
    throw refused("payment_intent_unexpected_state", `This PaymentIntent (${intent.id}) has no successful charge.`);
  if (charge.refunded) throw refused("charge_already_refunded", `Charge ${charge.id} has already been refunded.`);
  const left = refundable(state, charge);
  const amount = Number(textOf(params["amount"]) ?? left);
  if (isHeld(state, charge) || (left <= 0 && charge.disputed))
    throw refused("charge_disputed", `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  if (amount > left)
    throw new StripeFault(400, {
      type: "invalid_request_error",
      message: `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      param: "amount",
    });
  const refund: Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    charge: charge.id,
    created: state.now(),
    currency: charge.currency,
    metadata: textsOf(params["metadata"]),
    payment_intent: intent.id,
    reason: null,
    status: "succeeded",
  };
  const behaviour = behaviourOf(state.behaviours.get(charge.id) ?? "pm_card_visa");
  if (behaviour.kind === "success" && behaviour.afterwards === "refund_pends") refund.status = "pending";
  state.refunds.set(refund.id, refund);
  moveBalance(state, { type: "refund", source: refund.id, amount: -amount });
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  state.emit("refund.created", refund);
  state.emit("charge.refunded", charge);
  return refund;
}

/** While a bank decides on a dispute that has taken money, the payment is not refundable (`is_charge_refundable`). */
function isHeld(state: State, { id }: { id: string }): boolean {
  return [...state.disputes.values()].some(
    ({ charge, is_charge_refundable: isRefundable, status }) =>
      charge === id && !isRefundable && status !== "won" && status !== "lost",
  );
}

export function readRefund(state: State, id: string): Refund {
  const refund = state.refunds.get(id);
  if (!refund) throw missing("refund", id);
  return refund;
}

/** The golfer's bank sends a refund back, or somebody cancels it at the dashboard. */
export function failRefund(
  state: State,
  refund: Refund,
  reason: string,
  status: "failed" | "canceled" = "failed",
): void {
  refund.status = status;
  refund.failure_reason = reason;
  moveBalance(state, { type: "refund_failure", source: refund.id, amount: refund.amount });
  const charge = state.charges.get(refund.charge);
  if (charge) {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
  }
  state.emit("refund.failed", refund);
  // For cards and some others, beside `refund.updated`.
  state.emit("charge.refund.updated", refund);
  state.emit("refund.updated", refund);
}

function refused(code: string, message: string): StripeFault {
  return new StripeFault(400, { type: "invalid_request_error", code, message });
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
