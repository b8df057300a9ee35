import { type Language, locales } from "../words.ts";

/** Made once each: a formatter takes longer to make than the sentence around it, and each key at the desk shows one. */
const made = new Map<string, Intl.DateTimeFormat>();

/** "Friday, November 21" on the zone's calendar. @param instant ISO 8601 */
export function weekdayText(instant: string, timeZone: string, language: Language): string {
  const key = `${language} ${timeZone}`;
  const day = { weekday: "long", month: "long", day: "numeric" } as const;
  const format = made.get(key) ?? new Intl.DateTimeFormat(locales[language], { ...day, timeZone });
  made.set(key, format);
  return format.format(new Date(instant));
}
