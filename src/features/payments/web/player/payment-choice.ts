/** The way to pay: a wallet, or a card whose details are only in this page's memory. */
import type { PaymentMethod } from "#features/payments/contract.ts";
import { cardRefusals } from "#features/payments/rules.ts";
import { ApiError } from "#platform/web/api.ts";
import { translated } from "#platform/web/translate.ts";

export interface CardDetails {
  cardNumber: string;
  expiryDate: string;
  cvv: string;
  billingZip: string;
}

export type CardProblems = { readonly [F in keyof CardDetails]?: string };

export interface PaymentChoice {
  method: PaymentMethod;
  /** With the method `card`. */
  card?: CardDetails;
  /**
   * Makes a token of the card details that were typed into the gateway's own fields.
   * @throws ApiError when it is not complete
   */
  token?: () => Promise<string>;
  /** The id of a saved card, in place of a card or a token. */
  savedCard?: string;
  /** The golfer wants this card to be saved. */
  saveCard?: boolean;
}

export const emptyCard: CardDetails = { cardNumber: "", expiryDate: "", cvv: "", billingZip: "" };

/** Whether a method is chosen, and all that it needs is filled in. */
export function isComplete(method: PaymentMethod | undefined, card: CardDetails): method is PaymentMethod {
  return (
    method !== undefined && (method !== "card" || Object.values(card).every((value: string) => value.trim() !== ""))
  );
}

/** What is wrong with a complete card, field by field, before anything is sent. @param now the device's, in ms */
export function problemsOfCard(card: CardDetails, now: number): CardProblems {
  const refusals = Object.entries(cardRefusals(card, new Date(now)));
  return Object.fromEntries(refusals.map(([field, { message, code }]) => [field, translated(message, code)]));
}

const fields: Readonly<Record<string, keyof CardDetails>> = {
  "payments.card_invalid": "cardNumber",
  "payments.expiry_invalid": "expiryDate",
  "payments.cvv_invalid": "cvv",
  "payments.zip_invalid": "billingZip",
};

/** The field that a refusal is about. */
export function problemField(error: unknown): keyof CardDetails | undefined {
  return error instanceof ApiError ? fields[error.code] : undefined;
}

/** `4242424242424242` in groups of four, as on the card. */
export function groupedNumber(typed: string): string {
  return typed
    .replaceAll(/\D/g, "")
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}

/** `1228` as `12/28`; `5` becomes `05`, because no month starts with it. */
export function slashedExpiry(typed: string, before: string): string {
  const digits = typed.replaceAll(/\D/g, "").slice(0, 4);
  const month = digits.length === 1 && Number(digits) > 1 ? `0${digits}` : digits;
  // When the slash is deleted, it is not put back at once.
  if (month.length === 2 && typed.length < before.length) return month;
  return month.length >= 2 ? `${month.slice(0, 2)}/${month.slice(2)}` : month;
}
