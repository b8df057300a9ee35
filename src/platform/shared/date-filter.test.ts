import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { dateFilter, readDateFilter, writeDateFilter, periodName } from "./date-filter.ts";

describe("a date filter", () => {
  test.each([
    [undefined, null],
    ["all-time", null],
    ["2026-11-21", { from: "2026-11-21", to: "2026-11-21" }],
    ["2026-11-15_2026-11-21", { from: "2026-11-15", to: "2026-11-21" }],
    ["2026-11-21_2026-11-21", { from: "2026-11-21", to: "2026-11-21" }],
    ["2024-02-29", { from: "2024-02-29", to: "2024-02-29" }],
  ])("%s is read", (text, period) => {
    expect(readDateFilter(text)).toEqual(period);
    expect(z.parse(dateFilter, text)).toEqual(period);
  });

  test.each([
    ["", "nothing between the quotes"],
    ["today", "a word"],
    ["All-Time", "another case"],
    ["2026-11-31", "a day that November does not have"],
    ["2026-02-29", "a leap day of a year without one"],
    ["2026-1-5", "digits missing"],
    ["2026-11-21T00:00:00Z", "an instant"],
    ["2026-11-21_2026-11-20", "the end before the start"],
    ["2026-11-21_", "no end"],
    ["_2026-11-21", "no start"],
    ["2026-11-19_2026-11-20_2026-11-21", "three days"],
    ["2026-11-19 2026-11-20", "a space between"],
    ["all-time_2026-11-20", "all time until a day"],
  ])("%j is refused: %s", (text) => {
    expect(readDateFilter(text)).toBeUndefined();
    expect(z.safeParse(dateFilter, text).error?.issues[0]?.message).toMatch(/^Write the dates as all-time/);
  });

  test("more than one is refused", () => {
    expect(z.safeParse(dateFilter, ["2026-11-20", "2026-11-21"]).success).toBe(false);
  });

  test.each(["all-time", "2026-11-21", "2026-11-15_2026-11-21"])("%s is written as it was read", (text) => {
    expect(writeDateFilter(readDateFilter(text) ?? null)).toBe(text);
  });
});

test("a period as administrators read it", () => {
  expect(periodName(null)).toBe("All time");
  expect(periodName({ from: "2026-11-21", to: "2026-11-21" })).toBe("Nov 21, 2026");
  expect(periodName({ from: "2026-11-15", to: "2026-11-21" })).toBe("Nov 15 to Nov 21, 2026");
  expect(periodName({ from: "2025-12-30", to: "2026-01-02" })).toBe("Dec 30, 2025 to Jan 2, 2026");
});
