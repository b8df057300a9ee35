/** Instants (ISO 8601, UTC) as people read them. */
import { useEffect, useState } from "react";
import { type Language, locales } from "../words.ts";
import { kitWords } from "./words.ts";

/** Made once each, because a formatter takes longer to make than a row of a list to draw. */
const made = new Map<string, Intl.DateTimeFormat>();

/** A format of a zone. The device's own zone may change while the page is open, so its formats are made anew. */
function formatOf(
  language: Language,
  timeZone: string | undefined,
  shape: Readonly<Intl.DateTimeFormatOptions>,
): Intl.DateTimeFormat {
  if (!timeZone) return new Intl.DateTimeFormat(locales[language], shape);
  const key = [language, timeZone, shape.dateStyle, shape.timeZoneName].join(" ");
  const format = made.get(key) ?? new Intl.DateTimeFormat(locales[language], { ...shape, timeZone });
  made.set(key, format);
  return format;
}

/** A time of day in one line: `PM` does not stand alone on the next. Browsers differ in the space before it. */
const inOneLine = (text: string) => text.replaceAll(/\s(?=[AP]M\b|[ap]\.)/gu, "\u00a0");

/** "2 minutes ago", "yesterday". @param now milliseconds since 1970 @param language English unless told otherwise */
export function agoText(instant: string, now: number, language: Language = "en"): string {
  const relative = new Intl.RelativeTimeFormat(locales[language], { numeric: "auto" });
  // If the device's clock is behind, the text must not speak of the future.
  const seconds = Math.min(0, Math.round((Date.parse(instant) - now) / 1000));
  const size = Math.abs(seconds);
  if (size < 45) return kitWords[language].justNow;
  if (size < 3600) return relative.format(Math.round(seconds / 60), "minute");
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), "hour");
  return relative.format(Math.round(seconds / 86_400), "day");
}

/** "Nov 21, 2026, 3:05 PM", on the given zone's clock or the device's. */
export function momentText(instant: string, timeZone?: string, language: Language = "en"): string {
  return inOneLine(formatOf(language, timeZone, { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant)));
}

const named = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** "Nov 21, 2026, 3:05 PM EST", on the clock of a course or of the operator, which is named. */
export function zonedText(instant: string, timeZone: string, language: Language): string {
  return inOneLine(formatOf(language, timeZone, named).format(new Date(instant)));
}

/** "Nov 21, 2026", on the device's calendar. */
export function dateText(instant: string, language: Language = "en"): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: "medium" }).format(new Date(instant));
}

/**
 * "19 min", or "40 sec" in the last minute: a time left, never more than it is; `m:ss` is for a clock that runs. The last
 * second stays until it is over.
 */
export function minutesText(seconds: number, language: Language = "en"): string {
  const [unit, size] = seconds < 60 ? (["second", 1] as const) : (["minute", 60] as const);
  const whole = Math.max(1, Math.floor(seconds / size));
  return new Intl.NumberFormat(locales[language], { style: "unit", unit }).format(whole);
}

/** "3:05 PM", on the given zone's clock or the device's. @param instant ISO 8601, or milliseconds since 1970 */
export function timeText(instant: string | number, timeZone?: string, language: Language = "en"): string {
  return inOneLine(formatOf(language, timeZone, { timeStyle: "short" }).format(new Date(instant)));
}

/** The time of the device (milliseconds), renewed every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
