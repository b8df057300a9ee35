import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  difference,
  FREE_SHOT_PACKAGE_ID,
  freeShotPackage,
  isTooCheap,
  milesBetween,
  nearestFirst,
  priceAt,
} from "./rules.ts";

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
    // No package of the table has an id below 1.
    expect(FREE_SHOT_PACKAGE_ID).toBeLessThan(1);
    expect(freeShotPackage).toMatchObject({ name: "FREE TEE TIME SHOT", isPopular: false });
    expect(freeShotPackage.description).not.toBe("");
  });

  test("is too low below the gateway's least charge of 50 cents; what is free is not sold at all", () => {
    expect([isTooCheap(49, 10_000), isTooCheap(50, 10_000), isTooCheap(100, 4_950), isTooCheap(100, 4_949)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect([isTooCheap(0, 10_000), isTooCheap(1, 1)]).toEqual([false, true]);
  });
});

describe("distances", () => {
  const naples = { latitude: 26.142, longitude: -81.7948 };
  const miami = { latitude: 25.7617, longitude: -80.1918 };

  test("are miles as the crow flies, the same both ways", () => {
    expect(milesBetween(naples, miami)).toBeCloseTo(103, 0);
    expect(milesBetween(miami, naples)).toBeCloseTo(milesBetween(naples, miami), 9);
    expect(milesBetween(naples, naples)).toBe(0);
    // Across the date line, not around the world.
    expect(milesBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(69.1, 1);
  });

  test("put the nearest first, and what has no place last, in its order", () => {
    const nowhere = { latitude: null, longitude: null };
    const list = [
      { id: 1, ...nowhere },
      { id: 2, ...miami },
      { id: 3, ...nowhere },
      { id: 4, ...naples },
    ];
    const ordered = nearestFirst(list, naples);
    expect(ordered.map(({ course }) => course.id)).toEqual([4, 2, 1, 3]);
    expect(ordered.map(({ miles }) => miles && Math.round(miles))).toEqual([0, 103, undefined, undefined]);
    const half = { latitude: 26.1, longitude: null };
    expect(nearestFirst([half, { latitude: null, longitude: -81.8 }], naples).map(({ miles }) => miles)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

test("the audit trail tells the fields that a change has changed, without those that move by themselves", () => {
  const before = { name: "Bay 1", phone: "555", version: 1, jackpotAmount: 10, claimed: 1, tooCheap: false };
  const after = { name: "Bay 2", phone: "555", version: 2, jackpotAmount: 11, claimed: 2, tooCheap: true, note: "new" };
  expect(difference(before, after)).toEqual({
    before: { name: "Bay 1", note: null },
    after: { name: "Bay 2", note: "new" },
  });
  expect(difference(before, before)).toEqual({ before: {}, after: {} });
});
