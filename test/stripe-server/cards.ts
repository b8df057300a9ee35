/** Stripe's test payment methods and what they do (https://docs.stripe.com/testing). */
export type Behaviour =
  | { kind: "success"; afterwards?: "dispute" | "refund_fails" | "refund_pends" }
  | { kind: "decline"; code: string; decline_code?: string; message: string }
  | { kind: "challenge" }
  | { kind: "processing" };

const declined = (decline_code: string): Behaviour => ({
  kind: "decline",
  code: "card_declined",
  decline_code,
  message: "Your card was declined.",
});

export const paymentMethods = {
  pm_card_visa: { kind: "success" },
  pm_card_mastercard: { kind: "success" },
  pm_card_chargeDeclined: declined("generic_decline"),
  pm_card_chargeDeclinedInsufficientFunds: {
    kind: "decline",
    code: "card_declined",
    decline_code: "insufficient_funds",
    message: "Your card has insufficient funds.",
  },
  pm_card_chargeDeclinedLostCard: declined("lost_card"),
  pm_card_chargeDeclinedStolenCard: declined("stolen_card"),
  pm_card_chargeDeclinedExpiredCard: { kind: "decline", code: "expired_card", message: "Your card has expired." },
  pm_card_chargeDeclinedIncorrectCvc: {
    kind: "decline",
    code: "incorrect_cvc",
    message: "Your card's security code is incorrect.",
  },
  pm_card_chargeDeclinedProcessingError: {
    kind: "decline",
    code: "processing_error",
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: declined("card_velocity_exceeded"),
  pm_card_threeDSecure2Required: { kind: "challenge" },
  pm_card_authenticationRequired: { kind: "challenge" },
  pm_card_createDispute: { kind: "success", afterwards: "dispute" },
  pm_card_refundFail: { kind: "success", afterwards: "refund_fails" },
  pm_card_pendingRefund: { kind: "success", afterwards: "refund_pends" },
  pm_usBankAccount_success: { kind: "processing" },
} satisfies Record<string, Behaviour>;

/** What is seen of a card: the brand and the last digits of its published number. */
export function looksOf(paymentMethod: TestPaymentMethod) {
  const isMastercard = paymentMethod === "pm_card_mastercard";
  const [brand, last4] = isMastercard ? ["mastercard", "4444"] : ["visa", "4242"];
  return { brand, last4, exp_month: 12, exp_year: 2030 };
}

export type TestPaymentMethod = keyof typeof paymentMethods;

export function behaviourOf(paymentMethod: TestPaymentMethod): Behaviour {
  return paymentMethods[paymentMethod];
}
