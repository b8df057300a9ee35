import { describe, expect, test } from "vitest";
import { wantedBy } from "./search-rules.ts";

describe("a search", () => {
  test.each([
    ["1001", 1001],
    ["#1001", 1001],
    ["000123", 123],
    ["receipt-000123", 123],
    ["Order 1001", 1001],
    ["No. 7", 7],
    ["no 7", 7],
    ["receipt7", 7],
    ["order7", 7],
    [" 7 ", 7],
    ["4242", 4242],
    ["7K3MQ9TV26", undefined],
    ["1001 Main", undefined],
    ["9".repeat(40), undefined],
  ])("for %s means the number %s", (text, number) => {
    expect(wantedBy(text).number).toBe(number);
  });

  test.each([
    ["4242", "4242"],
    ["**** 4242", "4242"],
    ["xxxx-4242", undefined],
    ["42424", undefined],
  ])("for %s means the last four digits %s", (text, last4) => {
    expect(wantedBy(text).last4).toBe(last4);
  });
});
