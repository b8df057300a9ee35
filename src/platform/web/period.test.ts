import { expect, test } from "vitest";
import { lastSevenDays, periodIn, withPeriod } from "./period.ts";

test("a period written into an address is read from it again; the rest of the query stays", () => {
  const days = { from: "2026-11-15", to: "2026-11-21" };
  expect(withPeriod("courseId=3", days)).toBe("?courseId=3&dateFilter=2026-11-15_2026-11-21");
  expect(withPeriod("courseId=3&dateFilter=2026-11-01", null)).toBe("?courseId=3");
  expect(withPeriod("dateFilter=2026-11-01", null)).toBe("");
  for (const period of [null, days, { from: "2026-11-21", to: "2026-11-21" }])
    expect(periodIn(withPeriod("a=1", period))).toEqual(period);
});

test("what is no filter is all time", () => {
  for (const text of ["", "dateFilter=all-time", "dateFilter=yesterday", "dateFilter=2026-11-21_2026-11-20"])
    expect(periodIn(text)).toBeNull();
});

test("the last 7 days are today and the six before", () => {
  expect(lastSevenDays("2026-03-02")).toEqual({ from: "2026-02-24", to: "2026-03-02" });
});
