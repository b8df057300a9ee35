/** The order in which the parts of a line are drawn from left to right, by the Unicode bidirectional algorithm. */
import createBidi from "bidi-js";

export const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

const bidi = createBidi();

interface Part {
  text: string;
  /** Odd from right to left. */
  level: number;
}

/**
 * The parts of a line in the order of drawing. A word from right to left keeps the order of its letters, because the
 * font library turns it. The line has the direction of most of its words.
 * @param words the words of the line, with the spaces and signs between them
 */
export function inReadingOrder(words: readonly string[]): string[] {
  const toLeft = words.filter((word) => RIGHT_TO_LEFT.test(word)).length;
  const toRight = words.filter((word) => /\p{L}/u.test(word) && !RIGHT_TO_LEFT.test(word)).length;
  const { levels } = bidi.getEmbeddingLevels(words.join(""), toLeft > toRight ? "rtl" : "ltr");
  let at = 0;
  const parts = words.flatMap((word) => {
    const begin = at;
    at += word.length;
    return partsOf(word, levels.subarray(begin, at));
  });
  const deepest = Math.max(0, ...parts.map(({ level }) => level));
  let ordered = parts;
  for (let level = deepest; level > 0; level--) ordered = turnedFrom(ordered, level);
  return ordered.map(({ text, level }) => (level % 2 === 1 && !RIGHT_TO_LEFT.test(text) ? turnedSigns(text) : text));
}

/** A word in parts of one level, letters apart from signs from right to left. */
function partsOf(word: string, levels: Uint8Array): Part[] {
  const parts: Part[] = [];
  let at = 0;
  let wasLetter = false;
  for (const sign of word) {
    const level = levels[at] ?? 0;
    const isLetter = level % 2 === 0 || /[\p{L}\p{M}\p{Cf}]/u.test(sign);
    const last = parts.at(-1);
    if (last?.level === level && isLetter === wasLetter) last.text += sign;
    else parts.push({ text: sign, level });
    wasLetter = isLetter;
    at += sign.length;
  }
  return parts;
}

/** Turns each sequence of parts of at least a level around. */
function turnedFrom(parts: readonly Part[], level: number): Part[] {
  const turned: Part[] = [];
  for (let begin = 0; begin < parts.length;) {
    const isDeep = (part: Part | undefined) => part !== undefined && part.level >= level;
    let end = begin + 1;
    while (isDeep(parts[begin]) && isDeep(parts[end])) end++;
    turned.push(...parts.slice(begin, end).toReversed());
    begin = end;
  }
  return turned;
}

/** Signs from right to left: the last one first, and an opening bracket is drawn as the closing one. */
function turnedSigns(text: string): string {
  return [...text]
    .map((sign) => bidi.getMirroredCharacter(sign) ?? sign)
    .toReversed()
    .join("");
}
