/** What a PaymentIntent, or a card error, means to us (https://docs.stripe.com/payments/paymentintents/lifecycle). */
import type { Stripe } from "stripe";
import type { ChargeOutcome, FinalOutcome, KeptCard } from "./gateway.ts";
import { failureOf, notConfirmed, unlisted, voided, walletDeclined } from "./sandbox-cards.ts";
import { keptCardOf } from "./stripe-vault.ts";

export type Failure = FinalOutcome & { status: "failed" };

/**
 * Stripe's codes that mean the same as one of ours (https://docs.stripe.com/error-codes,
 * https://docs.stripe.com/declines/codes).
 */
const ours: Readonly<Record<string, { code: string; message: string }>> = {
  generic_decline: unlisted,
  payment_intent_authentication_failure: notConfirmed,
  authentication_required: notConfirmed,
  authentication_not_handled: notConfirmed,
  payment_method_provider_decline: walletDeclined,
  payment_intent_payment_attempt_failed: walletDeclined,
  payment_method_customer_decline: walletDeclined,
};

/** Sentences for codes that the sandbox lacks. None says 'lost', 'stolen' or 'fraud', as Stripe asks. */
const sentences: Readonly<Record<string, string>> = {
  incorrect_number: "Your card number is incorrect.",
  invalid_number: "Your card number is incorrect.",
  invalid_cvc: "Your card's security code is incorrect.",
  incorrect_zip: "Your billing ZIP does not match your card.",
  invalid_expiry_month: "Your card's expiry date is incorrect.",
  invalid_expiry_year: "Your card's expiry date is incorrect.",
  card_velocity_exceeded: "Your card's limit is reached. Please use another one.",
  withdrawal_count_limit_exceeded: "Your card's limit is reached. Please use another one.",
  card_not_supported: "Your card does not support this purchase. Please use another one.",
  currency_not_supported: "Your card does not support this purchase. Please use another one.",
  try_again_later: "The card could not be processed. Please try again.",
  issuer_not_available: "Your bank could not be reached. Please try again.",
};

/** A failure with our sentence: the bank's own code if it gave one, otherwise Stripe's. */
export function failed(error: { code?: string | undefined; decline_code?: string | undefined }): Failure {
  // The SDK's card error has an empty decline code where there is none.
  const code = error.decline_code || error.code || unlisted.code;
  const known = ours[code] ?? failureOf(code);
  const message = sentences[code] ?? known.message;
  return { status: "failed", code: ours[code]?.code ?? code, message };
}

/** Stripe will not take this payment as it is, now or later (https://docs.stripe.com/error-low-level). */
export function notAccepted({ code }: { code?: string | undefined }): Failure {
  const message = "The payment service does not accept this payment. You were not charged.";
  return { status: "failed", code: code || "invalid_request", message };
}

/** Nothing was charged, and nothing will be. */
export const notCharged: Failure = { status: "failed", ...voided };

/**
 * The outcome of a PaymentIntent, with its latest charge expanded; undefined while there is none (it is not confirmed
 * yet, or the bank has not answered).
 */
export function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome | undefined {
  switch (intent.status) {
    case "succeeded":
      return { status: "captured", at: capturedAt(intent), reference: intent.id, ...keptBy(intent) };
    case "canceled":
      return declineOf(intent) ?? notCharged;
    case "requires_payment_method":
      return declineOf(intent);
    case "requires_action": {
      const { client_secret: clientSecret, id: reference } = intent;
      if (clientSecret === null) throw new Error(`PaymentIntent ${reference} has no client secret`);
      return { status: "action", action: { kind: "stripe", clientSecret }, reference };
    }
    case "processing":
    case "requires_capture":
    case "requires_confirmation":
    default:
      return undefined;
  }
}

function keptBy(intent: Stripe.PaymentIntent): { card?: KeptCard } {
  const card = keptCardOf(intent);
  return card ? { card } : {};
}

function capturedAt({ id, latest_charge: charge }: Stripe.PaymentIntent): Date {
  if (charge === null || typeof charge === "string") throw new Error(`PaymentIntent ${id} came without its charge`);
  return new Date(charge.created * 1000);
}

/** Why a PaymentIntent was last declined. Its error may be gone once it is canceled; the charge keeps its own. */
function declineOf({ last_payment_error: error, latest_charge: charge }: Stripe.PaymentIntent): Failure | undefined {
  if (error) return failed(error);
  if (charge === null || typeof charge === "string" || charge.status !== "failed") return undefined;
  return failed({ code: charge.failure_code ?? undefined, decline_code: charge.outcome?.reason ?? undefined });
}
