/** A claim's facts in the words for staff, on the course's clock. */
import type { AdminClaim, PayoutWait } from "#features/claims/contract.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { type Language, locales } from "#platform/web/words.ts";
import { factWords } from "./fact-words.ts";
import type { Confirmable } from "./use-verdict.ts";

export const statusTones = { pending: "waiting", verified: "good", rejected: "bad" } as const;

const shapes = {
  short: { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  day: { weekday: "short", month: "short", day: "numeric" },
  second: { timeStyle: "medium" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The formatters are kept, because making one takes longer than drawing a row, and each key draws rows again. */
function formatOf(shape: keyof typeof shapes, timeZone: string, language: Language): Intl.DateTimeFormat {
  const key = `${shape} ${language} ${timeZone}`;
  const kept = formats.get(key);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat(locales[language], { ...shapes[shape], timeZone });
  formats.set(key, made);
  return made;
}

/** "Nov 21, 3:05 PM", on the clock of the course. */
export function shortText(instant: string, timeZone: string, language: Language): string {
  return formatOf("short", timeZone, language).format(new Date(instant));
}

/** "3:05:07 PM", on the clock of the course. */
export function secondText(instant: string, timeZone: string, language: Language): string {
  return formatOf("second", timeZone, language).format(new Date(instant));
}

/** "Mon, Nov 24", on the calendar of the course. */
export function courseDayText(instant: string, timeZone: string, language: Language): string {
  // "mar, 24 de nov" is too long for a column.
  return formatOf("day", timeZone, language).format(new Date(instant)).replace(" de ", " ");
}

export function prizeText({
  prizeType,
  prizeAmount,
  prizeDescription,
}: Pick<AdminClaim, "prizeType" | "prizeAmount" | "prizeDescription">): string {
  return prizeType === "monetary" ? potText(prizeAmount) : prizeDescription;
}

/** "age 18+, the tax form, and the tee time". */
export function waitsText(waits: readonly PayoutWait[], language: Language): string {
  const named = waits.map((wait) => factWords[language][`wait_${wait}`]);
  return new Intl.ListFormat(locales[language]).format(named);
}

/** Only administrators confirm age and tax form; staff also confirm the tee time. */
export function confirmable(claim: AdminClaim, isAdmin: boolean): Confirmable[] {
  return claim.waitsFor.filter(
    (wait): wait is Confirmable => wait === "tee_time" || (isAdmin && (wait === "age_18" || wait === "tax_form")),
  );
}

export function stepText(step: string, language: Language): string {
  const words: Readonly<Record<string, unknown>> = factWords[language];
  const known = words[`step_${step}`];
  return typeof known === "string" ? known : step.replaceAll("_", " ");
}
