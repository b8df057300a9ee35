/** Prices (rules, section 4), the free shot as a package, and the prizes that stand in when a course has no sponsor. */
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

/** A package's price at a course, in cents: base cents times the factor in basis points, rounded half up. */
export function priceAt(baseCents: number, factorBasisPoints: number): number {
  return Math.floor((baseCents * factorBasisPoints + 5_000) / 10_000);
}
