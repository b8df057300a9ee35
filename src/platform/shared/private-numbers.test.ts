import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdsCardNumber, holdsTaxNumber } from "./private-numbers.ts";

const digit = fc.integer({ min: 0, max: 9 });
const zeros = ["0", "٠", "०", "０", "𝟎"];
/** A digit of one of several scripts. */
const anyDigit = fc
  .tuple(digit, fc.constantFrom(...zeros))
  .map(([value, zero]) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + value));
const gap = fc.constantFrom("", " ", "-", ".", " - ", "–", "‑", "/", "_", "\u200B", "\u00A0", ", ", "\u00AD");
const words = fc.constantFrom("", "SSN ", "his number: ", "EIN#", " (ITIN)", "x");

/** Digits in groups of the given sizes, with something between the groups. */
const grouped = (...sizes: number[]) =>
  fc
    .tuple(...sizes.map((size) => fc.tuple(fc.array(anyDigit, { minLength: size, maxLength: size }), gap)))
    .map((groups) =>
      groups.map(([digits, after], at) => digits.join("") + (at < groups.length - 1 ? after : "")).join(""),
    );

describe("a tax number", () => {
  test("is found as SSN, ITIN, EIN, in one or digit by digit, in any script, among words", () => {
    const number = fc.oneof(
      grouped(3, 2, 4),
      grouped(2, 7),
      grouped(3, 3, 3),
      grouped(9),
      grouped(1, 1, 1, 1, 1, 1, 1, 1, 1),
    );
    fc.assert(
      fc.property(words, number, words, (before, found, after) => {
        expect(holdsTaxNumber(before + found + after), found).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("is found beside another number", () => {
    for (const text of ["Check 104 123-45-6789", "123-45-6789 104", "in 2026: 12-3456789", "No. 7 900700123"])
      expect(holdsTaxNumber(text), text).toBe(true);
  });

  test.each([
    "Check 1044",
    "No. 1044, 2026-11-21",
    "555 010 0100",
    "+1 555 010 0100",
    "Cabinet 3, shelf 12",
    "12345678",
    "Zelle 8 of 11/21/2026",
  ])("is not %s", (text) => {
    expect(holdsTaxNumber(text)).toBe(false);
  });

  test("is never fewer than nine digits", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anyDigit, fc.constantFrom(" ", "a", "-")), { maxLength: 8 }), (signs) => {
        expect(holdsTaxNumber(signs.join(""))).toBe(false);
      }),
    );
  });
});

test("a card number is found in fours, in one and beside another number; shorter ones are none", () => {
  for (const text of [
    "4242 4242 4242 4242",
    "4242424242424242",
    "card 3782-822463-10005",
    "104 4242.4242.4242.4242",
    "４２４２424242424242",
  ])
    expect(holdsCardNumber(text), text).toBe(true);
  for (const text of ["Check 1044", "555 010 0100", "IMAD 20261121MMQFMP2K000123"])
    expect(holdsCardNumber(text), text).toBe(false);
});
