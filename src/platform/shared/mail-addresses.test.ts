import { describe, expect, test } from "vitest";
import { addressesIn, addressProblem, MOST_ADDRESSES } from "./mail-addresses.ts";

describe("typed addresses", () => {
  test("are separated by commas, semicolons, spaces and lines; one written twice counts once, as it was first written", () => {
    expect(addressesIn("Range@Example.com, books@example.com;range@example.com\n tax@example.com ,,")).toEqual([
      "Range@Example.com",
      "books@example.com",
      "tax@example.com",
    ]);
    expect(addressesIn(" \n, ;")).toEqual([]);
  });

  test("may be none, and at most ten different ones", () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `range-${n}@example.com`).join(" ");
    expect(addressProblem("")).toBeUndefined();
    expect(addressProblem(many(MOST_ADDRESSES))).toBeUndefined();
    expect(addressProblem(`${many(MOST_ADDRESSES)} RANGE-0@example.com`)).toBeUndefined();
    expect(addressProblem(many(MOST_ADDRESSES + 1))).toBe("Give at most 10 addresses");
  });

  test.each([
    "range",
    "range@",
    "@example.com",
    "a@b",
    "<range@example.com>",
    "range@example.com\u0000",
    "två@exämple",
  ])("of which '%s' is one name it", (wrong) => {
    expect(addressProblem(`good@example.com, ${wrong}`)).toBe(`'${wrong}' is not an email address`);
  });
});
