/** Disputes (https://docs.stripe.com/api/disputes, https://docs.stripe.com/disputes/how-disputes-work). */
import { DISPUTE_FEE, moveBalance } from "./balance.ts";
import { type Charge, type Dispute, newId, type State } from "./state.ts";

/** A bank takes a charge back, in full unless `amount` (cents) says otherwise; a `warning_*` takes nothing. */
export function openDispute(
  state: State,
  charge: Charge,
  { amount = charge.amount_captured, status = "needs_response" }: { amount?: number; status?: string },
): Dispute {
  const takes = !status.startsWith("warning");
  const dispute: Dispute = {
    id: newId("du"),
    object: "dispute",
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: state.now(),
    currency: charge.currency,
    is_charge_refundable: !takes,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status,
  };
  if (takes)
    dispute.balance_transactions.push(
      moveBalance(state, { type: "adjustment", amount: -amount, fee: DISPUTE_FEE, source: dispute.id }),
    );
  charge.disputed = true;
  state.disputes.set(dispute.id, dispute);
  state.emit("charge.dispute.created", dispute);
  if (takes) state.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** The bank decides; a dispute that is won gives the money back. */
export function closeDispute(state: State, dispute: Dispute, status: "won" | "lost" | "warning_closed"): void {
  dispute.status = status;
  if (status === "won") {
    const { amount, id } = dispute;
    dispute.balance_transactions.push(
      moveBalance(state, { type: "adjustment", amount, fee: -DISPUTE_FEE, source: id }),
    );
    state.emit("charge.dispute.funds_reinstated", dispute);
  }
  state.emit("charge.dispute.closed", dispute);
}
