/** The rules of payments: card details as people type them, and when a late capture starts no clock. */
import { type CardFields, refuse } from "./contract.ts";

/** A capture that we learn of later than this leaves its order unstarted (rules, section 4). */
export const LATE_CAPTURE_SECONDS = 60;
/** A payment that waits for its golfer (a bank's challenge, a wallet) is given up after this. */
export const ACTION_MINUTES = 15;
/** Declined payments of an account, and of a browser: then no bank is asked for a while (rules, section 2). */
export const DECLINED_PAYMENTS = [
  { max: 5, seconds: 600 },
  { max: 20, seconds: 86_400 },
];
/** A payment without an outcome for this long is a trouble for a person. */
const STUCK_MINUTES = 15;

/** What a person can only look at, such as money of payments that nobody here has, is listed for so long. */
const LISTED_DAYS = 30;

/** Since when such a thing has to have come to be listed. */
export function listedSince(now: Date): Date {
  return new Date(now.getTime() - LISTED_DAYS * 86_400_000);
}

/** Since when a payment has to have no outcome to count as stuck. */
export function stuckSince(now: Date): Date {
  return new Date(now.getTime() - STUCK_MINUTES * 60_000);
}

/** The gateway's answers come within 20 s each: a lease outlives the calls that are made under it. */
export const LEASE_SECONDS = 120;
const FIRST_WAIT_SECONDS = 20;
const LONGEST_WAIT_SECONDS = 3_600;

/**
 * How long to wait, in seconds, before the gateway is asked again about one thing: three times at the job's own pace, then
 * twice as long each time, at most an hour.
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

/**
 * Card details, complete and well formed; the number without spaces and hyphens.
 * @throws payments.fields_missing, card_invalid, expiry_invalid, cvv_invalid, zip_invalid
 */
export function checkCard({ cardNumber, expiryDate, cvv, billingZip }: CardFields, now: Date): { number: string } {
  if (!cardNumber || !expiryDate || !cvv || !billingZip) throw refuse("payments.fields_missing");
  const number = cardDigits(cardNumber);
  if (!passesLuhn(number)) throw refuse("payments.card_invalid");
  if (!isCurrentExpiry(expiryDate, now)) throw refuse("payments.expiry_invalid");
  if (!/^\d{3,4}$/.test(cvv)) throw refuse("payments.cvv_invalid");
  if (!/^\d{5}(-?\d{4})?$/.test(billingZip)) throw refuse("payments.zip_invalid");
  return { number };
}
