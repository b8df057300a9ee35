/**
 * The sandbox's test cards. Successes and declines are the publicly documented test numbers
 * (https://docs.stripe.com/testing); the network faults are our own, in the same range.
 */
export type CardOutcome =
  | { kind: "success"; afterwards?: "disputed" | "refund_fails" }
  | { kind: "challenge" }
  | { kind: "slow"; seconds: number }
  | { kind: "lost_after_capture" }
  | { kind: "lost_before_capture" }
  | { kind: "decline"; code: string; message: string };

const decline = (code: string, message: string) => ({ kind: "decline", code, message }) as const;

/** The outcome of any other well-formed number. */
export const unlisted = decline("card_declined", "Your card was declined. Please use another one.");

/** The failure of a payment that was never charged. */
export const voided = { code: "not_charged", message: "The payment did not go through. You were not charged." };
export const expiredToken = {
  code: "token_expired",
  message: "The card details have expired. Please enter them again.",
};
/** The failure of a kept card that the gateway does not have any more. */
export const keptCardGone = {
  code: "saved_card_gone",
  message: "This card is not saved any more. Please use another card.",
};
/** The failure of an amount that no gateway accepts (the least price is in the rules of courses). */
export const tooSmall = {
  code: "amount_too_small",
  message: "The payment service does not accept this payment. You were not charged.",
};
export const notConfirmed = {
  code: "authentication_failed",
  message: "Your bank did not get your confirmation. You were not charged.",
};
export const walletDeclined = decline("wallet_declined", "Your wallet declined the payment. Please pay another way.");

/** The failure that the sandbox has stored by its code, with the golfer's sentence. */
export function failureOf(code: string | null): { code: string; message: string } {
  const fixed = [voided, expiredToken, keptCardGone, tooSmall, notConfirmed].find((failure) => failure.code === code);
  if (fixed) return fixed;
  const declines = [walletDeclined, ...Object.values(testCards).map(({ outcome }) => outcome)];
  const known = declines.find((outcome) => outcome.kind === "decline" && outcome.code === code);
  const { code: given, message } = known?.kind === "decline" ? known : unlisted;
  return { code: given, message };
}

interface TestCard {
  outcome: CardOutcome;
  /** Its outcome once it is a saved card, where that is another one. */
  whenSaved?: CardOutcome;
  label: string;
}

export const testCards: Readonly<Record<string, TestCard>> = {
  "4242424242424242": { outcome: { kind: "success" }, label: "Success" },
  "4111111111111111": { outcome: { kind: "success" }, label: "Success" },
  "5555555555554444": { outcome: { kind: "success" }, label: "Success" },
  "4000000000000002": { outcome: unlisted, label: "Declined" },
  "4000000000009995": {
    outcome: decline("insufficient_funds", "Your card has insufficient funds."),
    label: "Declined: insufficient funds",
  },
  "4000000000009987": {
    outcome: decline("lost_card", "Your card was declined. Please use another one."),
    label: "Declined: reported lost",
  },
  "4000000000009979": {
    outcome: decline("stolen_card", "Your card was declined. Please use another one."),
    label: "Declined: reported stolen",
  },
  "4000000000000069": { outcome: decline("expired_card", "Your card has expired."), label: "Declined: expired" },
  "4000000000000127": {
    outcome: decline("incorrect_cvc", "Your card's security code is incorrect."),
    label: "Declined: wrong CVV",
  },
  "4000000000000119": {
    outcome: decline("processing_error", "The card could not be processed. Please try again."),
    label: "Declined: processing error",
  },
  "4000000000003220": { outcome: { kind: "challenge" }, label: "Challenge: the bank asks its customer first" },
  "4000002760003184": { outcome: { kind: "challenge" }, label: "Challenge: the bank asks its customer first" },
  "4000000000000259": { outcome: { kind: "success", afterwards: "disputed" }, label: "Success, then disputed" },
  "4000000000005126": {
    outcome: { kind: "success", afterwards: "refund_fails" },
    label: "Success; a refund of it fails after a while",
  },
  "4000000000000341": {
    outcome: { kind: "success" },
    whenSaved: unlisted,
    label: "Success; declined when it is paid with as a saved card",
  },
  "4000000000050007": { outcome: { kind: "slow", seconds: 4 }, label: "Success after 4 seconds" },
  "4000000000060006": { outcome: { kind: "lost_after_capture" }, label: "Captured, but the reply is lost" },
  "4000000000070005": { outcome: { kind: "lost_before_capture" }, label: "The request is lost before the capture" },
};
