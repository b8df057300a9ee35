/** The rules of payments: how typed card details are read, and how long things may wait. */
import { type CardFields, refuse } from "./contract.ts";

/** If we learn of a capture later than this, its session does not start by itself (rules, section 4). */
export const LATE_CAPTURE_SECONDS = 60;
/** A payment that waits for its golfer (a bank's challenge, a wallet) is given up after this. */
export const ACTION_MINUTES = 15;
/** How many payments of an account, and of a browser, may be declined in a time (rules, section 2). */
export const DECLINED_PAYMENTS = [
  { max: 5, seconds: 600 },
  { max: 20, seconds: 86_400 },
];
/** A payment without an outcome for this long is listed under the payment troubles. */
const STUCK_MINUTES = 15;

/** How long the list shows a trouble on which nobody can act, such as money of an unknown payment. */
const LISTED_DAYS = 30;

/** The moment since when such troubles are listed. */
export function listedSince(now: Date): Date {
  return new Date(now.getTime() - LISTED_DAYS * 86_400_000);
}

/** A payment is stuck if it began before this and has no outcome. */
export function stuckSince(now: Date): Date {
  return new Date(now.getTime() - STUCK_MINUTES * 60_000);
}

/** A lease is longer than all calls that are made under it: each call to the gateway ends after 20 s. */
export const LEASE_SECONDS = 120;
const FIRST_WAIT_SECONDS = 20;
const LONGEST_WAIT_SECONDS = 3_600;

/**
 * How long to wait, in seconds, before the gateway is asked about the same thing again: three times at the job's
 * period, then twice as long each time, at most an hour.
 * @param asked how often it has been asked in vain, from 1
 */
export function waitAfter(asked: number): number {
  return asked < 3 ? 0 : Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(asked - 3, 20));
}

/** A card number without the spaces and hyphens that people type. */
export function cardDigits(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "");
}

/** The check digit of ISO/IEC 7812-1, annex B (Luhn). */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  let sum = 0;
  for (const [index, character] of [...digits].toReversed().entries()) {
    const doubled = Number(character) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Whether MM/YY (or MM/YYYY) names a month that has not ended at `now` (UTC). */
export function isCurrentExpiry(typed: string, now: Date): boolean {
  const match = /^(\d{1,2})\s*\/\s*(\d{2}|\d{4})$/.exec(typed.trim());
  if (!match) return false;
  const month = Number(match[1]);
  const year = Number(match[2]) + (match[2]?.length === 2 ? 2000 : 0);
  return month >= 1 && month <= 12 && Date.UTC(year, month, 1) > now.getTime();
}

/** Whether a card's last month has ended at `now` (UTC). */
export function hasExpired({ expMonth, expYear }: { expMonth: number; expYear: number }, now: Date): boolean {
  return Date.UTC(expYear, expMonth, 1) <= now.getTime();
}

/** What is wrong with complete card details: the refusal of each field, in the order of the form. */
export function cardRefusals({ cardNumber, expiryDate, cvv, billingZip }: Record<keyof CardFields, string>, now: Date) {
  return {
    ...(!passesLuhn(cardDigits(cardNumber)) && { cardNumber: refuse("payments.card_invalid") }),
    ...(!isCurrentExpiry(expiryDate, now) && { expiryDate: refuse("payments.expiry_invalid") }),
    ...(!/^\d{3,4}$/.test(cvv) && { cvv: refuse("payments.cvv_invalid") }),
    ...(!/^\d{5}(-?\d{4})?$/.test(billingZip) && { billingZip: refuse("payments.zip_invalid") }),
  };
}

/**
 * Card details, complete and well formed; the number without spaces and hyphens.
 * @throws payments.fields_missing, card_invalid, expiry_invalid, cvv_invalid, zip_invalid
 */
export function checkCard({ cardNumber, expiryDate, cvv, billingZip }: CardFields, now: Date): { number: string } {
  if (!cardNumber || !expiryDate || !cvv || !billingZip) throw refuse("payments.fields_missing");
  for (const refusal of Object.values(cardRefusals({ cardNumber, expiryDate, cvv, billingZip }, now))) throw refusal;
  return { number: cardDigits(cardNumber) };
}
