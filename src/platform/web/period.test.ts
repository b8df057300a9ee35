import { expect, test } from "vitest";
import { type ChosenPeriod, periodIn, periodOf, withPeriod } from "./period.ts";

test("a period written into an address is read from it again; the rest of the query stays", () => {
  const days = { from: "2026-11-15", to: "2026-11-21" };
  expect(withPeriod("courseId=3", days)).toBe("?courseId=3&dateFilter=2026-11-15_2026-11-21");
  expect(withPeriod("courseId=3", "last-7-days")).toBe("?courseId=3&dateFilter=last-7-days");
  expect(withPeriod("courseId=3&dateFilter=2026-11-01", null)).toBe("?courseId=3");
  expect(withPeriod("dateFilter=2026-11-01", null)).toBe("");
  const choices: ChosenPeriod[] = [null, days, { from: "2026-11-21", to: "2026-11-21" }, "today", "last-month"];
  for (const choice of choices) expect(periodIn(withPeriod("a=1", choice))).toEqual(choice);
});

test("what is no filter is all time", () => {
  for (const text of ["", "dateFilter=all-time", "dateFilter=yesterday", "dateFilter=2026-11-21_2026-11-20"])
    expect(periodIn(text)).toBeNull();
});

test.each([
  ["today", "2026-03-02", "2026-03-02", "2026-03-02"],
  ["last-7-days", "2026-03-02", "2026-02-24", "2026-03-02"],
  ["this-month", "2026-03-02", "2026-03-01", "2026-03-02"],
  ["last-month", "2026-03-31", "2026-02-01", "2026-02-28"],
  ["last-month", "2026-01-01", "2025-12-01", "2025-12-31"],
] as const)("%s on %s is %s to %s", (preset, today, from, to) => {
  expect(periodOf(preset, today)).toEqual({ from, to });
});

test("a preset rolls on at midnight; days that were chosen stay", () => {
  const days = { from: "2026-11-15", to: "2026-11-21" };
  expect(periodOf("today", "2026-11-22")).toEqual({ from: "2026-11-22", to: "2026-11-22" });
  expect(periodOf("today", "2026-11-23")).toEqual({ from: "2026-11-23", to: "2026-11-23" });
  for (const today of ["2026-11-22", "2026-11-23"]) expect(periodOf(days, today)).toEqual(days);
});
