/** Disputes at Stripe (https://docs.stripe.com/api/disputes), those that have taken money. */
import { Stripe } from "stripe";
import type { DisputeState, Gateway } from "./gateway.ts";
import { callStripe, pageOf } from "./stripe-client.ts";
import { ATTEMPT } from "./stripe-intents.ts";

export function disputeCalls(stripe: Stripe): Pick<Gateway, "dispute" | "disputesSince"> {
  return {
    dispute: async (reference) => {
      const found = await callStripe(stripe.disputes.retrieve(reference, { expand: ["payment_intent"] })).catch(
        (error: unknown) => {
          // A dispute of another account, or of the other mode.
          if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
            return undefined;
          throw error;
        },
      );
      return found && stateOf(found);
    },

    disputesSince: async (since, after) => {
      const { data, has_more: isMore } = await callStripe(stripe.disputes.list(pageOf(since, after)));
      return { items: data.flatMap((dispute) => stateOf(dispute) ?? []), next: isMore ? data.at(-1)?.id : undefined };
    },
  };
}

/** Every dispute, with its PaymentIntent. */
export function listDisputes(stripe: Stripe): Promise<Stripe.Dispute[]> {
  return stripe.disputes.list(pageOf(new Date(0))).autoPagingToArray({ limit: 10_000 });
}

/** The state of a dispute; undefined for one that took no money, or whose payment is not ours. */
export function stateOf({ id, payment_intent: intent, ...dispute }: Stripe.Dispute): DisputeState | undefined {
  const attemptId = intent === null || typeof intent === "string" ? undefined : intent.metadata[ATTEMPT];
  const status = statusOf(dispute);
  if (attemptId === undefined || status === undefined) return undefined;
  const { amount: amountCents, reason, created } = dispute;
  return { reference: id, attemptId, amountCents, status, reason, at: new Date(created * 1000) };
}

function statusOf(
  dispute: Pick<Stripe.Dispute, "status" | "balance_transactions">,
): DisputeState["status"] | undefined {
  switch (dispute.status) {
    case "won":
      return "won";
    case "lost":
      return "lost";
    case "needs_response":
    case "under_review":
    // An appeal of a lost dispute: the money stays away until it is won.
    case "appeal_needs_response":
    case "appeal_under_review":
      return "open";
    case "prevented":
    case "warning_needs_response":
    case "warning_under_review":
    case "warning_closed":
      return undefined;
    default:
      // A status that is newer than this program: it counts when money has moved.
      return dispute.balance_transactions.length > 0 ? "open" : undefined;
  }
}
