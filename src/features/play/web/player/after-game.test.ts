import { expect, test } from "vitest";
import type { SessionView } from "#features/play/contract.ts";
import { minutesText, timeText } from "#platform/web/ui/time.ts";
import { summaryOf } from "./after-game.tsx";
import { afterGameWords } from "./after-game-words.ts";

type Row = SessionView["session"];
const row = (attempts: number, ...claims: string[]) =>
  ({
    attempts,
    claims: claims.map((verificationStatus) => ({ verificationStatus })),
    startedAt: "2026-05-01T12:00:00Z",
    expiresAt: "2026-05-01T12:20:00Z",
    endedAt: "2026-05-01T12:08:30Z",
  }) as unknown as Row;

test("the end of a game is summed up: shots, time, claims and what is under review", () => {
  const text = (...rows: [Row, ...Row[]]) =>
    summaryOf({ session: rows[0], friendSessions: rows.slice(1) }, afterGameWords.en, "en");
  expect(text(row(1))).toBe("1 shot · 8 min");
  expect(text(row(4, "pending"), row(3))).toBe("7 shots · 8 min · 1 claim, under review");
  expect(text(row(4, "pending", "verified"))).toBe("4 shots · 8 min · 2 claims, 1 under review");
  expect(text(row(4, "verified"))).toBe("4 shots · 8 min · 1 claim");
});

test("a time left is minutes, a time of day has AM or PM in the course's zone: neither is read as the other", () => {
  expect(minutesText(569)).toBe("9 min");
  expect(minutesText(60)).toBe("1 min");
  expect(minutesText(59.9)).toBe("59 sec");
  expect(minutesText(40)).toBe("40 sec");
  expect(minutesText(40, "es")).toBe("40 s");
  expect(minutesText(0.2)).toBe("1 sec");
  expect(timeText("2026-05-01T19:25:00Z", "America/New_York").replace(/\s/u, " ")).toBe("3:25 PM");
});
