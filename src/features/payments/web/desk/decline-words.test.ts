import { expect, test } from "vitest";
import * as sandbox from "#features/payments/server/sandbox-cards.ts";
import { failed, notAccepted, notCharged } from "#features/payments/server/stripe-outcome.ts";
import { declineText, declineWords } from "./decline-words.ts";

/** The banks' reasons that Stripe documents (https://docs.stripe.com/declines/codes). */
const ofBanks =
  "approve_with_id authentication_not_handled authentication_required call_issuer card_not_supported card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again duplicate_transaction expired_card fraudulent generic_decline incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number invalid_pin issuer_not_available lost_card merchant_blacklist new_account_information_available no_action_taken not_permitted offline_pin_required online_or_offline_pin_required pickup_card pin_try_exceeded processing_error reenter_transaction restricted_card revocation_of_all_authorizations revocation_of_authorization security_violation service_not_allowed stolen_card stop_payment_order test_mode_decline transaction_not_allowed try_again_later withdrawal_count_limit_exceeded";

test("every code with which a gateway declines is said in words, in English and Spanish", () => {
  const { testCards, failureOf: _, ...fixed } = sandbox;
  const codes = [
    ...Object.values(testCards).flatMap(({ outcome }) => (outcome.kind === "decline" ? [outcome.code] : [])),
    ...Object.values(fixed).map(({ code }) => code),
    ...ofBanks.split(" ").map((code) => failed({ decline_code: code }).code),
    ...["payment_intent_authentication_failure", "payment_method_provider_decline"].map(
      (code) => failed({ code }).code,
    ),
    ...[failed({}), notAccepted({}), notCharged].map(({ code }) => code),
  ];
  expect(codes.length).toBeGreaterThan(60);
  for (const words of [declineWords.en, declineWords.es]) {
    const other = declineText("quantum_flux", words);
    expect(other).toContain(words.other);
    expect(codes.filter((code) => declineText(code, words) === other)).toEqual([]);
    for (const code of codes) expect(declineText(code, words)).not.toMatch(/_/);
  }
  expect(declineText("stolen_card", declineWords.en)).toBe("Reason: the card is reported stolen");
  expect(declineText("stolen_card", declineWords.es)).toBe("Motivo: la tarjeta está reportada como robada");
});
