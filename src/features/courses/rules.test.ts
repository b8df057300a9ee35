import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FREE_SHOT_PACKAGE_ID, freeShotPackage, priceAt } from "./rules.ts";

describe("a package's price at a course", () => {
  test("is the base price times the factor, half a cent rounded up, to the exact cent", () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.integer({ min: 1, max: 200_000 }), (base, factor) => {
        const exact = BigInt(base) * BigInt(factor);
        const [whole, rest] = [exact / 10_000n, exact % 10_000n];
        expect(priceAt(base, factor)).toBe(Number(rest * 2n >= 10_000n ? whole + 1n : whole));
      }),
      { numRuns: 2000 },
    );
  });

  test("rounds exact halves up, and nothing below them", () => {
    // base x factor = 10,000 k + 5,000: odd cents times a factor that ends in a half.
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(19), (n, whole) => {
        const [base, factor] = [2 * n + 1, whole * 10_000 + 5_000];
        const price = priceAt(base, factor);
        expect(2 * price).toBe(base * (2 * whole + 1) + 1);
        expect(priceAt(1, factor - 1)).toBe(whole);
      }),
    );
  });

  test("is the base price at factor 1, and never falls when base or factor rises", () => {
    const [base, factor] = [fc.nat(1_000_000), fc.integer({ min: 1, max: 50_000 })];
    fc.assert(
      fc.property(base, base, factor, factor, (a, b, f, g) => {
        expect(priceAt(a, 10_000)).toBe(a);
        expect(priceAt(Math.min(a, b), Math.min(f, g))).toBeLessThanOrEqual(priceAt(Math.max(a, b), Math.max(f, g)));
      }),
    );
  });

  test.each([
    [300, 12_000, 360],
    [500, 15_000, 750],
    [333, 15_000, 500],
    [1, 4_999, 0],
    [1, 5_000, 1],
    [999, 11_111, 1110],
    [0, 15_000, 0],
  ])("%i cents at %i basis points are %i cents", (base, factor, price) => {
    expect(priceAt(base, factor)).toBe(price);
  });

  test("is nothing for the free shot, which is one ball at the jackpot", () => {
    expect(freeShotPackage).toMatchObject({ id: FREE_SHOT_PACKAGE_ID, price: 0, ballCount: 1, packageType: "jackpot" });
  });
});
