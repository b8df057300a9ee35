/**
 * The fonts of our PDFs. Open Sans (OFL) has Latin, Vietnamese, Cyrillic, Greek and Hebrew letters, and figures of
 * equal width. Noto Sans (OFL) has Chinese, Japanese, Korean, Arabic, Thai and Devanagari letters in many small files,
 * and only the needed ones are read. Letters without a font are never printed as boxes.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create, type Font } from "fontkit";

function load(url: string): Buffer {
  return readFileSync(fileURLToPath(url));
}

/** The weights as files in memory, read once. */
export const fonts = {
  regular: load(import.meta.resolve("@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf")),
  bold: load(import.meta.resolve("@expo-google-fonts/open-sans/700Bold/OpenSans_700Bold.ttf")),
} as const;

export type Weight = keyof typeof fonts;

/** A font of other scripts. Its letters are drawn as outlines, because there is no whole file to embed. */
export interface ScriptFont {
  font: Font;
  /** The weight of the letters in the file: 100 (thin) or 400 (regular). */
  weight: number;
  /** A text's outlines, in the font's units. Shaping is slow and names are repeated, so some outlines are kept. */
  outlinesOf(text: string): Outlines;
}

interface Outlines {
  width: number;
  /** SVG paths with their places. */
  glyphs: readonly { path: string; x: number; y: number }[];
}

/** The number of texts whose outlines a font keeps. */
const KEPT = 500;
/** The number of letters whose fonts are kept. */
const LETTERS = 20_000;

/** For each family, the table of the letters in each file. */
const families = {
  "noto-sans-sc": import.meta.resolve("@fontsource-variable/noto-sans-sc/unicode.json"),
  "noto-sans-kr": import.meta.resolve("@fontsource-variable/noto-sans-kr/unicode.json"),
  "noto-sans-arabic": import.meta.resolve("@fontsource-variable/noto-sans-arabic/unicode.json"),
  "noto-sans-thai": import.meta.resolve("@fontsource-variable/noto-sans-thai/unicode.json"),
  "noto-sans-devanagari": import.meta.resolve("@fontsource-variable/noto-sans-devanagari/unicode.json"),
} as const;

interface Slice {
  url: string;
  /** Code points, both ends included. */
  ranges: readonly (readonly [from: number, to: number])[];
}

let slices: Slice[] | undefined;
const opened = new Map<string, ScriptFont>();

function readSlices(): Slice[] {
  return Object.entries(families).flatMap(([family, table]) => {
    const slicesOf: Record<string, string> = JSON.parse(load(table).toString());
    return Object.entries(slicesOf).map(([name, ranges]) => ({
      url: new URL(`files/${family}-${name.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`, table).href,
      ranges: ranges.split(",").map((range) => {
        const [from = 0, to = from] = range
          .trim()
          .slice("U+".length)
          .split("-")
          .map((code) => Number.parseInt(code, 16));
        return [from, to] as const;
      }),
    }));
  });
}

/** The font of a letter, or undefined if none has it. */
const found = new Map<string, ScriptFont | undefined>();

/**
 * The font of another script with all code points of a letter; joiners need no glyph. The font `before` is tried first,
 * because letters that join must be of one font.
 */
function scriptFontOf(letter: string, before: ScriptFont | undefined): ScriptFont | undefined {
  const known = found.get(letter);
  if (known !== undefined && (before === undefined || known === before)) return known;
  const codes = [...letter.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")].map(
    (sign) => sign.codePointAt(0) ?? 0,
  );
  const hasAll = ({ font }: ScriptFont) => codes.every((code) => font.hasGlyphForCodePoint(code));
  if (before && hasAll(before)) return before;
  if (!found.has(letter)) {
    if (found.size >= LETTERS) found.clear();
    found.set(letter, search(codes, hasAll));
  }
  return found.get(letter);
}

function search(codes: readonly number[], hasAll: (script: ScriptFont) => boolean): ScriptFont | undefined {
  slices ??= readSlices();
  for (const { url, ranges } of slices) {
    // The tables name more letters than the files contain.
    if (!codes.every((code) => ranges.some(([from, to]) => code >= from && code <= to))) continue;
    const script = opened.get(url) ?? openFont(url);
    opened.set(url, script);
    if (hasAll(script)) return script;
  }
  return undefined;
}

function openFont(url: string): ScriptFont {
  const font = create(load(url));
  if (!("layout" in font)) throw new Error(`${url} is not one font`);
  const kept = new Map<string, Outlines>();
  return {
    font,
    weight: font.variationAxes["wght"]?.default ?? 400,
    outlinesOf: (text) => {
      const outlines = kept.get(text) ?? shape(font, text);
      if (kept.size >= KEPT) kept.clear();
      kept.set(text, outlines);
      return outlines;
    },
  };
}

function shape(font: Font, text: string): Outlines {
  const { glyphs, positions, advanceWidth } = font.layout(text);
  let pen = 0;
  const placed = glyphs.map((glyph, index) => {
    const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
    const at = { path: glyph.path.toSVG(), x: pen + xOffset, y: yOffset };
    pen += xAdvance;
    return at;
  });
  return { width: advanceWidth, glyphs: placed };
}

/** A part of a text in one font; in Open Sans if there is no `script`. */
export interface Run {
  text: string;
  script: ScriptFont | undefined;
}

/** Replaces letters without a font. */
const LACKING = "[…]";
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Whether the fonts can print a whole text. @param has whether Open Sans has a character (a code point) */
export function canPrint(text: string, has: (codePoint: number) => boolean): boolean {
  return [...text].every((character) => has(character.codePointAt(0) ?? 0));
}

/**
 * The printable form of a text: full-width and other compatibility forms become plain, letters without a font become
 * `[…]`, and other signs without one (emoji, control characters) are left out.
 */
export function runsOf(text: string, has: (codePoint: number) => boolean): Run[] {
  const runs: Run[] = [];
  const add = (printed: string, script?: ScriptFont) => {
    const last = runs.at(-1);
    if (last && last.script === script) last.text += printed;
    else runs.push({ text: printed, script });
  };
  for (const { segment } of graphemes.segment(
    text
      .normalize("NFC")
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  )) {
    const plain = segment.normalize("NFKC");
    if (canPrint(segment, has)) {
      // The sign between two spaces may have been left out.
      if (segment !== " " || !runs.at(-1)?.text.endsWith(" ")) add(segment);
    } else if (canPrint(plain, has)) add(plain);
    else if (/[\p{L}\p{N}\p{P}]/u.test(segment)) {
      const script = scriptFontOf(segment, runs.at(-1)?.script);
      if (script) add(segment, script);
      else if (/[\p{L}\p{N}]/u.test(segment) && !runs.at(-1)?.text.endsWith(LACKING)) add(LACKING);
    }
  }
  const last = runs.at(-1);
  if (last && !last.script) last.text = last.text.trimEnd();
  return runs;
}

/** Whether every letter of a text has a font. */
export function hasAllLetters(text: string, has: (codePoint: number) => boolean): boolean {
  return !runsOf(text, has).some((run) => run.text.includes(LACKING));
}
