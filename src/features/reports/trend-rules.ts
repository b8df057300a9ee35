/** A course report's chart and growth, as its screen and its PDF show them. */
import { growthSpans } from "#features/dashboard/rules.ts";
import { shortDayName, spanName } from "#platform/shared/date-filter.ts";
import { type Day, localDay } from "#platform/shared/days.ts";
import { toCents } from "#platform/shared/money.ts";
import type { CourseReport } from "./contract.ts";
import { type Language, locales } from "#platform/shared/language.ts";

type Trend = CourseReport["trends"][number];

/** Days, or groups of days, with their names in a chart. */
export interface Bins {
  unit: "day" | "week" | "month";
  bins: (Trend & { label: string })[];
}

/** More columns than this would be too thin to tell apart. */
const MOST_COLUMNS = 62;

/** A report's days as the columns of a chart: weeks of seven days, or months, when there are too many of them. */
export function toBins(trends: readonly Trend[], language: Language = "en"): Bins {
  const unit = trends.length <= MOST_COLUMNS ? "day" : trends.length <= MOST_COLUMNS * 7 ? "week" : "month";
  const keyOf = (date: Day, index: number) =>
    unit === "day" ? date : unit === "week" ? String(Math.floor(index / 7)) : date.slice(0, 7);
  const byKey = new Map<string, Trend>();
  for (const [index, trend] of trends.entries()) {
    const key = keyOf(trend.date, index);
    const before = byKey.get(key);
    byKey.set(key, before ? together(before, trend) : trend);
  }
  const bins = [...byKey.values()].map((bin) => ({ ...bin, label: labelOf(bin.date, unit, language) }));
  return { unit, bins };
}

function together(one: Trend, other: Trend): Trend {
  return {
    date: one.date,
    revenue: (toCents(one.revenue) + toCents(other.revenue)) / 100,
    sessions: one.sessions + other.sessions,
    shots: one.shots + other.shots,
  };
}

function labelOf(date: Day, unit: Bins["unit"], language: Language): string {
  if (unit !== "month") return shortDayName(date, language);
  const format = new Intl.DateTimeFormat(locales[language], { timeZone: "UTC", month: "short", year: "numeric" });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/** The days that a growth compares: `Nov 1-25 against Oct 1-25`, by the report's own moment and zone. */
export function growthDays({ asOf, timeZone }: Pick<CourseReport, "asOf" | "timeZone">, language: Language = "en") {
  const { now, before } = growthSpans(localDay(new Date(asOf), timeZone));
  return `${spanName(now, language)} ${growthWords[language].against} ${spanName(before, language)}`;
}

/** `+12.3%: Nov 1-25 against Oct 1-25`; `New` when there was nothing to grow from. */
export function growthText(
  report: Pick<CourseReport, "asOf" | "timeZone" | "revenueGrowth">,
  language: Language = "en",
): string {
  const { revenueGrowth: growth } = report;
  const sign = growth !== null && growth > 0 ? "+" : "";
  const grown = growth === null ? growthWords[language].isNew : `${sign}${growth.toLocaleString("en-US")}%`;
  return `${grown}: ${growthDays(report, language)}`;
}

const growthWords: Readonly<Record<Language, { isNew: string; against: string }>> = {
  en: { isNew: "New", against: "against" },
  es: { isNew: "Nuevo", against: "frente a" },
};
