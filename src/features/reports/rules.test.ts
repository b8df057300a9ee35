import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "#platform/shared/days.ts";
import { type Cell, growthText, minus, monthName, monthOf, monthsFrom, plus, settle, spanOf, toBins } from "./rules.ts";

describe("months", () => {
  test.each([
    ["2026-11", "America/New_York", "2026-11-01T04:00:00.000Z", "2026-12-01T05:00:00.000Z"],
    ["2026-12", "America/New_York", "2026-12-01T05:00:00.000Z", "2027-01-01T05:00:00.000Z"],
    ["2028-02", "Pacific/Auckland", "2028-01-31T11:00:00.000Z", "2028-02-29T11:00:00.000Z"],
    ["2027-02", "UTC", "2027-02-01T00:00:00.000Z", "2027-03-01T00:00:00.000Z"],
  ])("%s in %s begins and ends at the zone's midnights", (month, zone, from, to) => {
    expect(spanOf(month, zone)).toEqual({ from: new Date(from), to: new Date(to) });
  });

  test("follow each other without a gap, whatever the zone's clocks do", () => {
    const zones = ["America/New_York", "Pacific/Auckland", "Asia/Kathmandu", "America/Santiago", "Africa/Cairo", "UTC"];
    const index = fc.integer({ min: 2000 * 12, max: 2099 * 12 });
    fc.assert(
      fc.property(index, fc.constantFrom(...zones), (n, zone) => {
        const name = (i: number) => `${Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}`;
        const { from, to } = spanOf(name(n), zone);
        expect(spanOf(name(n + 1), zone).from).toEqual(to);
        expect(monthOf(from, zone)).toBe(name(n));
        expect(monthOf(new Date(to.getTime() - 1), zone)).toBe(name(n));
      }),
    );
  });

  test("are listed newest first, over a new year", () => {
    expect(monthsFrom("2026-11", "2027-02")).toEqual(["2027-02", "2027-01", "2026-12", "2026-11"]);
    expect(monthsFrom("2026-11", "2026-11")).toEqual(["2026-11"]);
  });

  test("have names; what is none stays as it is", () => {
    expect([monthName("2026-11"), monthName("soon")]).toEqual(["November 2026", "soon"]);
  });
});

describe("settling", () => {
  const cell = (kind: string, account: string, cents: number): Cell => ({
    kind,
    account,
    debit: Math.max(cents, 0),
    credit: Math.max(-cents, 0),
    debits: Number(cents > 0),
    credits: Number(cents < 0),
  });
  const lines = [
    { key: "in", label: "In", terms: [plus("cash", "capture")] },
    { key: "pot", label: "Pot", terms: [minus("pot", "capture")] },
  ];
  const sections = [{ key: "all", title: "All", lines }];

  test("gives every account opening + in - out = closing, and says where it does not", () => {
    const amount = fc.integer({ min: 1, max: 10_000_000_000 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: -5, max: 5 }), (opening, moved, wrong) => {
        const cells = [cell("capture", "cash", moved), cell("capture", "pot", -moved)];
        const figures = settle(sections, cells, [
          { account: "cash", opening, closing: opening + moved },
          { account: "pot", opening: -opening, closing: -opening - moved - wrong },
        ]);
        const pot = figures.accounts.find(({ account }) => account === "pot");
        expect(pot).toEqual({
          account: "pot",
          label: "Pot",
          opening,
          in: moved,
          out: 0,
          closing: opening + moved + wrong,
        });
        expect(figures.liabilities.pot).toBe(opening + moved + wrong);
        expect(figures.check).toEqual(
          wrong === 0
            ? { addsUp: true, differences: [] }
            : { addsUp: false, differences: [{ account: "pot", amount: wrong }] },
        );
      }),
    );
  });

  test("says when debits and credits differ, and shows a kind that no line names", () => {
    const figures = settle(sections, [cell("tip", "cash", 5)], []);
    expect(figures.check).toEqual({ addsUp: false, differences: [{ account: "all", amount: 5 }] });
    expect(figures.sections.at(-1)?.lines).toMatchObject([{ key: "other.tip.cash", amount: 5, count: 1 }]);
  });
});

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

  test("growth has its sign; none to grow from is New", () => {
    expect([12.3, 0, -4, 1234.5, null].map(growthText)).toEqual([
      "+12.3% vs last month",
      "0% vs last month",
      "-4% vs last month",
      "+1,234.5% vs last month",
      "New",
    ]);
  });
});
