/** Refunds at Stripe (https://docs.stripe.com/api/refunds). Each is found again by its key, however late. */
import { Stripe } from "stripe";
import { type AttemptRef, type Gateway, RefundRefused, type RefundState } from "./gateway.ts";
import { callStripe, pageOf } from "./stripe-client.ts";
import { ATTEMPT, type Intents } from "./stripe-intents.ts";

/** The metadata with our refund's id, and with our key, which differs for each try. */
const REFUND = "refund_id";
export const KEY = "refund_key";

/** Why Stripe refuses (https://docs.stripe.com/error-codes). */
const refusals: Readonly<Record<string, string>> = {
  charge_already_refunded: "All of this payment has already gone back.",
  charge_disputed: "The payment is disputed: its bank decides about the money.",
  insufficient_funds: "The balance at Stripe does not cover this refund. Top it up and try again.",
  balance_insufficient: "The balance at Stripe does not cover this refund. Top it up and try again.",
};

/** Why a refund came back (https://docs.stripe.com/refunds#failed-refunds). */
const failures: Readonly<Record<string, string>> = {
  lost_or_stolen_card: "The card was reported lost or stolen.",
  expired_or_canceled_card: "The card has expired or was canceled.",
  charge_for_pending_refund_disputed: "The payment was disputed before the refund went through.",
  insufficient_funds: "The balance at Stripe did not cover the refund.",
  declined: "The golfer's bank declined the refund.",
  merchant_request: "The refund was canceled at Stripe.",
};

export function refundCalls(stripe: Stripe, intents: Intents): Pick<Gateway, "refund" | "refundsOf" | "refundsSince"> {
  async function intentOf(attempt: AttemptRef): Promise<string | undefined> {
    return attempt.reference ?? (await intents.find(attempt))?.id;
  }

  /** Stripe forgets an idempotency key after a day, and never a refund's metadata. */
  async function find(intent: string, key: string): Promise<Stripe.Refund | undefined> {
    return (await list(intent)).find(({ metadata }) => metadata?.[KEY] === key);
  }

  /** The newest first. */
  function list(intent: string): Promise<Stripe.Refund[]> {
    return callStripe(stripe.refunds.list({ payment_intent: intent, limit: 100 }).autoPagingToArray({ limit: 10_000 }));
  }

  return {
    refund: async ({ key, refundId, attempt, amountCents }) => {
      const intent = await intentOf(attempt);
      if (intent === undefined) throw new RefundRefused("Stripe does not know this payment.");
      const metadata = { [REFUND]: refundId, [KEY]: key, [ATTEMPT]: attempt.attemptId };
      const made =
        (await find(intent, key)) ??
        (await callStripe(
          stripe.refunds.create({ payment_intent: intent, amount: amountCents, metadata }, { idempotencyKey: key }),
        ).catch((error: unknown) => {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          throw new RefundRefused(refusals[error.code ?? ""] ?? `Stripe refuses the refund: ${error.message}`);
        }));
      const failure = failureOf(made);
      if (failure !== undefined) throw new RefundRefused(failure);
      return made.id;
    },

    refundsOf: async (attempt) => {
      const intent = await intentOf(attempt);
      const made = intent === undefined ? [] : await list(intent);
      return made.toReversed().map((refund) => stateOf(refund, attempt.attemptId));
    },

    refundsSince: async (since, after) => {
      const { data, has_more: isMore } = await callStripe(stripe.refunds.list(pageOf(since, after)));
      const items = data.flatMap((refund) => {
        const attemptId = attemptOf(refund);
        return attemptId === undefined ? [] : [stateOf(refund, attemptId)];
      });
      return { items, next: isMore ? data.at(-1)?.id : undefined };
    },
  };
}

/** Our attempt, by the PaymentIntent that came with the refund; undefined if it is not ours. */
function attemptOf({ payment_intent: intent }: Stripe.Refund): string | undefined {
  return intent === null || typeof intent === "string" ? undefined : intent.metadata[ATTEMPT];
}

function stateOf(refund: Stripe.Refund, attemptId: string): RefundState {
  const failure = failureOf(refund);
  return {
    reference: refund.id,
    attemptId,
    key: refund.metadata?.[KEY] ?? null,
    amountCents: refund.amount,
    status: failure === undefined ? "made" : isCancelled(refund) ? "cancelled" : "failed",
    failure: failure ?? null,
    at: new Date(refund.created * 1000),
  };
}

/** Somebody has cancelled it at Stripe before it went out: it never reached the golfer's bank. */
function isCancelled({ status, failure_reason: reason }: Stripe.Refund): boolean {
  return status === "canceled" || (status === "failed" && reason === "merchant_request");
}

/** Undefined for a refund that is made or on its way. */
function failureOf({ status, failure_reason: reason }: Stripe.Refund): string | undefined {
  if (status === "canceled") return "The refund was canceled at Stripe.";
  return status === "failed" ? (failures[reason ?? ""] ?? "The refund came back from the golfer's bank.") : undefined;
}
