/** The figures (rules, section 9) as pure functions. Money is cents here; a day is one of the reader's zone. */
import { type Hole, holes } from "#features/courses/contract.ts";
import { FREE_SHOT_PACKAGE_ID, freeShotPackage } from "#features/courses/rules.ts";
import { addDays, type Day } from "#platform/shared/days.ts";
import { type Period, spanName } from "#platform/shared/date-filter.ts";
import type { Language } from "#platform/shared/language.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { PopularPackage, PrizeBreakdown, UserEngagementStats } from "./contract.ts";

const WEEK = 7;
/** How many days a trend has for all time. */
const TREND_DAYS = 30;
/** No trend is longer: ten years of days are more than anyone reads, and a filter may name a thousand years. */
const LONGEST_TREND = 3660;

/** To one decimal. */
export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A part of a whole in percent, to one decimal; 0 when there is nothing to divide. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : oneDecimal((part * 100) / whole);
}

/** An amount over a count; 0 when there is nothing to divide. */
export function average(total: number, count: number): number {
  return count === 0 ? 0 : total / count;
}

/** How many days a period has, both ends included. */
export function countDays(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The days that a trend shows: each of the period; for all time the last 30. */
export function trendSpan(period: Period, today: Day): { from: Day; to: Day } {
  if (period === null) return { from: addDays(today, 1 - TREND_DAYS), to: today };
  const first = addDays(period.to, 1 - LONGEST_TREND);
  return first > period.from ? { from: first, to: period.to } : period;
}

/** One entry for each day of a span; days without an entry get `empty`. */
export function eachDay<T extends object>(
  span: { from: Day; to: Day },
  known: readonly (NoInfer<T> & { day: Day })[],
  empty: T,
): (T & { day: Day })[] {
  const byDay = new Map(known.map((one) => [one.day, one]));
  return Array.from({ length: countDays(span.from, span.to) }, (_, index) => {
    const day = addDays(span.from, index);
    return byDay.get(day) ?? { ...empty, day };
  });
}

/** The first day of a day's month, by which its bucket is kept. */
export function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`;
}

/**
 * The fewest buckets of a period: its whole months, and the single days before and after them. Each entry is a range of
 * buckets of one span, both ends included; a month is named by its first day.
 */
export function bucketsOf(period: { from: Day; to: Day }): { span: "day" | "month"; from: Day; to: Day }[] {
  const { from, to } = period;
  const first = firstOfMonth(from) === from ? from : firstOfMonth(addDays(firstOfMonth(from), 31));
  const after = firstOfMonth(addDays(to, 1));
  if (first >= after) return [{ span: "day", from, to }];
  const buckets = [
    { span: "day", from, to: addDays(first, -1) },
    { span: "month", from: first, to: firstOfMonth(addDays(after, -1)) },
    { span: "day", from: after, to },
  ] as const;
  return buckets.filter((range) => range.from <= range.to);
}

/** This month to date, and the same days of the month before, as far as that month has them. */
export function growthSpans(today: Day): { now: { from: Day; to: Day }; before: { from: Day; to: Day } } {
  const first = firstOfMonth(today);
  const lastOfBefore = addDays(first, -1);
  const firstOfBefore = firstOfMonth(lastOfBefore);
  const same = addDays(firstOfBefore, Number(today.slice(8)) - 1);
  return { now: { from: first, to: today }, before: { from: firstOfBefore, to: same < first ? same : lastOfBefore } };
}

/**
 * The period that a period is compared with; null for all time. Days from the first of a month, longer than a week, are
 * compared with the same days of the month before, and a whole month with the whole one before it. Any other period is
 * compared with as many days directly before it.
 */
export function periodBefore(period: Period): { from: Day; to: Day } | null {
  if (period === null) return null;
  const { from, to } = period;
  const lastBefore = addDays(from, -1);
  const length = countDays(from, to);
  if (firstOfMonth(from) !== from || firstOfMonth(to) !== from || length <= WEEK)
    return { from: addDays(from, -length), to: lastBefore };
  const isWholeMonth = firstOfMonth(addDays(to, 1)) !== from;
  return isWholeMonth ? { from: firstOfMonth(lastBefore), to: lastBefore } : growthSpans(to).before;
}

/** Growth in percent, to one decimal; null when there was nothing (or less, after refunds) to grow from. */
export function growth(now: number, before: number): number | null {
  return before <= 0 ? null : oneDecimal(((now - before) * 100) / before);
}

/** Those who played: new ones by their first play ever, the others have played before. */
export function toEngagement({ players, newPlayers }: { players: number; newPlayers: number }): UserEngagementStats {
  const returning = players - newPlayers;
  return {
    totalUniqueUsers: players,
    newUsers: newPlayers,
    newUserPercentage: percent(newPlayers, players),
    returningUsers: returning,
    returningUserPercentage: percent(returning, players),
  };
}

export interface PackageSales {
  id: number;
  name: string;
  purchases: number;
  netCents: number;
  priceCents: number;
}

/** Packages by purchases, most first. Before them the free shot, if there is anything to show. */
export function toPackages(sales: readonly PackageSales[], freeShots: number): PopularPackage[] {
  if (sales.length === 0 && freeShots === 0) return [];
  const all = sales.reduce((total, { purchases }) => total + purchases, freeShots);
  const free = {
    id: FREE_SHOT_PACKAGE_ID,
    name: freeShotPackage.name,
    purchases: freeShots,
    netCents: 0,
    priceCents: 0,
  };
  const sold = sales.toSorted((a, b) => b.purchases - a.purchases || b.netCents - a.netCents || a.id - b.id);
  return [free, ...sold].map(({ id, name, purchases, netCents, priceCents }) => ({
    id,
    name,
    purchases,
    revenue: toDollars(netCents),
    price: toDollars(priceCents),
    percentage: percent(purchases, all),
  }));
}

const prizeOrder = ["left", "right", "middle"] as const satisfies readonly Hole[];

/** Claims by hole: always left, right, middle. */
export function toBreakdown(claims: Readonly<Partial<Record<Hole, number>>>): PrizeBreakdown[] {
  const all = holes.reduce((total, hole) => total + (claims[hole] ?? 0), 0);
  return prizeOrder.map((targetHole) => {
    const count = claims[targetHole] ?? 0;
    return { targetHole, claims: count, percentage: percent(count, all) };
  });
}

interface Compared {
  /** The figure of the period, and of the period before. */
  now: number;
  was: number;
  /** How the figure is written. */
  show: (value: number) => string;
  /** The days of the period before. */
  before: { from: Day; to: Day };
  /** The last day of the period, whose year is left out. */
  to: Day;
}

/** `Oct 1-25: 1,234 (+12.3%)`; `(New)` where it was 0; without growth where both are 0 or it was below 0. */
export function comparedText({ now, was, show, before, to }: Compared, language: Language = "en"): string {
  const text = `${spanName(before, language, to.slice(0, 4))}: ${show(was)}`;
  if (was === 0) return now === 0 ? text : `${text} (${language === "es" ? "Nuevo" : "New"})`;
  const grown = growth(now, was);
  return grown === null ? text : `${text} (${grown > 0 ? "+" : ""}${grown.toLocaleString("en-US")}%)`;
}
