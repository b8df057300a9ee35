import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, localDay } from "#platform/shared/days.ts";
import {
  approvalLimitOf,
  documentWords,
  dueAt,
  isBusinessDay,
  isFederalHoliday,
  loosens,
  methodWords,
  needsOf,
  REVERSED_REASON,
  waitsFor,
  waitWords,
} from "./rules.ts";

/** 5 U.S.C. 6103 and OPM's calendar, by hand: the observed days, Monday to Friday. */
const holidays = [
  "2026-01-01", // New Year's Day, Thursday
  "2026-01-19", // Martin Luther King, third Monday of January
  "2026-02-16", // Washington's Birthday, third Monday of February
  "2026-05-25", // Memorial Day, last Monday of May
  "2026-06-19", // Juneteenth, Friday
  "2026-07-03", // Independence Day is a Saturday
  "2026-09-07", // Labor Day, first Monday of September
  "2026-10-12", // Columbus Day, second Monday of October
  "2026-11-11", // Veterans Day, Wednesday
  "2026-11-26", // Thanksgiving, fourth Thursday of November
  "2026-12-25", // Christmas, Friday
  "2027-01-01", // Friday
  "2027-01-18",
  "2027-02-15",
  "2027-05-31",
  "2027-06-18", // Juneteenth is a Saturday
  "2027-07-05", // Independence Day is a Sunday
  "2027-09-06",
  "2027-10-11",
  "2027-11-11", // Thursday
  "2027-11-25",
  "2027-12-24", // Christmas is a Saturday
  "2027-12-31", // New Year's Day of 2028 is a Saturday
];

const everyDay = Array.from({ length: 731 }, (_, index) => addDays("2026-01-01", index));
/** 1 January 2026 was a Thursday. */
const weekday = (day: string) => ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][everyDay.indexOf(day) % 7];
const isOff = (day: string) => weekday(day) === "Sat" || weekday(day) === "Sun" || holidays.includes(day);

const moment = fc.date({ min: new Date("2026-01-02"), max: new Date("2027-12-27"), noInvalidDate: true });
const zone = fc.constantFrom(
  "America/New_York",
  "America/Los_Angeles",
  "America/Phoenix",
  "Pacific/Honolulu",
  "America/Santiago",
  "Pacific/Apia",
  "Asia/Kolkata",
);

describe("business days", () => {
  test("are Monday to Friday without the federal holidays of 2026 and 2027", () => {
    expect(everyDay.filter(isFederalHoliday).filter((day) => day < "2028-01-01")).toEqual(holidays);
    expect(everyDay.filter((day) => day < "2028-01-01" && !isBusinessDay(day))).toEqual(
      everyDay.filter((day) => day < "2028-01-01" && isOff(day)),
    );
  });

  test("are never lost over the turn of a year: New Year's Day of 2028 is observed in 2027, that of 2033 on a Friday too", () => {
    expect(["2027-12-31", "2032-12-31", "2021-12-31"].map(isFederalHoliday)).toEqual([true, true, true]);
    expect(["2026-12-31", "2028-01-03", "2028-12-29", "2029-01-01"].map(isFederalHoliday)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test("are missing at most eleven or twelve weekdays of any year", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1990, max: 2190 }), (year) => {
        const days = Array.from({ length: 366 }, (_, index) => addDays(`${year}-01-01`, index)).filter((day) =>
          day.startsWith(String(year)),
        );
        const off = days.filter(isFederalHoliday);
        expect(off.every((day) => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay()))).toBe(true);
        expect([10, 11, 12]).toContain(off.length);
      }),
      { numRuns: 30 },
    );
  });
});

