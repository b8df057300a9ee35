/** The pieces of the audit trail's sentences: words, and the things that they name, each with the address of its page. */
import { displayName } from "#features/accounts/rules.ts";
import type { Path } from "#platform/shared/addresses/address.ts";
import { deskAddresses } from "#platform/shared/addresses/desk.ts";
import { pathsOf } from "#platform/shared/addresses/paths.ts";
import { formatCents } from "#platform/shared/money.ts";

const desk = pathsOf(deskAddresses);

/** Some words; with an address they name a thing and lead to its page. */
export interface Piece {
  text: string;
  href?: Path;
}
export type Said = string | Piece | readonly Piece[];

/** A sentence of words and things. @example sentence`${who} refunded ${money} of ${order}` */
export function sentence(words: readonly string[], ...things: readonly Said[]): Piece[] {
  const pieces: Piece[] = [];
  const add = (piece: Piece) => {
    const last = pieces.at(-1);
    if (last && !last.href && !piece.href) last.text += piece.text;
    else if (piece.text !== "") pieces.push({ ...piece });
  };
  for (const [index, text] of words.entries()) {
    add({ text });
    const thing = things[index] ?? [];
    for (const piece of typeof thing === "string" ? [{ text: thing }] : [thing].flat()) add(piece);
  }
  return pieces;
}

/** `A`, `A and B`, `A, B and C`. */
export function listed(things: readonly Said[], and = " and "): Piece[] {
  return things.flatMap((thing, index) => {
    const before = index === 0 ? "" : index === things.length - 1 ? and : ", ";
    return sentence`${before}${thing}`;
  });
}

/** What a line of the trail names by an id, by the kind and the id. Nothing here is ever deleted, but people are. */
export interface Named {
  person: { name: string; role: "player" | "staff" | "admin"; deleted: boolean };
  order: { number: number; personId: string; name: string; deleted: boolean; courseId: number };
  claim: {
    personId: string;
    name: string;
    deleted: boolean;
    courseId: number;
    isCash: boolean;
    cents: number;
    prize: string;
  };
  session: { personId: string; name: string; deleted: boolean; courseId: number; orderId: string | null };
  refund: { cents: number; orderId: string };
  course: { name: string };
  package: { name: string };
  sponsor: { name: string };
  sponsored_prize: { name: string };
  course_request: { name: string };
}
export type Names = { readonly [Kind in keyof Named]: ReadonlyMap<string, Named[Kind]> };

const DELETED = "a deleted account";

/** A colleague by the whole name, a player by the first name and the initial. */
export function personPiece(names: Names, id: string): Piece {
  const known = names.person.get(id);
  if (!known) return { text: "somebody" };
  const text = known.deleted ? DELETED : known.role === "player" ? displayName(known.name) : known.name;
  return { text, href: desk.person({ id }) };
}

/** Whose an order, a claim or a session is, under the name that it was made with. */
export function ownerPiece({ personId, name, deleted }: { personId: string; name: string; deleted: boolean }): Piece {
  return { text: deleted ? DELETED : displayName(name), href: desk.person({ id: personId }) };
}

export function orderPiece(names: Names, id: string): Piece {
  const known = names.order.get(id);
  return known ? { text: `order ${known.number}`, href: desk.adminOrder({ orderId: id }) } : { text: "an order" };
}

export function coursePiece(names: Names, id: unknown): Piece {
  const known = names.course.get(String(id));
  return known ? { text: known.name, href: desk.manageCourse({ id: String(id) }) } : { text: "a course" };
}

/** `Sam P.'s claim of $1,005.70`. */
export function claimPieces(names: Names, id: string): Piece[] {
  const known = names.claim.get(id);
  if (!known) return [{ text: "a claim" }];
  const text = `claim of ${known.isCash ? formatCents(known.cents) : known.prize}`;
  return sentence`${ownerPiece(known)}'s ${{ ...claimLink(known, id), text }}`;
}

/** The address that opens a claim in its list. */
export function claimLink({ name }: Named["claim"], id: string): { href: Path } {
  return { href: desk.prizeVerification({ status: "all", search: name, claim: id }) };
}

/** What a subject names: a person, an order, a claim, or a managed thing such as `package:4`. */
export function subjectPieces(names: Names, subject: string): Piece[] {
  const [kind = "", id = ""] = subject.split(":");
  if (names.person.has(subject)) return [personPiece(names, subject)];
  if (names.order.has(subject)) return [orderPiece(names, subject)];
  if (names.claim.has(subject)) return claimPieces(names, subject);
  if (kind === "course") return [coursePiece(names, id)];
  const pages: Partial<Record<string, readonly [keyof Names, string, Path]>> = {
    package: ["package", "the package ", desk.managePackages()],
    sponsor: ["sponsor", "the sponsor ", desk.manageSponsors()],
    sponsored_prize: ["sponsored_prize", "the prize ", desk.manageSponsors()],
    course_request: ["course_request", "the request for ", desk.courseRequests()],
  };
  const page = pages[kind];
  const known = page && names[page[0]].get(id);
  return page && known && "name" in known
    ? sentence`${page[1]}${{ text: known.name, href: page[2] }}`
    : [{ text: "something" }];
}

/** `order 1045 of Sam P.` */
export function orderOfPieces(names: Names, id: string, word: "of" | "to" = "of"): Piece[] {
  const known = names.order.get(id);
  return known ? sentence`${orderPiece(names, id)} ${word} ${ownerPiece(known)}` : [orderPiece(names, id)];
}

/** `bay 7 of Pine Hills, where Sam P. plays`. */
export function bayPieces(names: Names, sessionId: string, bayNumber: string): Piece[] {
  const known = names.session.get(sessionId);
  if (!known) return [{ text: `bay ${bayNumber}` }];
  const text = `bay ${bayNumber}`;
  const bay = known.orderId === null ? { text } : { text, href: desk.adminOrder({ orderId: known.orderId }) };
  return sentence`${bay} of ${coursePiece(names, known.courseId)}, where ${ownerPiece(known)} plays`;
}

/** The pages to which sentences lead that name no row. */
export const trailPages = {
  payouts: desk.payouts(),
  proposals: desk.proposals(),
  reconciliation: desk.reconciliation(),
  adjustments: desk.adjustments(),
  journal: desk.journalAccounts(),
  staff: desk.manageStaff(),
  statement: (course: number, month: string, of: "range" | "tax") => desk.statements({ course, month, of }),
  settlement: (course: number | "all", month: string) => desk.settlement({ course, month }),
};
