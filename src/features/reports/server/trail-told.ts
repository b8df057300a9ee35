/** The parts of a sentence of the audit trail: the fields of a line's detail, with the names behind its ids. */
import { formatCents } from "#platform/shared/money.ts";
import type { Path } from "#platform/shared/addresses/address.ts";
import * as pieces from "./trail-pieces.ts";
import { type Names, orderOfPieces, type Piece, sentence } from "./trail-pieces.ts";

/** A line of the audit trail as it is stored. */
export interface TrailLine {
  actorId: string | null;
  action: string;
  subject: string;
  detail: Readonly<Record<string, unknown>>;
}

export type DeedWords = ReturnType<typeof wordsOf>;

/** A line's detail may be of any age: what is missing is left out of the sentence. */
export function wordsOf({ actorId, subject, detail }: TrailLine, names: Names) {
  const text = (field: string) => textOf(detail[field]);
  const money = (field: string) => (typeof detail[field] === "number" ? formatCents(detail[field]) : "");
  const after = (words: string) => (words === "" ? "" : `: ${words}`);
  const refund = names.refund.get(text("refundId"));
  /** Who did it; `nobody` where it was not a person at the desk. */
  const by = (nobody: string): Piece => (actorId === null ? { text: nobody } : pieces.personPiece(names, actorId));
  return {
    names,
    subject,
    detail,
    text,
    money,
    by,
    /** Without an administrator, the operator did it at the server. */
    who: by("The operator"),
    it: pieces.subjectPieces(names, subject),
    orderOf: orderOfPieces(names, subject),
    orderTo: orderOfPieces(names, subject, "to"),
    bay: pieces.bayPieces(names, subject, text("bayNumber")),
    courseId: Number(subject.split(":")[1]),
    /** The amount of the refund that the line is about. */
    refund: refund ? formatCents(refund.cents) : "an amount",
    why: after(text("reason")),
    remark: after(text("note")),
    /** The bank's word for a refusal, such as `expired_or_canceled_card`. */
    failure: after(text("failure").replaceAll("_", " ")),
    /** A field in a field: the bay after a move. */
    inside: (outer: string, inner: string) => textOf(fieldsOf(detail[outer])?.[inner]),
    /** What a stored key means. */
    word: (field: string, table: Readonly<Record<string, string>>) => table[text(field)] ?? "",
    page: (words: string, href: Path): Piece => ({ text: words, href }),
    course: (id: unknown) => (id === null ? sentence`the house` : sentence`${pieces.coursePiece(names, id)}`),
  };
}

/** A stored object; null for what is none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
