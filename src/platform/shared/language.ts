/** The languages that screens, letters and notifications speak. */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];

/** For dates and times: American in both. Money reads the same. */
export const locales: Readonly<Record<Language, string>> = { en: "en-US", es: "es-US" };
