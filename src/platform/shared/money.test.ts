import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCents, formatPrice, shareOf, toCents, toDollars } from "./money.ts";

const cents = fc.integer({ min: -2_147_483_647, max: 2_147_483_647 });

/** Dollars spelt digit by digit, as a person would: no division, no rounding. */
function spelt(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${amount < 0 ? "-" : ""}$${whole}.${digits.slice(-2)}`;
}

describe("cents and dollars", () => {
  test("go to the wire and back unchanged, with at most two decimals on it", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(toCents(toDollars(amount))).toBe(amount);
        expect(JSON.stringify(toDollars(amount))).toMatch(/^-?\d+(\.\d{1,2})?$/);
      }),
      { numRuns: 1000 },
    );
  });

  test("are read from decimals without binary noise", () => {
    const decimal = fc.tuple(fc.nat(2_000_000), fc.nat(99));
    fc.assert(
      fc.property(decimal, ([dollars, rest]) => {
        expect(toCents(Number(`${dollars}.${String(rest).padStart(2, "0")}`))).toBe(dollars * 100 + rest);
      }),
    );
    expect([toCents(12.34), toCents(0.29), toCents(1.15), toCents(0.1 + 0.2)]).toEqual([1234, 29, 115, 30]);
  });

  test("are shown to the cent, thousands apart; a price leaves out its cents when they are zero", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(formatCents(amount)).toBe(spelt(amount));
        expect(formatPrice(amount)).toBe(spelt(amount).replace(/\.00$/, ""));
      }),
      { numRuns: 1000 },
    );
    expect([formatCents(102_450), formatPrice(300), formatPrice(360), formatPrice(100_000)]).toEqual([
      "$1,024.50",
      "$3",
      "$3.60",
      "$1,000",
    ]);
  });
});

describe("a share in basis points", () => {
  test("is the largest whole cent that its part of the amount covers", () => {
    fc.assert(
      fc.property(fc.nat(2_147_483_647), fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        const share = BigInt(shareOf(amount, basisPoints));
        const exact = BigInt(amount) * BigInt(basisPoints);
        expect(share * 10_000n <= exact && exact < (share + 1n) * 10_000n).toBe(true);
        expect(share >= 0n && share <= BigInt(amount)).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect([shareOf(500, 2_000), shareOf(499, 2_000), shareOf(4, 2_000), shareOf(500, 10_000)]).toEqual([
      100, 99, 0, 500,
    ]);
  });
});
