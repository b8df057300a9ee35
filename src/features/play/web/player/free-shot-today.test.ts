import { expect, test, vi } from "vitest";

vi.stubGlobal("navigator", { languages: ["en"] });
const { hasFreeShotOn } = await import("./free-shot-today.ts");

const courses = [
  { id: 1, timeZone: "America/New_York" },
  { id: 2, timeZone: "America/Los_Angeles" },
];
/** 1:30 on Saturday in New York, 22:30 on Friday in Los Angeles. */
const startedAt = "2026-11-21T06:30:00.000Z";

test("a free shot is of the day on its course's clock", () => {
  expect(hasFreeShotOn("2026-11-21", [{ isFreeShot: true, startedAt, courseId: 1 }], courses)).toBe(true);
  expect(hasFreeShotOn("2026-11-20", [{ isFreeShot: true, startedAt, courseId: 1 }], courses)).toBe(false);
  expect(hasFreeShotOn("2026-11-20", [{ isFreeShot: true, startedAt, courseId: 2 }], courses)).toBe(true);
});

test("paid sessions use no free shot", () => {
  expect(hasFreeShotOn("2026-11-21", [{ isFreeShot: false, startedAt, courseId: 1 }], courses)).toBe(false);
  expect(hasFreeShotOn("2026-11-21", [], courses)).toBe(false);
});
