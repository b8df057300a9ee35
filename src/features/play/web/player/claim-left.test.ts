import { expect, test } from "vitest";
import { claimLeft } from "./claim-left.ts";
import { unsentWords } from "./unsent-words.ts";

const now = Date.parse("2026-05-01T19:25:00Z");
const item = (minutes: number, timeZone?: string) => ({
  deadline: now + minutes * 60_000,
  tappedAt: now,
  takenAt: now,
  ...(timeZone && { timeZone }),
});
const left = (...[minutes, timeZone]: Parameters<typeof item>) =>
  claimLeft(item(minutes, timeZone), now, "en", unsentWords.en)?.replaceAll(/\s/gu, " ");

test("within an hour the time left to claim is minutes, which nobody reads as a time of day", () => {
  expect(left(12.9, "America/Denver")).toBe("now: 12 min left");
  expect(left(0.3, "America/Denver")).toBe("now: 18 sec left");
  expect(left(59.9, "America/Denver")).toBe("now: 59 min left");
  expect(left(0)).toBeUndefined();
});

test("from an hour on it is a time of day on the course's clock, and never one on the device's", () => {
  expect(left(60, "America/Denver")).toBe("before 2:25 PM");
  expect(left(60, "America/New_York")).toBe("before 4:25 PM");
  expect(left(61)).toBe("now: 61 min left");
});

test("a device whose clock is wrong tells the course's time all the same", () => {
  const slow = { ...item(90, "America/New_York"), takenAt: now + 7_200_000 };
  expect(claimLeft(slow, now, "en", unsentWords.en)?.replaceAll(/\s/gu, " ")).toBe("before 6:55 PM");
  expect(claimLeft(item(30), now, "es", unsentWords.es)?.replaceAll(/\s/gu, " ")).toBe("ahora: quedan 30 min");
});
