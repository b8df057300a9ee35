/** What fields of Spanish names have in common. Golfers who read Spanish see the English where one is blank. */
export const inSpanish = { optional: true, autoComplete: "off", lang: "es" } as const;
