/**
 * What letters and notifications say. Their words are ours; what strangers typed stands among them as one short line
 * without addresses or links, so that nobody writes letters in our name. The compiler holds to it: a letter takes only
 * `Said`, and only `say` and `ours` make it.
 */

/** Words that may go out. */
class Words {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
export type Said = Words;

const LONGEST = 60;
/** Sentences of staff, such as why a claim was rejected. */
const LONGEST_REASON = 500;

/**
 * Our sentence, with what was typed put into it safely.
 * @example say`Hello ${name},`
 */
export function say(sentence: TemplateStringsArray, ...values: readonly (Said | string | number)[]): Said {
  const put = (value: Said | string | number) => (value instanceof Words ? value.text : oneLine(String(value)));
  return new Words(String.raw({ raw: sentence }, ...values.map(put)));
}

/** Words of our own or the operator's, that go out as they are. */
export function ours(text: string): Said {
  return new Words(text);
}

/** A sentence of staff: longer than a name, and as harmless. */
export function reasonLine(text: string): Said {
  return new Words(oneLine(text.replace(/[.\s]+$/, ""), LONGEST_REASON));
}

const DOT = "[.\\u3002\\uFF0E\\uFF61\\u2024]";
const links: readonly RegExp[] = [
  // A scheme with its slashes, however wide they are written.
  /(?:[a-z][a-z0-9+.-]*)?[:\uFF1A]\s*[/\\\uFF0F]{2,}/giu,
  /[@\uFF20\uFE6B]/gu,
  // A dot that no space follows makes a host name of two words.
  new RegExp(`(?<=\\S)${DOT}(?=[\\p{L}\\p{M}])|(?<=[\\p{L}\\p{M}])${DOT}(?=\\p{N})`, "gu"),
  // Four numbers are an address.
  new RegExp(`(?<=\\d)${DOT}(?=\\d+${DOT}\\d+${DOT}\\d)|(?<=\\d${DOT}\\d+)${DOT}(?=\\d)`, "gu"),
];

/**
 * What somebody typed as one line without addresses and links: line breaks and control characters are spaces, what
 * cannot be seen or turns the direction of writing is dropped, dots within words are spaces.
 * @param longest characters; what is longer ends in `…`
 */
export function oneLine(text: string, longest = LONGEST): string {
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
