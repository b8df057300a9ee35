/** The days of a trend in the chart, and the sentence that replaces the chart. */
import { dayName } from "#platform/shared/date-filter.ts";
import type { SessionAnalytics } from "../contract.ts";

/** The spec's number of last days. A table beside the chart has all. */
const SHOWN = 7;

type Days = SessionAnalytics["trends"];

/** `Nov 21`. */
export function shortDay(day: string): string {
  return dayName(day).replace(/, \d+$/, "");
}

/** @param trends the earliest first */
export function shownDays(trends: Days): { last: Days; text: string } {
  const last = trends.slice(-SHOWN);
  const sum = (of: "individual" | "group" | "freeShots") => last.reduce((total, day) => total + day[of], 0);
  const [from, to] = [last[0], last.at(-1)];
  const span = from && to ? `${shortDay(from.date)} to ${shortDay(to.date)}` : "no days";
  return {
    last,
    text: `Sessions a day, ${span}: ${sum("individual")} individual, ${sum("group")} group, ${sum("freeShots")} free shots.`,
  };
}
