/** The figures of the landing page, from what the API tells everybody. Fetched after the page stands. */
import { courseRoutes } from "#features/courses/contract.ts";
import { priceAt } from "#features/courses/rules.ts";
import { toCents } from "#platform/shared/money.ts";
import { call } from "#platform/web/api.ts";

/** Money in cents; undefined for what there is none of. */
export interface LiveFigures {
  pots: number | undefined;
  ranges: number;
  cheapest: number | undefined;
}

export async function readFigures(): Promise<LiveFigures> {
  const [{ body: offered }, { body: known }] = await Promise.all([
    call(courseRoutes.listPackages),
    call(courseRoutes.listCourses),
  ]);
  const { courses } = known;
  const prices = offered.packages.filter(({ price }) => price > 0).map(({ price }) => toCents(price));
  const factor = Math.min(...courses.map(({ priceFactor }) => priceFactor));
  const priced = prices.length > 0 && courses.length > 0;
  return {
    pots: courses.length > 0 ? courses.reduce((sum, course) => sum + toCents(course.jackpotAmount), 0) : undefined,
    ranges: courses.length,
    cheapest: priced ? priceAt(Math.min(...prices), Math.round(factor * 10_000)) : undefined,
  };
}
