/** The languages that screens, letters and notifications speak. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

/** What an operator wrote, in a reader's language: English where there is no Spanish. */
export function named(language: Language, english: string, spanish: string | null | undefined): string {
  return (language === "es" && spanish) || english;
}

/** For dates and times: American in both. Money reads the same. */
export const locales: Readonly<Record<Language, string>> = { en: "en-US", es: "es-US" };
