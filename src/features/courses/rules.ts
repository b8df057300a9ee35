/** Prices (rules, section 4), the free shot as a package, and the default prizes of a course without sponsors. */
import type { BallPackage } from "./contract.ts";

/** The free tee time shot's id as a package. */
export const FREE_SHOT_PACKAGE_ID = -1;

export const freeShotPackage: BallPackage = {
  id: FREE_SHOT_PACKAGE_ID,
  name: "FREE TEE TIME SHOT",
  description: "Complimentary tee time shot",
  price: 0,
  ballCount: 1,
  packageType: "jackpot",
  isPopular: false,
};

/** The prizes of a hole without an active sponsored prize (spec, section 3). */
export const defaultPrizes = { left: "TaylorMade SIM2 Driver", right: "TopGolf Bay Pass (1 Hour)" } as const;

/** The worth of the default prizes, as stated for taxes, in cents. Each is below the house policy for tax forms. */
export const defaultPrizeValues = { left: 54_999, right: 5_500 } as const;

/** A package's price at a course, in cents: base cents times the factor in basis points, rounded half up. */
export function priceAt(baseCents: number, factorBasisPoints: number): number {
  return Math.floor((baseCents * factorBasisPoints + 5_000) / 10_000);
}

/** The gateway's least charge (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const LEAST_PRICE_CENTS = 50;

/** Whether a package costs too little at a course to be sold there. Free packages are never sold. */
export function isTooCheap(baseCents: number, factorBasisPoints: number): boolean {
  return baseCents > 0 && priceAt(baseCents, factorBasisPoints) < LEAST_PRICE_CENTS;
}

/** In degrees, north and east positive. */
interface Position {
  latitude: number;
  longitude: number;
}

const EARTH_MILES = 3958.8;

/** The distance between two places in a straight line, in miles. */
export function milesBetween(one: Position, other: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const part =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * half(one.longitude, other.longitude);
  return 2 * EARTH_MILES * Math.asin(Math.min(1, Math.sqrt(part)));
}

/**
 * Courses with their miles from a place, nearest first; those without coordinates come last, in their order.
 * @example nearestFirst(courses, here)[0]?.miles
 */
export function nearestFirst<C extends { latitude: number | null; longitude: number | null }>(
  courses: readonly C[],
  here: Position,
): { course: C; miles: number | undefined }[] {
  return courses
    .map((course) => {
      const { latitude, longitude } = course;
      const known = latitude !== null && longitude !== null;
      return { course, miles: known ? milesBetween(here, { latitude, longitude }) : undefined };
    })
    .toSorted((one, other) => (one.miles ?? Infinity) - (other.miles ?? Infinity) || 0);
}

/** Fields that change by themselves or with every other change. */
const MOVING: ReadonlySet<string> = new Set(["version", "jackpotAmount", "claimed", "tooCheap"]);

/** The fields that differ between two views of one thing, before and after, for the audit trail. */
export function difference(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const changed = Object.keys(after).filter((key) => !MOVING.has(key) && before[key] !== after[key]);
  const changedOf = (view: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((key) => [key, view[key] ?? null]));
  return { before: changedOf(before), after: changedOf(after) };
}
