/**
 * Texts on the pages of a PDF. The library sets ordinary texts. A text with letters of other scripts, or from right to
 * left, is set here: broken into lines, its words in reading order, and letters that Open Sans lacks drawn as outlines.
 * Lengths are points (1/72 inch).
 */
import type { Font } from "fontkit";
import { canPrint, fonts, hasAllLetters, type Run, runsOf, type ScriptFont, type Weight } from "./pdf-fonts.ts";
import { inReadingOrder, RIGHT_TO_LEFT } from "./reading-order.ts";

export interface TextStyle {
  weight?: Weight;
  size?: number;
  colour?: string;
  align?: "left" | "right";
  /** Between two lines. */
  gap?: number;
}

/** The colour of texts without a colour of their own. */
const INK = "#11241b";
/** The width of strokes that make an outline as heavy as the text around it, in thousandths of an em. */
const HEAVIER = { 100: { regular: 42, bold: 84 }, 400: { regular: 0, bold: 40 } } as const;

/** A word, or the text between two words, with its runs. */
interface Word {
  runs: readonly Run[];
  text: string;
  width: number;
}

export interface Typesetter {
  /** The height of a text broken at a width. */
  height: (text: string, wide: number, style: TextStyle) => number;
  /** Draws a text without any tag. */
  draw: (text: string, x: number, y: number, wide: number, style: TextStyle) => void;
  /** The width of a text on one line. */
  textWidth: (text: string, style: TextStyle) => number;
  /** Whether the drawing contains the text itself. Outlines and reordered words need the text in the tag. */
  isPlain: (text: string) => boolean;
  /** Whether every letter has a font. */
  prints: (text: string) => boolean;
}

export function createTypesetter(doc: PDFKit.PDFDocument): Typesetter {
  for (const [weight, file] of Object.entries(fonts)) doc.registerFont(weight, file);
  doc.font("regular" satisfies Weight);
  // The library hides its font (fontkit's), which alone knows its letters.
  const { _font: base } = doc as unknown as { _font: { font: Font; ascender: number } };
  const has = (codePoint: number) => base.font.hasGlyphForCodePoint(codePoint);

  const set = ({ weight = "regular", size = 10 }: TextStyle) => doc.font(weight).fontSize(size);
  const options = (of: TextStyle, wide: number) => ({ width: wide, align: of.align ?? "left", lineGap: of.gap ?? 1.5 });
  const isPlain = (text: string) => canPrint(text, has) && !RIGHT_TO_LEFT.test(text);
  const isSetHere = (runs: readonly Run[]) => runs.some(({ text, script }) => script || RIGHT_TO_LEFT.test(text));
  const widthOf = ({ text, script }: Run, size: number) =>
    script ? (script.outlinesOf(text).width * size) / script.font.unitsPerEm : doc.widthOfString(text);
  const toWord = (text: string, size: number): Word => {
    const runs = text === " " ? [{ text, script: undefined }] : runsOf(text, has);
    return { text, runs, width: runs.reduce((sum, run) => sum + widthOf(run, size), 0) };
  };

  function linesOf(text: string, wide: number, style: TextStyle): Word[][] {
    const size = style.size ?? 10;
    set(style);
    const fitting = wordsOf(text.normalize("NFC"))
      .map((word) => toWord(word, size))
      .flatMap((word) => (word.width <= wide ? [word] : [...word.text].map((sign) => toWord(sign, size))));
    const lines: Word[][] = [[]];
    let used = 0;
    for (const word of fitting) {
      if (used + word.width > wide && used > 0) {
        lines.push([]);
        used = 0;
      }
      if (used === 0 && word.text === " ") continue;
      lines.at(-1)?.push(word);
      used += word.width;
    }
    return lines.map((line) => {
      if (!line.some(({ text: word }) => RIGHT_TO_LEFT.test(word))) return line;
      return inReadingOrder(line.map(({ text: word }) => word)).map((part) => {
        const word = toWord(part, size);
        return RIGHT_TO_LEFT.test(part) ? { ...word, runs: word.runs.toReversed() } : word;
      });
    });
  }

  function outline(text: string, script: ScriptFont, left: number, baseline: number, style: TextStyle): void {
    const { size = 10, colour = INK } = style;
    const em = script.font.unitsPerEm;
    const scale = size / em;
    const stroke = (script.weight < 400 ? HEAVIER[100] : HEAVIER[400])[style.weight ?? "regular"];
    for (const { path, x, y } of script.outlinesOf(text).glyphs) {
      doc.save();
      doc.transform(scale, 0, 0, -scale, left + x * scale, baseline - y * scale);
      doc
        .path(path)
        .lineWidth((stroke * em) / 1000)
        .lineJoin("round");
      if (stroke > 0) doc.fillAndStroke(colour, colour);
      else doc.fill(colour);
      doc.restore();
    }
  }

  return {
    isPlain,
    prints: (text) => hasAllLetters(text, has),
    textWidth: (text, style) => {
      set(style);
      return runsOf(text, has).reduce((sum, run) => sum + widthOf(run, style.size ?? 10), 0);
    },
    height: (text, wide, style) => {
      const runs = runsOf(text, has);
      if (runs.length === 0) return 0;
      if (!isSetHere(runs))
        return set(style).heightOfString(runs.map((run) => run.text).join(""), options(style, wide));
      const count = linesOf(text, wide, style).length;
      return count * (set(style).currentLineHeight(true) + (style.gap ?? 1.5));
    },
    draw: (text, x, y, wide, style) => {
      const { colour = INK, size = 10, align, gap = 1.5 } = style;
      const runs = runsOf(text, has);
      if (!isSetHere(runs)) {
        set(style)
          .fillColor(colour)
          .text(runs.map((run) => run.text).join(""), x, y, options(style, wide));
        return;
      }
      const step = set(style).currentLineHeight(true) + gap;
      linesOf(text, wide, style).forEach((line, index) => {
        const whole = line.reduce((sum, word) => sum + word.width, 0);
        let left = align === "right" ? x + wide - whole : x;
        const top = y + index * step;
        for (const run of line.flatMap((word) => word.runs)) {
          if (run.script) outline(run.text, run.script, left, top + (base.ascender * size) / 1000, style);
          else set(style).fillColor(colour).text(run.text, left, top, { lineBreak: false });
          left += widthOf(run, size);
        }
      });
    },
  };
}

const words = new Intl.Segmenter("en", { granularity: "word" });

const BRACKETS = new Set("()[]");

/** A text in parts for line breaks: words, spaces, brackets; other signs stay with the word before them. */
function wordsOf(text: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of words.segment(text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim())) {
    const before = found.at(-1);
    if (segment === " " || BRACKETS.has(segment) || isWordLike || before === undefined || before === " ")
      found.push(segment);
    else found[found.length - 1] = before + segment;
  }
  return found;
}
