import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCents, formatPrice, readDollars, shareOf, taxWithin, toCents, toDollars } from "./money.ts";

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

describe("the tax within an amount", () => {
  test.each([
    [500, 7500, 35],
    [300, 6000, 17],
    [100, 7250, 7],
    // $1.10 at 10 %: the net is $1.00 exactly.
    [110, 10_000, 10],
    [3, 50_000, 1],
    [1, 7500, 0],
    [0, 7500, 0],
    [500, 0, 0],
  ])("of %i cents at %i thousandths of a percent is %i cents", (amount, rate, tax) => {
    expect(taxWithin(amount, rate)).toBe(tax);
  });

  test("of a net that ends in half a cent goes down, for the net goes up", () => {
    // 9 cents at 20 % have a net of 7.5.
    expect(taxWithin(9, 20_000)).toBe(1);
  });

  const paid = fc.integer({ min: 1, max: 2_147_483_647 });
  const rate = fc.integer({ min: 1, max: 99_999 });

  test("with its net is the amount, and is what the rate makes of the net to the nearest cent", () => {
    fc.assert(
      fc.property(paid, rate, (amount, of) => {
        const tax = taxWithin(amount, of);
        const net = BigInt(amount - tax);
        expect(Number.isInteger(tax)).toBe(true);
        expect(tax).toBeGreaterThanOrEqual(0);
        expect(tax).toBeLessThanOrEqual(amount);
        // |net x (1 + rate) - amount| is at most half a cent of net, in whole numbers: 2 |net (W + r) - a W| <= W + r.
        const off = net * BigInt(100_000 + of) - BigInt(amount) * 100_000n;
        const twice = 2n * (off < 0n ? -off : off);
        expect(twice <= BigInt(100_000 + of)).toBe(true);
        // A half rounds the net up, never down.
        if (twice === BigInt(100_000 + of)) expect(off > 0n).toBe(true);
      }),
    );
  });

  test("grows with the amount and with the rate", () => {
    fc.assert(
      fc.property(paid, rate, (amount, of) => {
        expect(taxWithin(amount + 1, of)).toBeGreaterThanOrEqual(taxWithin(amount, of));
        if (of < 99_999) expect(taxWithin(amount, of + 1)).toBeGreaterThanOrEqual(taxWithin(amount, of));
      }),
    );
  });
});

describe("dollars as people write them", () => {
  test("are read as they are shown: with commas, cents, a sign and the dollar", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        for (const written of [
          spelt(amount),
          spelt(amount).replace("$", ""),
          spelt(amount).replaceAll(",", ""),
          ` ${spelt(amount)} `,
        ])
          expect(toCents(readDollars(written) ?? NaN)).toBe(amount);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["1,000", 1000],
    ["1,000,000.5", 1_000_000.5],
    ["$3", 3],
    ["-$ 12.50", -12.5],
    ["1000", 1000],
  ])("%j are %d", (written, dollars) => {
    expect(readDollars(written)).toBe(dollars);
  });

  test.each([
    "",
    " ",
    "1,00",
    "1,0000",
    ",100",
    "1.000,50",
    "12,5",
    "1e3",
    "1 000",
    "$",
    "--1",
    "ten",
    "0x10",
    "5.",
    "3€",
  ])("%j are no amount", (written) => {
    expect(readDollars(written)).toBeUndefined();
  });
});
