import { describe, expect, test } from "vitest";
import {
  bucketsOf,
  average,
  countDays,
  eachDay,
  growth,
  growthSpans,
  periodBefore,
  percent,
  toBreakdown,
  toEngagement,
  toPackages,
  trendSpan,
} from "./rules.ts";

test.each([
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 1000, 0.1],
  [1, 2001, 0],
  [5, 5, 100],
  [0, 7, 0],
  [0, 0, 0],
  [3, 0, 0],
])("%d of %d is %d %%", (part, whole, shown) => {
  expect(percent(part, whole)).toBe(shown);
});

test("an average of nothing is 0", () => {
  expect([average(10, 4), average(10, 0)]).toEqual([2.5, 0]);
});

describe("spans", () => {
  test.each([
    ["2026-11-21", "2026-11-21", 1],
    ["2026-11-15", "2026-11-21", 7],
    // Over the night in which clocks are put back, and over a leap day.
    ["2026-10-31", "2026-11-02", 3],
    ["2028-02-28", "2028-03-01", 3],
  ])("from %s to %s are %d days", (from, to, days) => {
    expect(countDays(from, to)).toBe(days);
  });

  test("a trend is the period; for all time the last 30 days; never longer than ten years", () => {
    const week = { from: "2026-11-15", to: "2026-11-21" };
    expect(trendSpan(week, "2026-12-24")).toEqual(week);
    expect(trendSpan(null, "2026-11-21")).toEqual({ from: "2026-10-23", to: "2026-11-21" });
    const long = trendSpan({ from: "1900-01-01", to: "2999-12-31" }, "2026-11-21");
    expect([long.to, countDays(long.from, long.to)]).toEqual(["2999-12-31", 3660]);
  });

  test.each([
    ["2026-11-21", "2026-11-01", "2026-10-01", "2026-10-21"],
    ["2026-11-01", "2026-11-01", "2026-10-01", "2026-10-01"],
    ["2026-03-30", "2026-03-01", "2026-02-01", "2026-02-28"],
    ["2028-03-31", "2028-03-01", "2028-02-01", "2028-02-29"],
    ["2027-01-31", "2027-01-01", "2026-12-01", "2026-12-31"],
  ])("on %s the month since %s is compared with %s to %s", (today, first, from, to) => {
    expect(growthSpans(today)).toEqual({ now: { from: first, to: today }, before: { from, to } });
  });

  test.each([
    // Today is compared with yesterday, a week with the week before.
    ["2026-11-25", "2026-11-25", "2026-11-24", "2026-11-24"],
    ["2026-11-19", "2026-11-25", "2026-11-12", "2026-11-18"],
    ["2026-11-01", "2026-11-07", "2026-10-25", "2026-10-31"],
    // A month to date, and whole months of any length.
    ["2026-11-01", "2026-11-25", "2026-10-01", "2026-10-25"],
    ["2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"],
    ["2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["2026-03-01", "2026-03-30", "2026-02-01", "2026-02-28"],
    ["2027-01-01", "2027-01-31", "2026-12-01", "2026-12-31"],
    // Days over two months.
    ["2026-10-30", "2026-11-02", "2026-10-26", "2026-10-29"],
    ["2026-10-01", "2026-11-30", "2026-08-01", "2026-09-30"],
  ])("%s to %s is compared with %s to %s", (from, to, first, last) => {
    expect(periodBefore({ from, to })).toEqual({ from: first, to: last });
  });

  test("all time is compared with nothing", () => expect(periodBefore(null)).toBeNull());

  const [day, month] = ["day", "month"] as const;
  test.each([
    ["2026-11-21", "2026-11-21", [[day, "2026-11-21", "2026-11-21"]]],
    ["2026-10-02", "2026-11-29", [[day, "2026-10-02", "2026-11-29"]]],
    ["2026-11-01", "2026-11-29", [[day, "2026-11-01", "2026-11-29"]]],
    ["2026-11-01", "2026-11-30", [[month, "2026-11-01", "2026-11-01"]]],
    [
      "2026-12-31",
      "2027-02-01",
      [
        [day, "2026-12-31", "2026-12-31"],
        [month, "2027-01-01", "2027-01-01"],
        [day, "2027-02-01", "2027-02-01"],
      ],
    ],
    [
      "2026-02-01",
      "2028-02-28",
      [
        [month, "2026-02-01", "2028-01-01"],
        [day, "2028-02-01", "2028-02-28"],
      ],
    ],
    [
      "2026-01-02",
      "2028-02-29",
      [
        [day, "2026-01-02", "2026-01-31"],
        [month, "2026-02-01", "2028-02-01"],
      ],
    ],
    ["1900-01-01", "2999-12-31", [[month, "1900-01-01", "2999-12-01"]]],
  ])("%s to %s is made up of %j", (from, to, ranges) => {
    expect(bucketsOf({ from, to })).toEqual(ranges.map(([span, first, last]) => ({ span, from: first, to: last })));
  });

  test("every day has an entry", () => {
    const span = { from: "2026-11-29", to: "2026-12-01" };
    expect(
      eachDay(
        span,
        [
          { day: "2026-11-30", n: 4 },
          { day: "2020-01-01", n: 9 },
        ],
        { n: 0 },
      ),
    ).toEqual([
      { day: "2026-11-29", n: 0 },
      { day: "2026-11-30", n: 4 },
      { day: "2026-12-01", n: 0 },
    ]);
  });
});

test.each([
  [150, 100, 50],
  [50, 100, -50],
  [1, 3, -66.7],
  [0, 100, -100],
  [100, 0, null],
  [0, 0, null],
  [100, -5, null],
])("growth of %d over %d is %d", (now, before, shown) => {
  expect(growth(now, before)).toBe(shown);
});

test("who is not new has played before", () => {
  expect(toEngagement({ players: 3, newPlayers: 1 })).toEqual({
    totalUniqueUsers: 3,
    newUsers: 1,
    newUserPercentage: 33.3,
    returningUsers: 2,
    returningUserPercentage: 66.7,
  });
});

describe("packages", () => {
  const pack = (id: number, purchases: number, netCents = 0) => ({
    id,
    name: `P${id}`,
    purchases,
    netCents,
    priceCents: 500,
  });

  test("stand by purchases, then revenue, behind the free shot", () => {
    const shown = toPackages([pack(1, 2), pack(2, 5, 100), pack(3, 5, 300), pack(4, 0, -150)], 4);
    expect(shown.map(({ id, percentage }) => [id, percentage])).toEqual([
      [-1, 25],
      [3, 31.3],
      [2, 31.3],
      [1, 12.5],
      [4, 0],
    ]);
    expect(shown[4]).toEqual({ id: 4, name: "P4", purchases: 0, revenue: -1.5, price: 5, percentage: 0 });
  });

  test("are none while nothing was taken; a free shot alone is one", () => {
    expect(toPackages([], 0)).toEqual([]);
    expect(toPackages([], 2)).toMatchObject([{ id: -1, name: "FREE TEE TIME SHOT", purchases: 2, percentage: 100 }]);
  });
});

test("claims by hole are always left, right, middle", () => {
  expect(toBreakdown({ middle: 1, left: 2 })).toEqual([
    { targetHole: "left", claims: 2, percentage: 66.7 },
    { targetHole: "right", claims: 0, percentage: 0 },
    { targetHole: "middle", claims: 1, percentage: 33.3 },
  ]);
});
