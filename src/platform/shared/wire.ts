/** Schemas that several contracts share: how ids, instants, money and text look on the wire. */
import * as z from "zod/mini";
import { isWholeCents, readDollars } from "./money.ts";

/** An opaque id of a user, session, order or claim. */
export const id = z.string();
/** A positive integer id of a course, package or sponsor. */
export const serial = z.int();
/** ISO 8601, UTC. */
export const instant = z.string();
/** Dollars with at most two decimals. */
export const dollars = z.number();

/** The Spanish of an operator's text; absent if there is none: screens then show the English. */
export const spanish = z.optional(z.string());

/**
 * Characters that nobody sees, that turn the direction of writing or that steer a terminal, with which a name is blank or
 * reads as another; but not those that join letters and emoji, tabs and the ends of lines.
 */
const hidden = /(?!\u200C|\u200D|[\u{E0020}-\u{E007F}]|[\t\n\r])[\p{Cf}\p{Cc}]/gu;
/** What shows nothing by itself: joiners, fillers, blanks of other scripts, and marks without a letter to stand on. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const isSeen = (given: string) => given.replaceAll(unseen, "") !== "";

/**
 * A required text, trimmed and without hidden characters. `missing` is the sentence for an absent or blank one, also one
 * that only looks blank; null and blanks count as absent.
 */
export function text(missing: string, max = 200) {
  return z.string({ error: missing }).check(
    z.overwrite((given) => given.replaceAll(hidden, "")),
    z.trim(),
    z.minLength(1, missing),
    z.refine(isSeen, missing),
    z.maxLength(max, `Please keep this under ${max} characters`),
  );
}

/** An email address, trimmed; `missing` for an absent one, `invalid` for one that is no address. */
export function email(missing: string, invalid = "Valid email is required") {
  return z
    .string({ error: missing })
    .check(z.trim(), z.minLength(1, missing), z.maxLength(254, invalid), z.email(invalid));
}

/** A number, or a text that is read as one; `true` and `[1]` are none. */
function readAs(message: string, read: (text: string) => number | undefined) {
  const number = z.transform((given: unknown) => (typeof given === "string" ? (read(given) ?? given) : given));
  return z.pipe(number, z.number({ error: message }));
}

/** A number, or one written in decimal digits (paths and queries are text). */
export function decimal(message: string) {
  return readAs(message, (given) => (/^\s*-?\d+(\.\d+)?\s*$/.test(given) ? Number(given) : undefined));
}

/** Dollars, as a number or as people write them in a field: `1,000.50`, `$3`. */
export function money(message: string) {
  return readAs(message, readDollars);
}

/** A whole number of 32 bits, given as a number or as digits. */
export function wholeNumber(message: string) {
  return decimal(message).check(z.refine((n) => Number.isInteger(n) && Math.abs(n) <= 2_147_483_647, message));
}

/** A number within bounds; `sentence` says which. */
export function between(sentence: string, min: number, max: number) {
  return decimal(sentence).check(z.refine((n) => n >= min && n <= max, sentence));
}

export function wholeBetween(sentence: string, min: number, max: number) {
  return wholeNumber(sentence).check(z.refine((n) => n >= min && n <= max, sentence));
}

/** Dollars and cents within bounds. */
export function moneyBetween(sentence: string, min: number, max: number) {
  return money(sentence).check(z.refine((n) => n >= min && n <= max && isWholeCents(n), sentence));
}

export const flag = z.boolean({ error: "This is either true or false" });

/** A field that may be absent, and that a blank empties (null); for routes with `blanks: "kept"`. */
export function emptied<S extends z.ZodMiniType>(schema: S) {
  const blank = z.transform((given: unknown) => (typeof given === "string" && given.trim() === "" ? null : given));
  return z.optional(z.pipe(blank, z.nullable(schema)));
}

/**
 * A UUID that a caller gives, in small letters, as PostgreSQL writes it: topics, keys of maps and the ledger's accounts
 * are made of it. Anything else cannot exist, so the route answers 404, not 400: any text is let through here.
 */
export const givenId = z.string().check(z.toLowerCase());
export const idParam = z.object({ id: givenId });
