/** The `dateFilter` of figures and reports: all time, one day, or a range of days, both ends included. */
import * as z from "zod/mini";
import { type Day, isDay } from "./days.ts";
import { type Language, locales } from "./language.ts";

/** Calendar days of the reader's time zone, both included; `null` is all time. */
export type Period = { from: Day; to: Day } | null;

const HINT = "Write the dates as all-time, yyyy-MM-dd, or yyyy-MM-dd_yyyy-MM-dd with the first day first";

/** Reads a filter; an absent one is all time. `undefined` when the text is no filter. */
export function readDateFilter(text: string | undefined): Period | undefined {
  if (text === undefined || text === "all-time") return null;
  const [from = "", to = from, ...more] = text.split("_");
  return more.length === 0 && isDay(from) && isDay(to) && from <= to ? { from, to } : undefined;
}

/** A period as a filter: `all-time`, `2026-11-21`, `2026-11-15_2026-11-21`. */
export function writeDateFilter(period: Period): string {
  if (period === null) return "all-time";
  return period.from === period.to ? period.from : `${period.from}_${period.to}`;
}

const dayFormat = (language: Language) =>
  new Intl.DateTimeFormat(locales[language], { timeZone: "UTC", dateStyle: "medium" });
const dayFormats = { en: dayFormat("en"), es: dayFormat("es") } as const satisfies Record<Language, unknown>;

/** `Nov 21, 2026`. */
export function dayName(day: Day, language: Language = "en"): string {
  return dayFormats[language].format(new Date(`${day}T00:00:00Z`));
}

/** `Nov 21`. */
export function shortDayName(day: Day, language: Language = "en"): string {
  return dayName(day, language).replace(/,? \d{4}$/, "");
}

/**
 * Days in a few letters: `Nov 24`, `Nov 1-25`, `Oct 28 to Nov 3`; in Spanish `1-25 nov`.
 * @param year the year that is left out; days of other years are written with theirs
 */
export function spanName({ from, to }: { from: Day; to: Day }, language: Language = "en", year?: string): string {
  const isWhole = year !== undefined && (from.slice(0, 4) !== year || to.slice(0, 4) !== year);
  const last = isWhole ? dayName(to, language) : shortDayName(to, language);
  if (from === to) return last;
  if (from.slice(0, 7) !== to.slice(0, 7)) {
    const isSameYear = from.slice(0, 4) === to.slice(0, 4);
    const first = isWhole && !isSameYear ? dayName(from, language) : shortDayName(from, language);
    return `${first} ${language === "es" ? "a" : "to"} ${last}`;
  }
  const first = String(Number(from.slice(8)));
  return language === "es" ? `${first}-${last}` : last.replace(" ", ` ${first}-`);
}

/** A period as administrators read it: `All time`, `Nov 21, 2026`, `Nov 15 to Nov 21, 2026`. */
export function periodName(period: Period, language: Language = "en"): string {
  const isSpanish = language === "es";
  if (period === null) return isSpanish ? "todo el tiempo" : "All time";
  const { from, to } = period;
  if (from === to) return dayName(to, language);
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  const first = sameYear ? shortDayName(from, language) : dayName(from, language);
  return `${first} ${isSpanish ? "a" : "to"} ${dayName(to, language)}`;
}

/** A query's `dateFilter`, read into a period; anything else is refused with 400. */
export const dateFilter = z._default(
  z.pipe(
    z.string(HINT).check(z.refine((text) => readDateFilter(text) !== undefined, HINT)),
    z.transform((text: string): Period => readDateFilter(text) ?? null),
  ),
  null,
);
