/** The rules of claims: when someone is in touch, and what a payout waits for. */
import { addDays, type Day, instantOf, localDay } from "#platform/shared/days.ts";
import type { PayoutWait } from "./contract.ts";

/** A prize above this needs the tax form (600.00 by house policy, rules section 8). */
export const TAX_FORM_ABOVE_CENTS = 60_000;

/**
 * When a claim is due: the end of the next business day after its local day.
 * Business days are Monday to Friday without federal holidays.
 */
export function dueAt(claimedAt: Date, timeZone: string): Date {
  let day = addDays(localDay(claimedAt, timeZone), 1);
  while (!isBusinessDay(day)) day = addDays(day, 1);
  // Its last millisecond, so that the instant lies on the day that it names.
  return new Date(instantOf(addDays(day, 1), 0, 0, timeZone).getTime() - 1);
}

export function isBusinessDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday >= 1 && weekday <= 5 && !isFederalHoliday(day);
}

/**
 * Whether a day is observed as a federal holiday: one on a Saturday is observed on the Friday before, one on a Sunday
 * on the Monday after (5 U.S.C. 6103, https://www.opm.gov/policy-data-oversight/pay-leave/federal-holidays/).
 */
export function isFederalHoliday(day: Day): boolean {
  const year = Number(day.slice(0, 4));
  // New Year's Day of the next year can be observed on 31 December.
  return [year, year + 1].some((of) => observedHolidays(of).includes(day));
}

function observedHolidays(year: number): Day[] {
  const fixed = ["01-01", "06-19", "07-04", "11-11", "12-25"].map((date) => `${year}-${date}`);
  const floating = [
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    lastMonday(year, 5),
    nth(year, 9, 1, 1),
    nth(year, 10, 1, 2),
    nth(year, 11, 4, 4),
  ];
  return [...fixed.map(observed), ...floating];
}

function observed(day: Day): Day {
  const weekday = weekdayOf(day);
  if (weekday === 6) return addDays(day, -1);
  return weekday === 0 ? addDays(day, 1) : day;
}

/** The nth given weekday (0 is Sunday) of a month. */
function nth(year: number, month: number, weekday: number, n: number): Day {
  const first = `${year}-${String(month).padStart(2, "0")}-01`;
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7);
}

function lastMonday(year: number, month: number): Day {
  const fifth = nth(year, month, 1, 5);
  return fifth.slice(5, 7) === String(month).padStart(2, "0") ? fifth : addDays(fifth, -7);
}

function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** What a payout still waits for. */
export function waitsFor(claim: {
  prizeType: "monetary" | "other";
  prizeAmountCents: number;
  freeShot: boolean;
  addressProved: boolean;
  ageConfirmed: boolean;
  taxFormReceived: boolean;
  teeTimeConfirmed: boolean;
}): PayoutWait[] {
  const waits: PayoutWait[] = [];
  if (!claim.addressProved) waits.push("proved_address");
  if (claim.prizeType === "monetary" && !claim.ageConfirmed) waits.push("age_18");
  if (claim.prizeAmountCents > TAX_FORM_ABOVE_CENTS && !claim.taxFormReceived) waits.push("tax_form");
  if (claim.freeShot && !claim.teeTimeConfirmed) waits.push("tee_time");
  return waits;
}
