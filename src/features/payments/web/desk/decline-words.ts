/** Why a payment failed, in an operator's words: the golfer's sentence does not always say it. */
import { defineWords } from "#platform/web/words.ts";

export const declineWords = defineWords(
  {
    because: (reason: string) => `Reason: ${reason}`,
    none: "the bank gave none",
    funds: "not enough money on the card",
    limit: "the card's limit is reached",
    lost: "the card is reported lost",
    stolen: "the card is reported stolen",
    fraud: "it looks like fraud to the bank or the payment service",
    blocked: "the bank has blocked the card",
    expired: "the card has expired",
    number: "the card's number is wrong",
    cvc: "the card's security code is wrong",
    zip: "the billing address or ZIP is not the card's",
    expiry: "the card's expiry date is wrong",
    pin: "the bank asked for a PIN",
    unsupported: "the card is not for purchases of this kind",
    twice: "the same amount was charged a moment before",
    askBank: "the golfer has to ask the bank",
    bankAway: "the bank did not answer, or could not process it",
    notConfirmed: "the golfer did not confirm it at the bank",
    wallet: "the wallet declined it",
    notCharged: "it was not charged in time",
    tokenExpired: "the card's details had been entered too long before",
    cardGone: "the saved card is not kept any more",
    tooSmall: "the amount is below what the payment service takes",
    notAccepted: "the payment service does not accept the payment as it is",
    other: "another one, which the payment service shows with the payment",
  },
  {
    because: (reason) => `Motivo: ${reason}`,
    none: "el banco no dio ninguno",
    funds: "no hay suficiente dinero en la tarjeta",
    limit: "la tarjeta llegó a su límite",
    lost: "la tarjeta está reportada como perdida",
    stolen: "la tarjeta está reportada como robada",
    fraud: "al banco o al servicio de pago le parece fraude",
    blocked: "el banco bloqueó la tarjeta",
    expired: "la tarjeta está vencida",
    number: "el número de la tarjeta es incorrecto",
    cvc: "el código de seguridad de la tarjeta es incorrecto",
    zip: "la dirección o el código postal no son los de la tarjeta",
    expiry: "la fecha de vencimiento de la tarjeta es incorrecta",
    pin: "el banco pidió un PIN",
    unsupported: "la tarjeta no sirve para compras de este tipo",
    twice: "el mismo monto se cobró un momento antes",
    askBank: "el golfista tiene que preguntar en su banco",
    bankAway: "el banco no respondió o no pudo procesarlo",
    notConfirmed: "el golfista no lo confirmó en su banco",
    wallet: "la billetera lo rechazó",
    notCharged: "no se cobró a tiempo",
    tokenExpired: "los datos de la tarjeta se habían escrito demasiado antes",
    cardGone: "la tarjeta guardada ya no existe",
    tooSmall: "el monto es menor de lo que acepta el servicio de pago",
    notAccepted: "el servicio de pago no acepta el pago tal como está",
    other: "otro, que el servicio de pago muestra junto al pago",
  },
);

type Words = typeof declineWords.en;
type Reason = Exclude<keyof Words, "because" | "other">;

/** The gateways' codes: our own ones, and the banks' (https://docs.stripe.com/declines/codes). */
const codes: Readonly<Record<Reason, readonly string[]>> = {
  none: [
    "card_declined",
    "generic_decline",
    "do_not_honor",
    "do_not_try_again",
    "no_action_taken",
    "test_mode_decline",
  ],
  funds: ["insufficient_funds"],
  limit: ["card_velocity_exceeded", "withdrawal_count_limit_exceeded", "card_decline_rate_limit_exceeded"],
  lost: ["lost_card"],
  stolen: ["stolen_card"],
  fraud: ["fraudulent", "merchant_blacklist", "highest_risk_level", "elevated_risk_level", "security_violation"],
  blocked: ["pickup_card", "restricted_card", "stop_payment_order", "revocation_of_authorization"],
  expired: ["expired_card"],
  number: ["incorrect_number", "invalid_number", "invalid_account", "new_account_information_available"],
  cvc: ["incorrect_cvc", "invalid_cvc"],
  zip: ["incorrect_zip", "incorrect_address"],
  expiry: ["invalid_expiry_month", "invalid_expiry_year"],
  pin: ["incorrect_pin", "invalid_pin", "pin_try_exceeded", "offline_pin_required", "online_or_offline_pin_required"],
  unsupported: [
    "card_not_supported",
    "currency_not_supported",
    "not_permitted",
    "service_not_allowed",
    "transaction_not_allowed",
  ],
  twice: ["duplicate_transaction"],
  askBank: ["call_issuer", "approve_with_id", "invalid_amount", "revocation_of_all_authorizations"],
  bankAway: ["issuer_not_available", "processing_error", "reenter_transaction", "try_again_later"],
  notConfirmed: ["authentication_failed"],
  wallet: ["wallet_declined"],
  notCharged: ["not_charged"],
  tokenExpired: ["token_expired"],
  cardGone: ["saved_card_gone"],
  tooSmall: ["amount_too_small"],
  notAccepted: ["invalid_request"],
};

const reasons = new Map(
  Object.entries(codes).flatMap(([reason, of]) => of.map((code) => [code, reason as Reason] as const)),
);

/** Why a payment failed, by its gateway's code. A code that is not known here says where to look. */
export function declineText(code: string, words: Words): string {
  return words.because(words[reasons.get(code) ?? "other"]);
}
