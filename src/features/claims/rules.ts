/** The rules of claims: the day by which the player hears from us, and what a payout waits for in its tax year. */
import type { Hold } from "#features/orders/contract.ts";
import { addDays, type Day, instantOf, localDay } from "#platform/shared/days.ts";
import { type AgeDocument, type PayoutMethod, type PayoutWait, type WinnerNeed, winnerNeeds } from "./contract.ts";

/** Payouts of a year above this need the tax form if no threshold is set (600.00 by house policy, rules section 8). */
export const TAX_FORM_ABOVE_CENTS = 60_000;

/** The reason on the claims of a payment that the bank has taken back. */
export const REVERSED_REASON = "The payment was reversed by the bank";

/**
 * When a claim is due: the end of the next business day after its local day.
 * Business days are Monday to Friday without federal holidays.
 */
export function dueAt(claimedAt: Date, timeZone: string): Date {
  let day = addDays(localDay(claimedAt, timeZone), 1);
  while (!isBusinessDay(day)) day = addDays(day, 1);
  // The day's last millisecond, so that the instant is still on that day.
  return new Date(instantOf(addDays(day, 1), 0, 0, timeZone).getTime() - 1);
}

export function isBusinessDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday >= 1 && weekday <= 5 && !isFederalHoliday(day);
}

/**
 * Whether a day is observed as a federal holiday. A holiday on a Saturday is observed on Friday, on a Sunday on Monday
 * (5 U.S.C. 6103, https://www.opm.gov/policy-data-oversight/pay-leave/federal-holidays/).
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

/** A calendar year in the operator's time zone, from its first instant to the first instant of the next year. */
export interface TaxYear {
  year: number;
  from: Date;
  to: Date;
}

export function taxYear(year: number, timeZone: string): TaxYear {
  return { year, from: firstInstantOf(year, timeZone), to: firstInstantOf(year + 1, timeZone) };
}

/** The tax year of an instant. */
export function taxYearOf(instant: Date, timeZone: string): TaxYear {
  return taxYear(Number(localDay(instant, timeZone).slice(0, 4)), timeZone);
}

function firstInstantOf(year: number, timeZone: string): Date {
  return instantOf(`${year}-01-01`, 0, 0, timeZone);
}

/** The threshold (cents) of a year: that of the latest year up to it, otherwise that of house policy. */
export function thresholdOf(year: number, thresholds: readonly { year: number; aboveCents: number }[]): number {
  const inForce = thresholds
    .filter((set) => set.year <= year)
    .reduce<{ year: number; aboveCents: number } | undefined>(
      (latest, set) => (latest && latest.year > set.year ? latest : set),
      undefined,
    );
  return inForce?.aboveCents ?? TAX_FORM_ABOVE_CENTS;
}

/**
 * Whether a payout needs the player's tax form: together with the payouts of the same year it is above the threshold.
 * Cash and stated values count. A prize without any value needs none.
 */
export function needsTaxForm(payout: { cents: number; paidInYearCents: number; aboveCents: number }): boolean {
  return payout.cents > 0 && payout.paidInYearCents + payout.cents > payout.aboveCents;
}

/** Whether a new limit (cents; null is none) is looser than the one before. Loosening takes two administrators. */
export function loosens(beforeCents: number | null, afterCents: number | null): boolean {
  return beforeCents !== null && (afterCents === null || afterCents > beforeCents);
}

/**
 * The amount (cents) above which a payout needs a second administrator: the lowest limit in force at any time since its
 * claim. So raising or lifting the limit changes nothing for existing claims. `null` is none.
 * @param limits oldest first
 */
export function approvalLimitOf(
  limits: readonly { aboveCents: number | null; setAt: Date }[],
  claimedAt: Date,
): number | null {
  // A limit set at the moment of the claim counts together with the limit before it.
  const before = limits.findLast(({ setAt }) => setAt < claimedAt);
  const since = [...(before ? [before] : []), ...limits.filter(({ setAt }) => setAt >= claimedAt)];
  const amounts = since.map(({ aboveCents }) => aboveCents).filter((cents) => cents !== null);
  return amounts.length === 0 ? null : Math.min(...amounts);
}

/** The facts that decide for what a payout waits. Without the year's, only the claim's amount is compared with house policy. */
export interface PayoutFacts {
  prizeType: "monetary" | "other";
  prizeAmountCents: number;
  /** The worth of a prize other than cash. */
  statedValueCents: number;
  freeShot: boolean;
  addressProved: boolean;
  /** An administrator has moved the account to another address in the last 72 hours. */
  addressMoved?: boolean;
  ageConfirmed: boolean;
  taxFormReceived: boolean;
  teeTimeConfirmed: boolean;
  /** Cents already paid to the player in the year of this payout, in cash and in stated values. */
  paidInYearCents?: number;
  /** The year's threshold, in cents. */
  taxFormAboveCents?: number;
  /** The approval limit, in cents; null or absent is no limit. */
  approvalAboveCents?: number | null;
  approved?: boolean;
  /** The hold of the claim's order. */
  held?: Hold | null;
}

export function waitsFor(claim: PayoutFacts): PayoutWait[] {
  const waits: PayoutWait[] = [];
  if (!claim.addressProved) waits.push("proved_address");
  if (claim.addressMoved) waits.push("moved_address");
  if (claim.prizeType === "monetary" && !claim.ageConfirmed) waits.push("age_18");
  const taxed = needsTaxForm({
    cents: claim.prizeAmountCents + claim.statedValueCents,
    paidInYearCents: claim.paidInYearCents ?? 0,
    aboveCents: claim.taxFormAboveCents ?? TAX_FORM_ABOVE_CENTS,
  });
  if (taxed && !claim.taxFormReceived) waits.push("tax_form");
  if (claim.freeShot && !claim.teeTimeConfirmed) waits.push("tee_time");
  const limit = claim.approvalAboveCents ?? null;
  if (limit !== null && claim.prizeAmountCents > limit && !claim.approved) waits.push("approval");
  if (claim.held) waits.push(claim.held === "refunded_at_gateway" ? "refund" : "dispute");
  return waits;
}

/** The things that a payout asks of its winner, each with whether we have it. */
export function needsOf(claim: PayoutFacts): { need: WinnerNeed; done: boolean }[] {
  const asked = waitsFor({ ...claim, addressProved: false, ageConfirmed: false, taxFormReceived: false });
  const missing = waitsFor(claim);
  return winnerNeeds.filter((need) => asked.includes(need)).map((need) => ({ need, done: !missing.includes(need) }));
}

/** The words for refusals and file names. */
export const waitWords: Record<PayoutWait, string> = {
  proved_address: "a proved email address",
  moved_address: "72 hours since the email address was moved by an administrator",
  age_18: "the age confirmation (18+)",
  tax_form: "the tax form",
  tee_time: "the tee time's confirmation",
  approval: "an administrator's approval, before another one pays",
  dispute: "the bank's decision on a dispute of the payment",
  refund: "an administrator's decision on the order, which was refunded at the payment service",
};

export const methodWords: Record<PayoutMethod, string> = {
  check: "Check",
  transfer: "Bank transfer",
  handed_over: "Handed over",
};

export const documentWords: Record<AgeDocument, string> = {
  driving_licence: "Driver's license",
  state_id: "State ID",
  passport: "Passport",
  other: "Another document",
};