describe("a claim is due", () => {
  test("at the end of the first business day after its local day, and of no later one", () => {
    fc.assert(
      fc.property(moment, zone, (claimedAt, timeZone) => {
        const due = dueAt(claimedAt, timeZone);
        const lastDay = localDay(due, timeZone);
        const claimDay = localDay(claimedAt, timeZone);
        expect(localDay(new Date(due.getTime() + 1), timeZone)).toBe(addDays(lastDay, 1));
        expect(lastDay > claimDay).toBe(true);
        expect(isOff(lastDay)).toBe(false);
        const between = everyDay.filter((day) => day > claimDay && day < lastDay);
        expect(between.filter((day) => !isOff(day))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  test("with a full business day to go, and never later than the longest weekend allows", () => {
    fc.assert(
      fc.property(moment, zone, (claimedAt, timeZone) => {
        const hours = (dueAt(claimedAt, timeZone).getTime() - claimedAt.getTime()) / 3_600_000;
        expect(hours).toBeGreaterThan(22.9);
        expect(hours).toBeLessThanOrEqual(5 * 24 + 1);
      }),
    );
  });

  test.each([
    ["a Monday", "2026-11-16T15:00:00Z", "2026-11-18T04:59:59.999Z"],
    ["a Friday evening", "2026-11-21T01:00:00Z", "2026-11-24T04:59:59.999Z"],
    ["a Sunday", "2026-11-22T15:00:00Z", "2026-11-24T04:59:59.999Z"],
    ["the day before Thanksgiving", "2026-11-25T15:00:00Z", "2026-11-28T04:59:59.999Z"],
    ["the Thursday before 4 July 2026", "2026-07-02T15:00:00Z", "2026-07-07T03:59:59.999Z"],
    ["the Thursday before Christmas 2027", "2027-12-23T15:00:00Z", "2027-12-28T04:59:59.999Z"],
    ["the Thursday before New Year 2028", "2027-12-30T15:00:00Z", "2028-01-04T04:59:59.999Z"],
    ["the Friday before the clocks go forward", "2026-03-06T15:00:00Z", "2026-03-10T03:59:59.999Z"],
    ["the Friday before the clocks go back", "2026-10-30T15:00:00Z", "2026-11-03T04:59:59.999Z"],
    ["midnight, New York's, of a Tuesday", "2026-11-17T05:00:00Z", "2026-11-19T04:59:59.999Z"],
  ])("when made on %s, in New York", (_, claimedAt, due) => {
    expect(dueAt(new Date(claimedAt), "America/New_York").toISOString()).toBe(due);
  });
});

describe("a payout", () => {
  const claim = fc.record({
    prizeType: fc.constantFrom("monetary" as const, "other" as const),
    prizeAmountCents: fc.oneof(fc.nat(200_000), fc.constantFrom(59_999, 60_000, 60_001)),
    statedValueCents: fc.oneof(fc.constant(0), fc.nat(200_000)),
    freeShot: fc.boolean(),
    addressProved: fc.boolean(),
    ageConfirmed: fc.boolean(),
    taxFormReceived: fc.boolean(),
    teeTimeConfirmed: fc.boolean(),
  });
  const proven = { addressProved: true, ageConfirmed: true, taxFormReceived: true, teeTimeConfirmed: true };

  test("waits for nothing once everything is seen, and for each thing alone that is not", () => {
    fc.assert(
      fc.property(claim, (won) => {
        expect(waitsFor({ ...won, ...proven })).toEqual([]);
        expect(waitsFor({ ...won, ...proven, addressProved: false })).toEqual(["proved_address"]);
        expect(waitsFor({ ...won, ...proven, ageConfirmed: false })).toEqual(
          won.prizeType === "monetary" ? ["age_18"] : [],
        );
        expect(waitsFor({ ...won, ...proven, taxFormReceived: false })).toEqual(
          won.prizeAmountCents + won.statedValueCents > 60_000 ? ["tax_form"] : [],
        );
        expect(waitsFor({ ...won, ...proven, teeTimeConfirmed: false })).toEqual(won.freeShot ? ["tee_time"] : []);
      }),
    );
  });

  test("waits for fewer things, never more, when one more is seen", () => {
    fc.assert(
      fc.property(claim, fc.constantFrom(...(Object.keys(proven) as (keyof typeof proven)[])), (won, seen) => {
        expect(waitsFor({ ...won, [seen]: false })).toEqual(expect.arrayContaining(waitsFor({ ...won, [seen]: true })));
      }),
    );
  });
});

describe("a payout of $1,000.00 in cash", () => {
  const cash = {
    prizeType: "monetary" as const,
    prizeAmountCents: 100_000,
    statedValueCents: 0,
    freeShot: true,
    addressProved: true,
    ageConfirmed: true,
    taxFormReceived: true,
    teeTimeConfirmed: true,
  };

  test("waits while its player's address has been moved, whatever else is seen", () => {
    expect(waitsFor({ ...cash, addressMoved: true })).toEqual(["moved_address"]);
    expect(waitsFor({ ...cash, addressMoved: false })).toEqual([]);
  });

  test("waits for an approval when it is above the limit, to the cent", () => {
    expect(waitsFor({ ...cash, approvalAboveCents: 99_999 })).toEqual(["approval"]);
    expect(waitsFor({ ...cash, approvalAboveCents: 99_999, approved: true })).toEqual([]);
    expect(waitsFor({ ...cash, approvalAboveCents: 100_000 })).toEqual([]);
    expect(waitsFor({ ...cash, approvalAboveCents: 0 })).toEqual(["approval"]);
    expect(waitsFor({ ...cash, approvalAboveCents: null })).toEqual([]);
    // Approvals are about cash: a stated value does not count.
    expect(waitsFor({ ...cash, prizeAmountCents: 0, statedValueCents: 100_000, approvalAboveCents: 99_999 })).toEqual(
      [],
    );
  });

  test("waits for the bank, or for an administrator, while its order is held", () => {
    expect(waitsFor({ ...cash, held: "dispute_open" })).toEqual(["dispute"]);
    expect(waitsFor({ ...cash, held: "dispute_lost" })).toEqual(["dispute"]);
    expect(waitsFor({ ...cash, held: "refunded_at_gateway" })).toEqual(["refund"]);
    expect(waitsFor({ ...cash, held: null })).toEqual([]);
  });

  test("asks its winner for three things, and says which of them are there", () => {
    const done = (claim: Parameters<typeof needsOf>[0]) => needsOf(claim).map(({ need, done: has }) => [need, has]);
    expect(done({ ...cash, taxFormReceived: false })).toEqual([
      ["proved_address", true],
      ["age_18", true],
      ["tax_form", false],
    ]);
    expect(done({ ...cash, prizeType: "other", prizeAmountCents: 0, addressProved: false })).toEqual([
      ["proved_address", false],
    ]);
  });
});

describe("the limit of approvals", () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day));
  const set = (day: number, aboveCents: number | null) => ({ setAt: at(day), aboveCents });

  test("is the lowest since the claim, with the one that was in force then", () => {
    expect(approvalLimitOf([], at(5))).toBeNull();
    expect(approvalLimitOf([set(1, 300), set(2, 500)], at(5))).toBe(500);
    expect(approvalLimitOf([set(1, 300), set(6, 500), set(7, null)], at(5))).toBe(300);
    expect(approvalLimitOf([set(1, 500), set(6, 300), set(7, 400)], at(5))).toBe(300);
    expect(approvalLimitOf([set(1, 500), set(4, null)], at(5))).toBeNull();
    expect(approvalLimitOf([set(4, null), set(6, 0)], at(5))).toBe(0);
  });

  test("that is set at the moment of the claim counts together with the one before it", () => {
    expect(approvalLimitOf([set(1, 300), set(5, 500)], at(5))).toBe(300);
    expect(approvalLimitOf([set(1, 500), set(5, 300)], at(5))).toBe(300);
  });

  test("is loosened by a higher one or by none; a first one only tightens", () => {
    expect([loosens(300, 301), loosens(300, null), loosens(0, 1)]).toEqual([true, true, true]);
    expect([loosens(300, 300), loosens(300, 299), loosens(null, 300), loosens(null, null)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

test.each([waitWords, methodWords, documentWords, { REVERSED_REASON }])("has a text for each of %o", (words) => {
  expect(Object.values(words)).not.toHaveLength(0);
  expect(Object.values(words)).not.toContain("");
});
