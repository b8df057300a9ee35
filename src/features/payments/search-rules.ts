/** What an administrator's search for orders means. */

export interface Wanted {
  /** An order's or a receipt's number. */
  number: number | undefined;
  /** The last four digits of a card. */
  last4: string | undefined;
  /** The beginnings of words of a name or an email address; none when the text has no letter or digit. */
  words: readonly string[];
  /** The beginning of an email address, in lower case. */
  start: string;
}

/** All meanings that an administrator's search text may have; the search looks for each of them. */
export function wantedBy(text: string): Wanted {
  const typed = text.trim();
  const digits = /^(?:#|no\.?|receipt[ -]?|order[ -]?)?\s*(\d{1,15})$/i.exec(typed)?.[1];
  return {
    number: digits === undefined ? undefined : Number(digits),
    last4: /^[*•.x\s]*(\d{4})$/i.exec(typed)?.[1],
    words: typed.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)),
    start: typed.toLowerCase(),
  };
}
