/** The terms of a course: what an order gives to the pot and to the range. Apart, for golfers need none of it. */
import { type MilliPercent, toDollars } from "#platform/shared/money.ts";

/**
 * The terms of a course for which nobody has said others: cents and basis points. The table has the same
 * (`migrations/0002-courses.sql`, held to them by test/server/courses/terms.test.ts).
 */
export const houseTerms = {
  baseJackpotCents: 100_000,
  jackpotShareBp: 2_000,
  rangeShareBp: 0,
  priceFactorBp: 10_000,
} as const;

/** The name of a tax that nobody has named. */
export const DEFAULT_TAX_LABEL = "Sales tax";

/** The tax that a course's prices include. */
export interface Tax {
  label: string;
  rate: MilliPercent;
}

/** A tax as administrators read it: a percentage, and its name. */
export function shownTax({ label, rate }: Tax) {
  return { taxRate: rate / 1000, taxLabel: label };
}

/** Terms as administrators read them: dollars, percentages, a factor. */
export function shownTerms(terms: Readonly<Record<keyof typeof houseTerms, number>>) {
  return {
    baseJackpot: toDollars(terms.baseJackpotCents),
    jackpotShare: terms.jackpotShareBp / 100,
    rangeShare: terms.rangeShareBp / 100,
    priceFactor: terms.priceFactorBp / 10_000,
  };
}

/** Whether the shares of a price (basis points) are at most all of it. */
export function sharesFit(terms: { jackpotShareBp: number; rangeShareBp: number }): boolean {
  return terms.jackpotShareBp + terms.rangeShareBp <= 10_000;
}
