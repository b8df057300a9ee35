/** Numbers that free text must not have: tax numbers and card numbers have no place in our records. */
import * as z from "zod/mini";
import { text as required } from "./wire.ts";

/** The characters that people write between the digits of such a number. */
const GAP = String.raw`[\s.\-\u2010-\u2015\u2212/_,:()]{0,3}`;
const NOT_AFTER = String.raw`(?<!\d)`;
const NOT_BEFORE = String.raw`(?!\d)`;

/** SSN and ITIN (3-2-4), EIN (2-7), and nine digits in one. */
const groups = [[3, 2, 4], [2, 7], [3, 3, 3], [9]].map(
  (sizes) => new RegExp(NOT_AFTER + sizes.map((size) => String.raw`\d{${size}}`).join(GAP) + NOT_BEFORE),
);
/** All digits that belong together, however they are spaced. */
const run = new RegExp(String.raw`\d(?:${GAP}\d)*`, "g");

const TAX_NUMBER_DIGITS = 9;
const FEWEST_CARD_DIGITS = 13;

/** Each digit of any script as a 0 (only their number counts), full-width signs as plain ones, nothing invisible. */
function plain(text: string): string {
  const spelled = text.normalize("NFKC").replaceAll(/\p{Cf}/gu, "");
  return spelled.replaceAll(/\p{Nd}/gu, "0");
}

/** Whether a text holds nine digits as an SSN, EIN or ITIN is written. */
export function holdsTaxNumber(text: string): boolean {
  const written = plain(text);
  return groups.some((group) => group.test(written)) || digitRuns(written).includes(TAX_NUMBER_DIGITS);
}

/** Whether a text holds as many digits together as a payment card has. */
export function holdsCardNumber(text: string): boolean {
  return digitRuns(plain(text)).some((count) => count >= FEWEST_CARD_DIGITS);
}

/** How many digits each run has. */
function digitRuns(written: string): number[] {
  return (written.match(run) ?? []).map((found) => found.replaceAll(/\D/g, "").length);
}

/** Free text about people's money, trimmed, without tax or card numbers. */
export function privateText(missing: string, max: number) {
  return required(missing, max).check(
    z.refine((given) => !holdsTaxNumber(given), {
      error: "Leave out tax numbers: nine digits together look like one, and we never keep them",
    }),
    z.refine((given) => !holdsCardNumber(given), {
      error: "Leave out card numbers: we never keep them",
    }),
  );
}
