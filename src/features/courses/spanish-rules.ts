/** The Spanish of the names that the product gives itself. Apart, for only the server and readers of Spanish need it. */

export const freeShotInSpanish = { nameEs: "TIRO GRATIS", descriptionEs: "Un tiro gratis con tu hora de salida" };

/** Of `defaultPrizes` in rules.ts. */
export const defaultPrizesInSpanish = {
  left: "Driver TaylorMade SIM2",
  right: "Pase de bahía en TopGolf (1 hora)",
} as const;
