/** The languages that screens, letters and notifications speak. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

/** The cookie that tells the server which language was chosen on this device. */
export const LANGUAGE_COOKIE = "acebay_language";

/** The language that a text of cookies says was chosen on the device. */
export function chosenIn(cookies: string): Language | undefined {
  return languages.find((language) => cookies.split(/; */).includes(`${LANGUAGE_COOKIE}=${language}`));
}

/** The first that we speak of a reader's languages ("es-MX", the best first), otherwise English. */
export function spokenOf(tags: readonly string[]): Language {
  for (const tag of tags) {
    const spoken = languages.find((language) => language === tag.toLowerCase().split("-")[0]);
    if (spoken) return spoken;
  }
  return "en";
}

/** What an operator wrote, in a reader's language: English where there is no Spanish. */
export function named(language: Language, english: string, spanish: string | null | undefined): string {
  return (language === "es" && spanish) || english;
}

/** For dates and times: American in both. Money reads the same. */
export const locales: Readonly<Record<Language, string>> = { en: "en-US", es: "es-US" };
