import { expect, test } from "vitest";
import { addMonths, dayAfterKey, weeksOf } from "./calendar-days.ts";

test("a month's weeks are whole, from Sunday to Saturday, and hold each of its days once", () => {
  for (const [month, weeks, days] of [
    ["2026-11", 5, 30],
    ["2026-02", 4, 28],
    ["2028-02", 5, 29],
    ["2026-08", 6, 31],
  ] as const) {
    const grid = weeksOf(month);
    expect(grid).toHaveLength(weeks);
    expect(grid.every((week) => new Date(week[0] ?? "").getUTCDay() === 0 && week.length === 7)).toBe(true);
    expect(new Set(grid.flat().filter((day) => day.startsWith(month))).size).toBe(days);
  }
});

test("months are added without leaving them", () => {
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
  expect(addMonths("2026-12-15", 1)).toBe("2027-01-15");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
});

test("keys lead as in every calendar", () => {
  const from = "2026-11-21"; // A Saturday.
  expect(dayAfterKey(from, "ArrowLeft")).toBe("2026-11-20");
  expect(dayAfterKey(from, "ArrowRight")).toBe("2026-11-22");
  expect(dayAfterKey(from, "ArrowUp")).toBe("2026-11-14");
  expect(dayAfterKey(from, "ArrowDown")).toBe("2026-11-28");
  expect(dayAfterKey(from, "Home")).toBe("2026-11-15");
  expect(dayAfterKey(from, "End")).toBe("2026-11-21");
  expect(dayAfterKey(from, "PageUp")).toBe("2026-10-21");
  expect(dayAfterKey(from, "PageDown")).toBe("2026-12-21");
  expect(dayAfterKey(from, "a")).toBeUndefined();
});
