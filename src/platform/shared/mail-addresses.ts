/** A list of mail addresses as people type it in one field. */
import * as z from "zod/mini";

/** More is a list for a mail program. */
export const MOST_ADDRESSES = 10;

const address = z.string().check(z.maxLength(254), z.email());

/** Typed addresses, separated by commas, semicolons, spaces or lines. One that is written twice counts once. */
export function addressesIn(typed: string): string[] {
  const found = new Map<string, string>();
  for (const written of typed.split(/[\s,;]+/).filter(Boolean)) {
    const known = written.toLowerCase();
    if (!found.has(known)) found.set(known, written);
  }
  return [...found.values()];
}

/** What is wrong with typed addresses, in a sentence; undefined if nothing is. */
export function addressProblem(typed: string): string | undefined {
  const given = addressesIn(typed);
  const wrong = given.find((one) => !z.safeParse(address, one).success);
  if (wrong !== undefined) return `'${wrong.slice(0, 60)}' is not an email address`;
  if (given.length > MOST_ADDRESSES) return `Give at most ${MOST_ADDRESSES} addresses`;
  return undefined;
}
