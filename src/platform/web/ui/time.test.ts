import { afterEach, expect, test, vi } from "vitest";
import { momentText, timeText, zonedText } from "./time.ts";

afterEach(() => vi.restoreAllMocks());

test("a list of ten thousand moments makes one format for each zone and language, and no text is another's", () => {
  const making = vi.spyOn(Intl, "DateTimeFormat");
  for (let row = 0; row < 10_000; row++) momentText("2026-11-21T20:05:00Z", "Pacific/Honolulu");
  expect(making).toHaveBeenCalledTimes(1);
  const texts = [
    momentText("2026-11-21T20:05:00Z", "Pacific/Honolulu"),
    momentText("2026-11-21T20:05:00Z", "America/New_York"),
    momentText("2026-11-21T20:05:00Z", "America/New_York", "es"),
    timeText("2026-11-21T20:05:00Z", "America/New_York"),
  ].map((text) => text.replaceAll(/\s/gu, " "));
  expect(texts).toEqual(["Nov 21, 2026, 10:05 AM", "Nov 21, 2026, 3:05 PM", "21 nov 2026, 3:05 p.m.", "3:05 PM"]);
});

test("AM and PM stay in the line of their time", () => {
  const texts = (["en", "es"] as const).flatMap((language) => [
    momentText("2026-11-21T20:05:00Z", "America/New_York", language),
    zonedText("2026-11-21T20:05:00Z", "America/New_York", language),
    timeText("2026-11-21T20:05:00Z", "America/New_York", language),
  ]);
  for (const text of texts) expect(text).toMatch(/3:05\u00a0(PM|p\.m\.)/u);
});

test("a moment with the name of its zone is on that zone's clock, in summer and in winter", () => {
  const texts = ["2026-07-21T20:05:00Z", "2026-11-21T20:05:00Z"].flatMap((instant) => [
    zonedText(instant, "America/Los_Angeles", "en"),
    zonedText(instant, "America/New_York", "es"),
  ]);
  expect(texts.map((text) => text.replaceAll(/\s/gu, " "))).toEqual([
    "Jul 21, 2026, 1:05 PM PDT",
    "21 jul 2026, 4:05 p.m. EDT",
    "Nov 21, 2026, 12:05 PM PST",
    "21 nov 2026, 3:05 p.m. EST",
  ]);
});
