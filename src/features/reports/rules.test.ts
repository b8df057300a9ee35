import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Cell,
  mailedFrom,
  minus,
  monthName,
  monthOf,
  monthsFrom,
  monthSpan,
  periodWords,
  plus,
  settle,
} from "./rules.ts";

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

describe("the words of a settlement's days", () => {
  const november = {
    month: "2026-11",
    toDate: false,
    generatedAt: "2026-12-01T04:30:00.000Z",
    course: { timeZone: "America/New_York" },
  };

  test("say whether the month is over, by which clock, and as of when", () => {
    expect(periodWords(november)).toBe(
      "All of November 2026, in the time of America/New_York. As of Nov 30, 2026, 11:30 PM.",
    );
    expect(periodWords({ ...november, toDate: true })).toMatch(/^November 2026 to date, in the time of/);
  });

  test("are there in Spanish", () => {
    const words = periodWords(november, "es").replaceAll(/\s/g, " ");
    expect(words).toMatch(/^Todo noviembre de 2026, en la hora de America\/New_York\. Al 30 nov 2026, 11:30 p\.m\.$/);
    expect(periodWords({ ...november, toDate: true }, "es")).toMatch(/^Del inicio de noviembre de 2026 hasta hoy, en/);
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

describe("a settlement's lines", () => {
  /** Two payments of 500 and 300 cents, of which 160 went to the pot, and a win of 100 out of it. */
  const cells: Cell[] = [
    { kind: "capture", account: "cash", debit: 800, credit: 0, debits: 2, credits: 0 },
    { kind: "capture", account: "revenue", debit: 0, credit: 640, debits: 0, credits: 2 },
    { kind: "capture", account: "pot", debit: 0, credit: 160, debits: 0, credits: 2 },
    { kind: "reserve", account: "pot", debit: 100, credit: 0, debits: 1, credits: 0 },
    { kind: "reserve", account: "reserved", debit: 0, credit: 100, debits: 0, credits: 1 },
  ];
  const sections = [
    {
      key: "sales",
      title: "Sales",
      lines: [
        { key: "gross", label: "Gross", terms: [plus("cash", "capture", "capture_ahead")], counted: true as const },
        {
          key: "net",
          label: "Net",
          terms: [minus("revenue", "capture"), plus("reserved", "reserve")],
          look: "total" as const,
        },
      ],
    },
    {
      key: "pot",
      title: "Pot",
      account: "pot" as const,
      lines: [
        { key: "grew", label: "Grew", terms: [minus("pot", "capture")], counted: "debits" as const },
        { key: "won", label: "Won", terms: [minus("pot", "reserve")], counted: "debits" as const },
      ],
    },
  ];
  const balances = [
    { account: "pot", opening: -1000, closing: -1060 },
    { account: "deferred", opening: -7, closing: -7 },
    { account: "reserved", opening: 0, closing: -100 },
    { account: "prize_payable", opening: -3, closing: -3 },
    { account: "refunds_payable", opening: -2, closing: -2 },
    { account: "range_share", opening: -40, closing: -40 },
    { account: "tax_payable", opening: -50, closing: -50 },
  ];

  test("sum their own movements, count them, and name their source", () => {
    const [sales] = settle(sections, cells, balances).sections;
    expect(sales).toEqual({
      key: "sales",
      title: "Sales",
      lines: [
        { key: "gross", label: "Gross", look: "plain", count: 2, amount: 800, source: "capture + capture_ahead: cash" },
        {
          key: "net",
          label: "Net",
          look: "total",
          count: null,
          amount: 640 - 100,
          source: "capture: revenue; reserve: reserved",
        },
      ],
    });
  });

  test("count each entry, or the debits alone", () => {
    const line = (counted: true | "debits") => ({
      key: "pot",
      label: "Pot",
      terms: [minus("pot", "capture", "reserve")],
      counted,
    });
    const [section] = settle([{ key: "all", title: "All", lines: [line(true), line("debits")] }], cells, []).sections;
    expect(section?.lines.map(({ count, amount }) => [count, amount])).toEqual([
      [3, 60],
      [1, 60],
    ]);
  });

  test("of an account stand between its opening and its closing", () => {
    const pot = settle(sections, cells, balances).sections[1];
    expect(pot).toEqual({
      key: "pot",
      title: "Pot",
      lines: [
        { key: "pot.opening", label: "At the start", look: "plain", count: null, amount: 1000, source: "opening: pot" },
        { key: "grew", label: "Grew", look: "plain", count: 0, amount: 160, source: "capture: pot" },
        { key: "won", label: "Won", look: "plain", count: 1, amount: -100, source: "reserve: pot" },
        { key: "pot.closing", label: "At the end", look: "total", count: null, amount: 1060, source: "closing: pot" },
      ],
    });
  });

  test("leave nothing of a month that they sum whole, and it adds up", () => {
    const figures = settle(sections, cells, balances);
    expect(figures.sections.map(({ key }) => key)).toEqual(["sales", "pot"]);
    expect(figures.check).toEqual({ addsUp: true, differences: [] });
    expect(figures.liabilities).toEqual({
      deferred: 7,
      pot: 1060,
      reserved: 100,
      prizePayable: 3,
      refundsPayable: 2,
      total: 1172,
      dueToRange: 40,
      taxPayable: 50,
    });
  });

  test("name what was booked late by its kind: its debits, and as many as its busiest account has", () => {
    const late = cells.map((cell) => ({ ...cell, isLate: cell.kind === "capture" }));
    expect(settle(sections, late, balances).sections.at(-1)).toEqual({
      key: "late",
      title: "Of earlier months, booked here",
      lines: [
        {
          key: "late.capture",
          label: "capture",
          look: "plain",
          count: 2,
          amount: 800,
          source: "capture, of earlier months",
        },
      ],
    });
    const mixed = { kind: "adjust", account: "pot", debit: 5, credit: 9, debits: 1, credits: 2, isLate: true };
    const other = { ...mixed, account: "adjustment", debit: 4, credit: 0, debits: 1, credits: 0 };
    expect(settle([], [mixed, other], []).sections[0]?.lines.map(({ count, amount }) => [count, amount])).toEqual([
      [3, 9],
    ]);
    const both = cells.map((cell) => ({
      ...cell,
      kind: cell.kind === "reserve" ? "pay_out" : "capture",
      isLate: true,
    }));
    const lines = settle(sections, both, balances).sections.find(({ key }) => key === "late")?.lines;
    expect(lines?.map(({ label, count, amount }) => [label, count, amount])).toEqual([
      ["capture", 2, 800],
      ["pay out", 1, 100],
    ]);
  });

  test("show under 'Other movements' what none of them sums", () => {
    const tip = { kind: "tip", account: "cash", debit: 5, credit: 2, debits: 3, credits: 1 };
    expect(settle(sections, [...cells, tip], balances).sections.at(-1)).toEqual({
      key: "other",
      title: "Other movements",
      lines: [{ key: "other.tip.cash", label: "tip: cash", look: "plain", count: 4, amount: 3, source: "tip: cash" }],
    });
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
