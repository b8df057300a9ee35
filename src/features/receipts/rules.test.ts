import { expect, test } from "vitest";
import { boughtText, paidByText, receiptNumberText } from "./rules.ts";

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
