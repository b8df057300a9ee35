/**
 * The text of letters and notifications. The words are ours. Strangers' text is put in as one short line without
 * addresses or links, so that nobody writes letters in our name. The compiler checks it: a letter takes only `SafeText`,
 * and only `safe` and `ours` make it.
 */

/** Words that may be sent. */
class Words {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
export type SafeText = Words;

const LONGEST = 60;
/** For sentences of staff, such as the reason of a rejection. */
const LONGEST_REASON = 500;

/**
 * Our sentence with typed text put in safely.
 * @example safe`Hello ${name},`
 */
export function safe(sentence: TemplateStringsArray, ...values: readonly (SafeText | string | number)[]): SafeText {
  const put = (value: SafeText | string | number) => (value instanceof Words ? value.text : oneLine(String(value)));
  return new Words(String.raw({ raw: sentence }, ...values.map(put)));
}

/** Words of our own or the operator's, sent unchanged. */
export function ours(text: string): SafeText {
  return new Words(text);
}

/** A sentence of staff: longer than a name, and made safe in the same way. */
export function reasonLine(text: string): SafeText {
  return new Words(oneLine(text.replace(/[.\s]+$/, ""), LONGEST_REASON));
}

const DOT = "[.\\u3002\\uFF0E\\uFF61\\u2024]";
const links: readonly RegExp[] = [
  // A scheme with its slashes, in any width.
  /(?:[a-z][a-z0-9+.-]*)?[:\uFF1A]\s*[/\\\uFF0F]{2,}/giu,
  /[@\uFF20\uFE6B]/gu,
  // Without a space after it, a dot makes a host name of two words.
  new RegExp(`(?<=\\S)${DOT}(?=[\\p{L}\\p{M}])|(?<=[\\p{L}\\p{M}])${DOT}(?=\\p{N})`, "gu"),
  // Four numbers make an address.
  new RegExp(`(?<=\\d)${DOT}(?=\\d+${DOT}\\d+${DOT}\\d)|(?<=\\d${DOT}\\d+)${DOT}(?=\\d)`, "gu"),
];

/** Most of what is put in: nothing in it is changed. */
const PLAIN = /^[\w$#'%,-]+(?: [\w$#'%,-]+)*$/;

/**
 * Typed text as one line without addresses and links: line breaks and control characters become spaces, characters that
 * are invisible or change the direction of writing are dropped, and dots within words become spaces.
 * @param longest characters; longer text ends in `…`
 */
export function oneLine(text: string, longest = LONGEST): string {
  if (text.length <= longest && PLAIN.test(text)) return text;
  const visible = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, "");
  const plain = links.reduce((line, link) => line.replace(link, " "), visible);
  const characters = [...plain.replace(/ {2,}/g, " ").trim()];
  return characters.length <= longest
    ? characters.join("")
    : `${characters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
}
