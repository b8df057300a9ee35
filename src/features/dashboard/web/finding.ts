/**
 * A finding of the audit as people read it: without raw ids, amounts in dollars, accounts by their names, and moments that
 * a screen can write. Pure.
 */
import { accountNames, spanishAccountNames } from "#features/ledger/name-rules.ts";
import { formatCents } from "#platform/shared/money.ts";
import type { Language } from "#platform/shared/language.ts";

export interface FindingPiece {
  text: string;
  /** The id of the claim that the text names. */
  claimId?: string;
  /** ISO 8601: the text is this moment. */
  at?: string;
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const parts = new RegExp(
  `(?<word>claim|reclamo) (?<claim>${UUID})|(?<id> ?${UUID})|(?<at>\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?)\\+00`,
  "g",
);

/** A posting such as `refunds_payable:3a56… -1080`, and an amount such as `1080 cents`. */
const accounts = Object.keys(accountNames).join("|");
const posting = new RegExp(
  `\\b(?<account>${accounts})(?::(?<of>${UUID}|\\d+))? (?<cents>-?\\d+)(?! ?(?:cents|centavos))\\b`,
  "g",
);
const amount = /(?<![\w.:-])(?<cents>-?\d+) (?:cents|centavos)\b/g;

function toDollars(finding: string, language: Language): string {
  const names: Readonly<Record<string, string>> = language === "es" ? spanishAccountNames : accountNames;
  return finding
    .replaceAll(posting, (...found) => {
      const { account = "", of = "", cents } = found.at(-1) as Readonly<Record<string, string | undefined>>;
      // The number of a course; an order's or a claim's id says nothing.
      const whose = /^\d+$/.test(of) ? ` ${of}` : "";
      return `${names[account] ?? account}${whose} ${formatCents(Number(cents))}`;
    })
    .replaceAll(amount, (_, cents: string) => formatCents(Number(cents)));
}

/** Ids of other things are left out: their order's number stands beside them, and `npm run audit` writes them. */
export function piecesOf(found: string, language: Language = "en"): FindingPiece[] {
  const finding = toDollars(found, language);
  const pieces: FindingPiece[] = [];
  let from = 0;
  for (const match of finding.matchAll(parts)) {
    const { word, claim, at } = match.groups ?? {};
    pieces.push({ text: finding.slice(from, match.index) });
    if (word && claim) pieces.push({ text: word, claimId: claim });
    else if (at) pieces.push({ text: match[0], at: `${at.replace(" ", "T")}Z` });
    from = match.index + match[0].length;
  }
  return [...pieces, { text: finding.slice(from) }].filter(({ text }) => text !== "");
}
