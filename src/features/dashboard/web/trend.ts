/** The days of a trend in the chart, and the sentence that replaces the chart. */
import { shortDayName } from "#platform/shared/date-filter.ts";
import type { SessionAnalytics } from "../contract.ts";
import type { Language } from "#platform/web/words.ts";
import { dashboardWords } from "./words.ts";

/** The spec's number of last days. A table beside the chart has all. */
const SHOWN = 7;

type Days = SessionAnalytics["trends"];

/** Individual sessions that were paid: the answer counts free shots among them, and the screen shows each once. */
export function paidAlone({ individual, freeShots }: { individual: number; freeShots: number }): number {
  return individual - freeShots;
}

/** @param trends the earliest first */
export function shownDays(trends: Days, language: Language): { last: Days; text: string } {
  const words = dashboardWords[language];
  const last = trends.slice(-SHOWN);
  const sum = (of: (day: Days[number]) => number) => last.reduce((total, day) => total + of(day), 0);
  const [from, to] = [last[0], last.at(-1)];
  const name = (day: string) => shortDayName(day, language);
  const span = from && to ? words.span(name(from.date), name(to.date)) : words.noDays;
  const [group, free] = [sum((day) => day.group), sum((day) => day.freeShots)];
  return { last, text: words.trend(span, sum(paidAlone), group, free) };
}
