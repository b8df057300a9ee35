/**
 * The fonts of our PDFs: Open Sans (OFL) has Latin, Vietnamese, Cyrillic, Greek and Hebrew letters, and figures of one
 * width. What it lacks is never printed as boxes.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

function load(url: string): Buffer {
  return readFileSync(fileURLToPath(url));
}

/** The weights, as files in memory: read once. */
export const fonts = {
  regular: load(import.meta.resolve("@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf")),
  bold: load(import.meta.resolve("@expo-google-fonts/open-sans/700Bold/OpenSans_700Bold.ttf")),
} as const;

export type Weight = keyof typeof fonts;

/** Stands for letters that the font lacks. */
const LACKING = "[…]";
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Whether the font prints a text whole. @param has whether the font has a character (a code point) */
export function canPrint(text: string, has: (codePoint: number) => boolean): boolean {
  return [...text].every((character) => has(character.codePointAt(0) ?? 0));
}

/**
 * A text as the font can print it: full-width and other compatibility forms become plain ones, a run of letters that
 * it lacks (Chinese, Arabic, Thai) becomes `[…]`, other signs that it lacks (emoji, control characters) are left out.
 */
export function printable(text: string, has: (codePoint: number) => boolean): string {
  let printed = "";
  for (const { segment } of graphemes.segment(text.normalize("NFC").replaceAll(/[\s\p{Cc}]/gu, " "))) {
    const plain = segment.normalize("NFKC");
    if (canPrint(segment, has)) printed += segment;
    else if (canPrint(plain, has)) printed += plain;
    else if (/[\p{L}\p{N}]/u.test(segment) && !printed.endsWith(LACKING)) printed += LACKING;
  }
  return printed.replaceAll(/ {2,}/g, " ").trim();
}
