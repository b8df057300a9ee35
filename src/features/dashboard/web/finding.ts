/** A finding of the audit as people read it: without raw ids, and with moments that a screen can write. Pure. */

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

/** Ids of other things are left out: their order's number stands beside them, and `npm run audit` writes them. */
export function piecesOf(finding: string): FindingPiece[] {
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
