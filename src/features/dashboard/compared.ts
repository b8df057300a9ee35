/** A figure beside that of the period before, as cards and files say it. Pure. */
import { spanName } from "#platform/shared/date-filter.ts";
import type { Day } from "#platform/shared/days.ts";
import type { Language } from "#platform/shared/language.ts";
import { growth } from "./rules.ts";

interface Compared {
  /** Of the period, and of the one before it. */
  now: number;
  was: number;
  /** How the figure is written. */
  show: (value: number) => string;
  /** The days of the period before. */
  before: { from: Day; to: Day };
  /** The last day of the period, whose year goes without saying. */
  to: Day;
}

/** `Oct 1-25: 1,234 (+12.3%)`; `(New)` where it was 0; without growth where both are 0 or it was below 0. */
export function comparedText({ now, was, show, before, to }: Compared, language: Language = "en"): string {
  const text = `${spanName(before, language, to.slice(0, 4))}: ${show(was)}`;
  if (was === 0) return now === 0 ? text : `${text} (${language === "es" ? "Nuevo" : "New"})`;
  const grown = growth(now, was);
  return grown === null ? text : `${text} (${grown > 0 ? "+" : ""}${grown.toLocaleString("en-US")}%)`;
}
