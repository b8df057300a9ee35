/** In which windows, themes and languages a state is taken. */

/** Two phones, a tablet, a phone on its side, two desks, and a screen on a wall. */
export const sizes = {
  "360x640": { width: 360, height: 640 },
  "390x844": { width: 390, height: 844 },
  "820x1180": { width: 820, height: 1180 },
  "844x390": { width: 844, height: 390 },
  "1280x800": { width: 1280, height: 800 },
  "1600x1000": { width: 1600, height: 1000 },
  "1920x1080": { width: 1920, height: 1080 },
} as const;
export type Size = keyof typeof sizes;

export interface Look {
  size: Size;
  theme: "light" | "dark";
  language: "en" | "es";
}

const english = (size: Size, theme: Look["theme"]): Look => ({ size, theme, language: "en" });
const spanish = (size: Size): Look => ({ size, theme: "light", language: "es" });
const inBothThemes = (size: Size) => [english(size, "light"), english(size, "dark")];

/** Every address is taken in each of these (coverage.ts). */
export const wholeLooks: readonly Look[] = (
  ["360x640", "390x844", "820x1180", "844x390", "1280x800", "1600x1000"] as const
).flatMap(inBothThemes);
/** For the first states of a screen. Spanish words are longer: on the smallest phone, on its side, and on a tablet. */
export const everyLook: readonly Look[] = [
  ...wholeLooks,
  ...(["360x640", "844x390", "820x1180"] as const).map(spanish),
];
/** For each further state: each size once, the themes by turns. */
export const furtherLooks: readonly Look[] = [
  english("360x640", "light"),
  english("390x844", "dark"),
  english("820x1180", "light"),
  english("844x390", "dark"),
  english("1280x800", "dark"),
  english("1600x1000", "light"),
];
/** For states that are reached by their English names. */
export const inEnglish = (looks: readonly Look[]) => looks.filter(({ language }) => language === "en");
/** For screens on a wall. */
export const onWall: readonly Look[] = inBothThemes("1920x1080");

/** A command may name some of the values; then it takes only those. */
const kinds: readonly (readonly string[])[] = [Object.keys(sizes), ["light", "dark"], ["en", "es"]];

/** Whether a word of the command is about looks. */
export const isOfLooks = (word: string) => kinds.some((kind) => kind.includes(word));

/** Whether the words of the command let a look be taken. */
export function isAsked({ size, theme, language }: Look, words: readonly string[]): boolean {
  return kinds.every((kind) => {
    const named = words.filter((word) => kind.includes(word));
    return named.length === 0 || [size, theme, language].some((own) => named.includes(own));
  });
}
