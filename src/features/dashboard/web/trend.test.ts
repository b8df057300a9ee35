import { expect, test } from "vitest";
import { shownDays } from "./trend.ts";

test("the chart shows the last 7 days of the trend, and says what they come to, each session once [2.114]", () => {
  const trends = Array.from({ length: 30 }, (_, n) => ({
    date: `2026-11-${String(n + 1).padStart(2, "0")}`,
    individual: n,
    group: 1,
    freeShots: n === 29 ? 2 : 0,
    total: n + 1,
  }));
  const { last, text } = shownDays(trends, "en");
  expect(last.map(({ date }) => date.slice(8))).toEqual(["24", "25", "26", "27", "28", "29", "30"]);
  expect(text).toBe("Sessions a day, Nov 24 to Nov 30: 180 individual, 7 group, 2 free shots.");
  expect(shownDays(trends, "es").text).toBe(
    "Sesiones por día, del 24 nov al 30 nov: 180 individuales, 7 de grupo, 2 tiros gratis.",
  );
  expect(shownDays(trends.slice(0, 2), "en").last).toHaveLength(2);
});
