import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, instantOf, isDay, localDay, nextMidnight } from "./days.ts";

const MINUTE = 60_000;
const zones = [
  "America/New_York",
  "America/Los_Angeles",
  "America/Phoenix",
  "America/Havana",
  "America/Santiago",
  "Europe/London",
  "Africa/Cairo",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Pacific/Pago_Pago",
  "UTC",
];
const zone = fc.constantFrom(...zones);
const moment = fc.date({ min: new Date("2005-01-01"), max: new Date("2037-12-31"), noInvalidDate: true });

/** `2026-07-04 09:05` on the zone's clock: the Swedish locale writes that by itself. */
const written = new Map<string, Intl.DateTimeFormat>();
function wallOf(instant: Date | number, timeZone: string): string {
  const format =
    written.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  written.set(timeZone, format);
  return format.format(instant);
}

/** Every instant that a clock of the zone shows as this wall time, earliest first, by trying all offsets there are. */
function instantsOf(wall: string, timeZone: string): number[] {
  const asUtc = Date.parse(`${wall.replace(" ", "T")}Z`);
  const found: number[] = [];
  for (let offset = 14 * 60; offset >= -14 * 60; offset -= 15) {
    const tried = asUtc - offset * MINUTE;
    if (wallOf(tried, timeZone) === wall) found.push(tried);
  }
  return found;
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const daysIn = (year: number, month: number) =>
  month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : (monthDays[month - 1] ?? 0);
const text = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

function dayAfter(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  if (date < daysIn(year, month)) return text(year, month, date + 1);
  return month < 12 ? text(year, month + 1, 1) : text(year + 1, 1, 1);
}

describe("the local day", () => {
  test("is the one that a clock of the zone shows", () => {
    fc.assert(
      fc.property(moment, zone, (at, z) => {
        expect(localDay(at, z)).toBe(wallOf(at, z).slice(0, 10));
      }),
    );
  });

  test.each([
    ["2026-07-05T03:59:59.999Z", "America/New_York", "2026-07-04"],
    ["2026-07-05T04:00:00.000Z", "America/New_York", "2026-07-05"],
    ["2027-01-01T04:59:59.999Z", "America/New_York", "2026-12-31"],
    ["2026-07-04T18:29:59.999Z", "Asia/Kolkata", "2026-07-04"],
    ["2026-07-04T18:30:00.000Z", "Asia/Kolkata", "2026-07-05"],
    ["2026-07-04T10:59:59.999Z", "Pacific/Apia", "2026-07-04"],
    ["2026-07-04T11:00:00.000Z", "Pacific/Apia", "2026-07-05"],
    ["2011-12-30T09:59:59.999Z", "Pacific/Apia", "2011-12-29"],
    ["2011-12-30T10:00:00.000Z", "Pacific/Apia", "2011-12-31"],
    ["2026-07-05T10:59:59.999Z", "Pacific/Pago_Pago", "2026-07-04"],
    ["2028-02-29T23:59:59.999Z", "UTC", "2028-02-29"],
  ])("of %s in %s is %s", (at, z, day) => {
    expect(localDay(new Date(at), z)).toBe(day);
  });

  test("ends at the next midnight: that instant is of a later day, the millisecond before it is not", () => {
    fc.assert(
      fc.property(moment, zone, (at, z) => {
        const end = nextMidnight(at, z);
        expect(end.getTime()).toBeGreaterThan(at.getTime());
        expect(localDay(new Date(end.getTime() - 1), z)).toBe(localDay(at, z));
        expect(localDay(end, z) > localDay(at, z)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("ends an hour after 23:59:59 where the clocks go forward at midnight", () => {
    // Chile: 5 September 2026, 24:00 becomes 01:00 of the 6th (04:00 UTC). Egypt: Friday 24 April 2026, 00:00.
    expect(nextMidnight(new Date("2026-09-05T20:00:00Z"), "America/Santiago").toISOString()).toBe(
      "2026-09-06T04:00:00.000Z",
    );
    expect(nextMidnight(new Date("2026-04-23T12:00:00Z"), "Africa/Cairo").toISOString()).toBe(
      "2026-04-23T22:00:00.000Z",
    );
  });
});

describe("the instant of a wall time", () => {
  const minuteOfDay = fc.integer({ min: 0, max: 1439 });

  test("is the first that the zone's clock shows as that, or a later one when the clock skips it", () => {
    fc.assert(
      fc.property(moment, minuteOfDay, zone, (at, minutes, z) => {
        const day = at.toISOString().slice(0, 10);
        const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
        const wall = `${day} ${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
        const [first] = instantsOf(wall, z);
        const instant = instantOf(day, hour, minute, z);
        if (first === undefined) expect(wallOf(instant, z) > wall).toBe(true);
        else expect(instant.getTime()).toBe(first);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["2026-03-08", 1, 59, "America/New_York", "2026-03-08T06:59:00.000Z"],
    ["2026-03-08", 2, 30, "America/New_York", "2026-03-08T07:30:00.000Z"], // skipped: 03:30
    ["2026-03-08", 3, 0, "America/New_York", "2026-03-08T07:00:00.000Z"],
    ["2026-11-01", 1, 30, "America/New_York", "2026-11-01T05:30:00.000Z"], // twice: the first
    ["2026-11-01", 2, 0, "America/New_York", "2026-11-01T07:00:00.000Z"],
    ["2026-10-04", 2, 15, "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"], // skipped, by half an hour: 02:45
    ["2026-04-05", 1, 45, "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z"], // twice: the first
    ["2026-07-04", 0, 0, "Asia/Kolkata", "2026-07-03T18:30:00.000Z"],
    ["2026-07-04", 0, 0, "Pacific/Apia", "2026-07-03T11:00:00.000Z"],
    ["2011-12-31", 0, 0, "Pacific/Apia", "2011-12-30T10:00:00.000Z"], // Samoa had no 30 December 2011
  ])("%s %i:%i in %s is %s", (day, hour, minute, z, instant) => {
    expect(instantOf(day, hour, minute, z).toISOString()).toBe(instant);
  });
});

describe("the calendar", () => {
  const day = fc
    .tuple(fc.integer({ min: 1900, max: 2990 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map((parts) => text(...parts));

  test("goes on a day at a time, over month ends, year ends and leap days", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 800 }), (from, count) => {
        let to = from;
        for (let step = 0; step < count; step += 1) to = dayAfter(to);
        expect(addDays(from, count)).toBe(to);
        expect(addDays(to, -count)).toBe(from);
      }),
    );
    expect([
      addDays("2026-12-31", 1),
      addDays("2027-01-01", -1),
      addDays("2028-02-28", 1),
      addDays("2100-02-28", 1),
    ]).toEqual(["2027-01-01", "2026-12-31", "2028-02-29", "2100-03-01"]);
  });

  test("knows its days, and only those written yyyy-MM-dd", () => {
    const parts = fc.tuple(
      fc.integer({ min: 1880, max: 3020 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    );
    fc.assert(
      fc.property(parts, ([year, month, date]) => {
        const exists = year >= 1900 && year <= 2999 && month >= 1 && date >= 1 && date <= daysIn(year, month);
        expect(isDay(text(year, month, date))).toBe(exists);
      }),
      { numRuns: 1000 },
    );
    const wrong = [
      "",
      "2026-7-4",
      "2026-07-04 ",
      "2026-07-04\n",
      "2026/07/04",
      "20260704",
      "2026-07-04T00:00",
      "+002026-07-04",
      "0000-01-01",
      "9999-12-31",
      "٢٠٢٦-07-04",
    ];
    expect(wrong.filter(isDay)).toEqual([]);
  });

  test("has an instant for the start and the end of each of its days, in every zone", () => {
    fc.assert(
      fc.property(fc.constantFrom("1900-01-01", "2999-12-31", "2028-02-29"), zone, (of, z) => {
        const [start, end] = [instantOf(of, 0, 0, z), instantOf(addDays(of, 1), 0, 0, z)];
        expect((end.getTime() - start.getTime()) / 3_600_000).toBeCloseTo(24, 1);
      }),
    );
  });
});
