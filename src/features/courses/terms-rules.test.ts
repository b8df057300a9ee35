import { expect, test } from "vitest";
import { houseTerms, sharesFit, shownTax, shownTerms } from "./terms-rules.ts";

test("terms are shown as dollars, percentages and a factor", () => {
  expect(shownTerms(houseTerms)).toEqual({ baseJackpot: 1000, jackpotShare: 20, rangeShare: 0, priceFactor: 1 });
  const others = { baseJackpotCents: 12_345, jackpotShareBp: 1_250, rangeShareBp: 5, priceFactorBp: 9_999 };
  expect(shownTerms(others)).toEqual({
    baseJackpot: 123.45,
    jackpotShare: 12.5,
    rangeShare: 0.05,
    priceFactor: 0.9999,
  });
});

test("a tax is shown as a percentage with its name", () => {
  expect(shownTax({ label: "IVA", rate: 8_875 })).toEqual({ taxRate: 8.875, taxLabel: "IVA" });
});

test("the shares are together at most the whole price", () => {
  expect(sharesFit({ jackpotShareBp: 10_000, rangeShareBp: 0 })).toBe(true);
  expect(sharesFit({ jackpotShareBp: 2_500, rangeShareBp: 7_500 })).toBe(true);
  expect(sharesFit({ jackpotShareBp: 2_500, rangeShareBp: 7_501 })).toBe(false);
  expect(sharesFit({ jackpotShareBp: 2_501, rangeShareBp: 7_500 })).toBe(false);
});
