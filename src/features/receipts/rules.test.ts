import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boughtText, paidByText, receiptNumberText, taxWithin } from "./rules.ts";

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

  const cents = fc.integer({ min: 1, max: 2_147_483_647 });
  const rate = fc.integer({ min: 1, max: 99_999 });

  test("with its net is the amount, and is what the rate makes of the net to the nearest cent", () => {
    fc.assert(
      fc.property(cents, rate, (amount, of) => {
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
      fc.property(cents, rate, (amount, of) => {
        expect(taxWithin(amount + 1, of)).toBeGreaterThanOrEqual(taxWithin(amount, of));
        if (of < 99_999) expect(taxWithin(amount, of + 1)).toBeGreaterThanOrEqual(taxWithin(amount, of));
      }),
    );
  });
});

test("a receipt's number has six digits, and more when it must", () => {
  expect([1, 123, 999_999, 1_000_000].map(receiptNumberText)).toEqual(["000001", "000123", "999999", "1000000"]);
});

test("how it was paid names the method and, when known, the card's last digits", () => {
  expect(paidByText({ method: "card", last4: "4242" })).toBe("Card ending in 4242");
  expect(paidByText({ method: "card", last4: null })).toBe("Card");
  expect(paidByText({ method: "paypal", last4: null })).toBe("PayPal");
  expect(paidByText({ method: "apple", last4: null })).toBe("Apple Pay");
  expect(paidByText({ method: "google", last4: null })).toBe("google");
});

test("what was bought counts the balls once", () => {
  expect(boughtText({ packageName: "10 Balls", ballCount: 10 })).toBe("10 Balls");
  expect(boughtText({ packageName: "Sunset Special", ballCount: 10 })).toBe("Sunset Special, 10 balls");
  expect(boughtText({ packageName: "Single", ballCount: 1 })).toBe("Single, 1 ball");
  expect(boughtText({ packageName: "Route 66", ballCount: 6 })).toBe("Route 66, 6 balls");
});
