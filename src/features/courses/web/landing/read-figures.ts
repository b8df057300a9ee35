/** The figures of the landing page, from the public API. Loaded after the page is shown. */
import { courseRoutes } from "#features/courses/contract.ts";
import { LEAST_PRICE_CENTS, priceAt } from "#features/courses/rules.ts";
import { toCents } from "#platform/shared/money.ts";
import { call } from "#platform/web/api.ts";

/** Money in cents; undefined for a figure without a value. */
export interface LiveFigures {
  pots: number | undefined;
  ranges: number;
  cheapest: number | undefined;
  /** Of the ranges with the highest jackpots, the highest first. */
  jackpots: { id: number; range: string; cents: number }[];
}

/** How many jackpots are shown. */
const HIGHEST = 6;

export async function readFigures(): Promise<LiveFigures> {
  const [{ body: offered }, { body: known }] = await Promise.all([
    call(courseRoutes.listPackages),
    call(courseRoutes.listCourses),
  ]);
  const { courses } = known;
  const prices = courses
    .flatMap(({ priceFactor }) =>
      offered.packages.map(({ price }) => priceAt(toCents(price), Math.round(priceFactor * 10_000))),
    )
    .filter((price) => price >= LEAST_PRICE_CENTS);
  return {
    pots: courses.length > 0 ? courses.reduce((sum, course) => sum + toCents(course.jackpotAmount), 0) : undefined,
    ranges: courses.length,
    cheapest: prices.length > 0 ? Math.min(...prices) : undefined,
    jackpots: courses
      .map(({ id, name, jackpotAmount }) => ({ id, range: name, cents: toCents(jackpotAmount) }))
      .toSorted((one, other) => other.cents - one.cents)
      .slice(0, HIGHEST),
  };
}
