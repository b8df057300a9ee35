import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "#platform/shared/refusal.ts";
import { secondsToNextDay, teeTimeInstant } from "./rules.ts";

const newYork = "America/New_York";
const zone = fc.constantFrom(newYork, "America/Los_Angeles", "America/Phoenix", "Asia/Kolkata", "Pacific/Apia");
const now = fc.date({ min: new Date("2026-01-01"), max: new Date("2029-12-31"), noInvalidDate: true });
const hour = fc.nat(23);
const minute = fc.nat(59);
const two = (n: number) => String(n).padStart(2, "0");

/** `2026-07-04 09:05` on the zone's clock: the Swedish locale writes that by itself. */
const wallOf = (instant: Date, timeZone: string) =>
  instant.toLocaleString("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
const dayOf = (instant: Date, timeZone: string) => wallOf(instant, timeZone).slice(0, 10);

/** The instant (ISO), or the code of the refusal. */
function read(typed: string, timeZone: string, moment: Date): string {
  try {
    return teeTimeInstant(typed, timeZone, moment).toISOString();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** The ways to write a time of day. */
function spellings(h: number, m: number, today: string): string[] {
  const half = h < 12 ? "AM" : "PM";
  const twelve = `${((h + 11) % 12) + 1}:${two(m)}`;
  return [
    `${two(h)}:${two(m)}`,
    ` ${h}:${two(m)}:00 `,
    `${twelve} ${half}`,
    `${twelve}${half.toLowerCase()}`,
    `${twelve} ${half.charAt(0).toLowerCase()}.m.`,
    `${today}T${two(h)}:${two(m)}`,
    `${today}T${two(h)}:${two(m)}:00.000`,
    `${today} ${h}:${two(m)}`,
  ];
}

describe("a tee time", () => {
  test("means that time of the course's day, in all the ways of writing it", () => {
    fc.assert(
      fc.property(now, zone, hour, minute, (moment, timeZone, h, m) => {
        const today = dayOf(moment, timeZone);
        const readings = new Set(spellings(h, m, today).map((typed) => read(typed, timeZone, moment)));
        expect(readings.size).toBe(1);
        const wall = wallOf(new Date([...readings][0] ?? ""), timeZone);
        // When clocks go forward, zones of this country skip 02:xx; a time in it is read as one hour later.
        const isSkipped = h === 2 && wall === `${today} 03:${two(m)}`;
        expect(isSkipped || wall === `${today} ${two(h)}:${two(m)}`).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("with its offset is that very instant when it lies in the course's day, and refused when it does not", () => {
    const offset = fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => quarters * 15);
    const away = fc.integer({ min: -172_800, max: 172_800 });
    fc.assert(
      fc.property(now, zone, offset, away, (moment, timeZone, ahead, seconds) => {
        const instant = new Date(moment.getTime() + seconds * 1000);
        const sign = `${ahead < 0 ? "-" : "+"}${two(Math.floor(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`;
        const local = new Date(instant.getTime() + ahead * 60_000).toISOString().slice(0, -1);
        const expected =
          dayOf(instant, timeZone) === dayOf(moment, timeZone) ? instant.toISOString() : "play.tee_time_not_today";
        for (const typed of [local + sign, local + sign.replace(":", ""), instant.toISOString()]) {
          expect(read(typed, timeZone, moment)).toBe(expected);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("of another day is refused, however little away", () => {
    fc.assert(
      fc.property(now, zone, fc.constantFrom(-366, -1, 1, 2, 365), (moment, timeZone, days) => {
        const today = dayOf(moment, timeZone);
        const other = new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
        expect(read(`${other}T09:30`, timeZone, moment)).toBe("play.tee_time_not_today");
      }),
    );
  });

  test.each([
    // Sunday 8 March 2026: 02:00 becomes 03:00, -05:00 becomes -04:00.
    ["01:59", "2026-03-08T06:00:00Z", "2026-03-08T06:59:00.000Z"],
    ["02:30", "2026-03-08T06:00:00Z", "2026-03-08T07:30:00.000Z"],
    ["2026-03-08T02:30", "2026-03-08T20:00:00Z", "2026-03-08T07:30:00.000Z"],
    ["3:00 AM", "2026-03-08T06:00:00Z", "2026-03-08T07:00:00.000Z"],
    ["12:00 AM", "2026-03-08T20:00:00Z", "2026-03-08T05:00:00.000Z"],
    ["11:59 PM", "2026-03-08T06:00:00Z", "2026-03-09T03:59:00.000Z"],
    ["23:30", "2026-03-08T04:30:00Z", "2026-03-08T04:30:00.000Z"], // still the 7th there
    // Sunday 1 November 2026: 02:00 becomes 01:00, -04:00 becomes -05:00.
    ["12:30 AM", "2026-11-01T20:00:00Z", "2026-11-01T04:30:00.000Z"],
    ["01:30", "2026-11-01T20:00:00Z", "2026-11-01T05:30:00.000Z"],
    ["2026-11-01T01:30:00-05:00", "2026-11-01T20:00:00Z", "2026-11-01T06:30:00.000Z"],
    ["2:00 AM", "2026-11-01T04:30:00Z", "2026-11-01T07:00:00.000Z"],
    ["12:00 PM", "2026-11-01T04:30:00Z", "2026-11-01T17:00:00.000Z"],
  ])("of %s at %s in New York is %s", (typed, moment, instant) => {
    expect(read(typed, newYork, new Date(moment))).toBe(instant);
  });

  test("that no clock or calendar shows is refused as such", () => {
    const moment = new Date("2026-02-28T17:00:00Z");
    const wrong = [
      ["", "noon", "9", "930", "9:5", "9.30", "-1:30", "09:30Z", "9:30 XM", "9:30 AM PM", "١٠:٣٠"],
      ["25:00", "24:00", "23:60", "99:99", "10:00:60", "10:00:99"],
      ["13:00 PM", "0:30 AM", "00:30 PM", "12:60 AM", "10:00:75 AM"],
      [
        "2026-02-29T10:00",
        "2026-02-30T10:00",
        "2026-04-31T10:00",
        "2026-13-01T10:00",
        "2026-00-10T10:00",
        "2026-02-00T10:00",
      ],
      [
        "2026-02-28T24:00",
        "2026-02-28T10:60",
        "2026-02-28T10:00:60",
        "2026-02-28",
        "2026-02-28T",
        "2026-2-28T10:00",
        "0000-01-01T10:00",
      ],
      [
        "2026-02-30T10:00:00Z",
        "2026-02-29T10:00:00-05:00",
        "2026-02-28T25:00:00Z",
        "2026-02-28T24:00:00Z",
        "2026-02-28T10:61:00Z",
      ],
      [
        "2026-02-28T10:00:00+99:00",
        "2026-02-28T10:00:00-05:60",
        "2026-02-28T10:00:00EST",
        "2026-02-28Tten Z",
        "+002026-02-28T10:00:00Z",
      ],
    ].flat();
    expect(wrong.filter((typed) => read(typed, newYork, moment) !== "play.tee_time_invalid")).toEqual([]);
  });

  test("that is anything at all is read or refused, and what is read is today", () => {
    const typed = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9T:+Z.AMPm -]{0,26}$/),
      fc.stringMatching(/^\d{1,2}:\d\d ?[ap]?m?$/),
    );
    fc.assert(
      fc.property(typed, zone, now, (text, timeZone, moment) => {
        const reading = read(text, timeZone, moment);
        const isToday = () => dayOf(new Date(reading), timeZone) === dayOf(moment, timeZone);
        expect(reading.startsWith("play.tee_time_") || isToday()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

test("the next free shot is as many seconds away as the course's day has left", () => {
  fc.assert(
    fc.property(now, zone, (moment, timeZone) => {
      const wait = secondsToNextDay(moment, timeZone);
      const day = (seconds: number) => dayOf(new Date(moment.getTime() + seconds * 1000), timeZone);
      expect(day(wait) > dayOf(moment, timeZone)).toBe(true);
      expect(day(wait - 1)).toBe(dayOf(moment, timeZone));
    }),
  );
  expect(secondsToNextDay(new Date("2026-03-08T05:00:00Z"), newYork)).toBe(23 * 3600);
  expect(secondsToNextDay(new Date("2026-11-01T04:00:00Z"), newYork)).toBe(25 * 3600);
  expect(secondsToNextDay(new Date("2026-07-05T03:59:59.999Z"), newYork)).toBe(1);
});
