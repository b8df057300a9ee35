/** A day in words. Apart from `time.ts`, so that pages for everyone load only this. */
import { type Language, locales } from "../words.ts";

/** "Nov 21, 2026": a day (yyyy-MM-dd), the same in every time zone. */
export function dayText(day: string, language: Language = "en"): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
}
