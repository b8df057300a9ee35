/** Pairs of sentences, English and Spanish, that begin alike. */
export type Pair = readonly [en: string, es: string];

/** Each of some endings after one beginning. */
export const begun = ([en, es]: Pair, rest: readonly Pair[]): readonly Pair[] =>
  rest.map(([english, spanish]) => [`${en}${english}`, `${es}${spanish}`] as const);
