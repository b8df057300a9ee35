/** The properties of all fields for Spanish names. Golfers who read Spanish see the English if a field is blank. */
export const inSpanish = { optional: true, autoComplete: "off", lang: "es" } as const;
