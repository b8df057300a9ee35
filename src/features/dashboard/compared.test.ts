import { expect, test } from "vitest";
import { comparedText } from "./rules.ts";

const of = (now: number, was: number) => ({
  now,
  was,
  show: (value: number) => value.toLocaleString("en-US"),
  before: { from: "2026-10-01", to: "2026-10-25" },
  to: "2026-11-25",
});

test.each([
  [1_200, 1_000, "Oct 1-25: 1,000 (+20%)"],
  [900, 1_000, "Oct 1-25: 1,000 (-10%)"],
  [5, 5, "Oct 1-25: 5 (0%)"],
  [5, 0, "Oct 1-25: 0 (New)"],
  [0, 0, "Oct 1-25: 0"],
  [0, 4, "Oct 1-25: 4 (-100%)"],
  // After more refunds than sales there is nothing to grow from.
  [5, -10, "Oct 1-25: -10"],
])("%d after %d is '%s'", (now, was, text) => {
  expect(comparedText(of(now, was))).toBe(text);
});

test("in Spanish, and of another year with the year", () => {
  expect(comparedText(of(5, 0), "es")).toBe("1-25 oct: 0 (Nuevo)");
  const december = { ...of(5, 4), before: { from: "2025-12-01", to: "2025-12-31" }, to: "2026-01-31" };
  expect(comparedText(december)).toBe("Dec 1-31, 2025: 4 (+25%)");
  expect(comparedText(december, "es")).toBe("1-31 dic 2025: 4 (+25%)");
  const years = { ...december, before: { from: "2024-12-30", to: "2025-01-05" } };
  expect(comparedText(years)).toBe("Dec 30, 2024 to Jan 5, 2025: 4 (+25%)");
});
