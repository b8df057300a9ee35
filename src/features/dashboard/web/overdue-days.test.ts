import { expect, test } from "vitest";
import { dueAt } from "#features/claims/rules.ts";
import { addDays, instantOf } from "#platform/shared/days.ts";
import { overdueDays } from "./overdue-days.ts";

const ZONE = "America/New_York";

test("the days of overdue claims are those whose claims are due before today, also over weekends and holidays", () => {
  // From before Thanksgiving to after New Year.
  for (let today = "2026-11-20"; today < "2027-01-08"; today = addDays(today, 1)) {
    const { to } = overdueDays(today);
    const now = instantOf(today, 0, 0, ZONE).getTime();
    const isOverdue = (day: string) => dueAt(instantOf(day, 12, 0, ZONE), ZONE).getTime() <= now;
    expect([today, isOverdue(to), isOverdue(addDays(to, 1))]).toEqual([today, true, false]);
  }
  expect(overdueDays("2026-11-30")).toEqual({ from: "2000-01-01", to: "2026-11-26" });
});
