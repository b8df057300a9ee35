import { afterEach, expect, test, vi } from "vitest";
import { momentText, timeText } from "./time.ts";

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
