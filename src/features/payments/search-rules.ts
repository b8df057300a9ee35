/** What an administrator's search for orders means. */

export interface Wanted {
  /** An order's or a receipt's number. */
  number: number | undefined;
  /** The last four digits of a card. */
  last4: string | undefined;
}

/** What a search text may mean besides a person; the search looks for all that it may mean. */
export function wantedBy(text: string): Wanted {
  const typed = text.trim();
  const digits = /^(?:#|no\.?|receipt[ -]?|order[ -]?)?\s*(\d{1,15})$/i.exec(typed)?.[1];
  return {
    number: digits === undefined ? undefined : Number(digits),
    last4: /^[*•.x\s]*(\d{4})$/i.exec(typed)?.[1],
  };
}
