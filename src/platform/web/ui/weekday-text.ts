import { type Language, locales } from "../words.ts";

/** "Friday, November 21" on the zone's calendar. @param instant ISO 8601 */
export function weekdayText(instant: string, timeZone: string, language: Language): string {
  const day = { weekday: "long", month: "long", day: "numeric" } as const;
  return new Intl.DateTimeFormat(locales[language], { ...day, timeZone }).format(new Date(instant));
}
