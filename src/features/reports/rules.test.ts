import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Cell, minus, monthName, monthOf, monthsFrom, plus, settle, monthSpan, mailedFrom } from "./rules.ts";

describe("months", () => {
  test.each([
    ["2026-11", "America/New_York", "2026-11-01T04:00:00.000Z", "2026-12-01T05:00:00.000Z"],
    ["2026-12", "America/New_York", "2026-12-01T05:00:00.000Z", "2027-01-01T05:00:00.000Z"],
    ["2028-02", "Pacific/Auckland", "2028-01-31T11:00:00.000Z", "2028-02-29T11:00:00.000Z"],
    ["2027-02", "UTC", "2027-02-01T00:00:00.000Z", "2027-03-01T00:00:00.000Z"],
  ])("%s in %s begins and ends at the zone's midnights", (month, zone, from, to) => {
    expect(monthSpan(month, zone)).toEqual({ from: new Date(from), to: new Date(to) });
  });

  test("follow each other without a gap, whatever the zone's clocks do", () => {
    const zones = ["America/New_York", "Pacific/Auckland", "Asia/Kathmandu", "America/Santiago", "Africa/Cairo", "UTC"];
    const index = fc.integer({ min: 2000 * 12, max: 2099 * 12 });
    fc.assert(
      fc.property(index, fc.constantFrom(...zones), (n, zone) => {
        const name = (i: number) => `${Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}`;
        const { from, to } = monthSpan(name(n), zone);
        expect(monthSpan(name(n + 1), zone).from).toEqual(to);
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
    expect(monthName("2026-11", "es")).toBe("noviembre de 2026");
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

  test("says when debits and credits differ, and a movement that no line sums, also on an account that nobody knows", () => {
    const figures = settle(sections, [cell("tip", "cash", 5)], []);
    expect(figures.check).toEqual({
      addsUp: false,
      differences: [
        { account: "all", amount: 5 },
        { account: "tip: cash", amount: 5 },
      ],
    });
    expect(figures.sections.at(-1)?.lines).toMatchObject([{ key: "other.tip.cash", amount: 5, count: 1 }]);
    const strange = settle(sections, [cell("capture", "cash", 5), cell("capture", "gifts", -5)], []);
    expect(strange.check).toEqual({ addsUp: false, differences: [{ account: "capture: gifts", amount: -5 }] });
    expect(strange.accounts.at(-1)).toMatchObject({ account: "gifts", in: 0, out: 5, closing: -5 });
  });
});

describe("a month's settlement is mailed", () => {
  test("from 8:00 on, by the course's clock, on the day of the month after it", () => {
    expect(mailedFrom("2026-11", 3, "America/New_York").toISOString()).toBe("2026-12-03T13:00:00.000Z");
    expect(mailedFrom("2026-12", 28, "Pacific/Auckland").toISOString()).toBe("2027-01-27T19:00:00.000Z");
  });

  test("by the clock of the day on which it changes", () => {
    expect(mailedFrom("2027-02", 14, "America/New_York").toISOString()).toBe("2027-03-14T12:00:00.000Z");
    expect(mailedFrom("2026-10", 1, "America/New_York").toISOString()).toBe("2026-11-01T13:00:00.000Z");
  });
});
