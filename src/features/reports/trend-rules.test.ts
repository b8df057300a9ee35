import { describe, expect, test } from "vitest";
import { addDays } from "#platform/shared/days.ts";
import { growthDays, growthText, toBins } from "./trend-rules.ts";

/** Still the 24th in New York. */
const november = { asOf: "2026-11-25T04:00:00.000Z", timeZone: "America/New_York" };

describe("a report's days as columns", () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ date: addDays("2025-01-01", n), revenue: 0.1, sessions: 1, shots: 2 }));

  test.each([
    [1, "day", 1, "Jan 1"],
    [62, "day", 62, "Jan 1"],
    [63, "week", 9, "Jan 1"],
    [434, "week", 62, "Jan 1"],
    [435, "month", 15, "Jan 2025"],
    [0, "day", 0, undefined],
  ])("%i days are shown by the %s", (count, unit, columns, label) => {
    const shown = toBins(days(count));
    expect([shown.unit, shown.bins.length, shown.bins[0]?.label]).toEqual([unit, columns, label]);
    const sum = (of: "revenue" | "sessions" | "shots") => shown.bins.reduce((total, bin) => total + bin[of], 0);
    expect([sum("revenue"), sum("sessions"), sum("shots")].map((total) => Math.round(total * 10) / 10)).toEqual(
      [count / 10, count, count * 2].map((total) => Math.round(total * 10) / 10),
    );
    expect(new Set(shown.bins.map((bin) => bin.date)).size).toBe(columns);
  });

  test("days and months have Spanish names", () => {
    expect(toBins(days(1), "es").bins[0]?.label).toBe("1 ene");
    expect(toBins(days(435), "es").bins[0]?.label).toBe("ene 2025");
    expect(growthText({ ...november, revenueGrowth: 12.3 }, "es")).toBe("+12.3%: 1-24 nov frente a 1-24 oct");
  });

  test("growth has its sign and names its days; none to grow from is New", () => {
    const texts = [12.3, 0, -4, 1234.5, null].map((revenueGrowth) => growthText({ ...november, revenueGrowth }));
    const compared = "Nov 1-24 against Oct 1-24";
    expect(texts).toEqual(["+12.3%", "0%", "-4%", "+1,234.5%", "New"].map((grown) => `${grown}: ${compared}`));
  });

  test.each([
    ["2026-12-01T12:00:00Z", "Dec 1 against Nov 1"],
    ["2027-01-31T12:00:00Z", "Jan 1-31 against Dec 1-31"],
    ["2027-03-31T12:00:00Z", "Mar 1-31 against Feb 1-28"],
  ])("at %s growth is of %s", (asOf, compared) => {
    expect(growthDays({ ...november, asOf })).toBe(compared);
  });
});
