/** What the audit trail's Spanish sentences name. Each thing comes with its article, because `de el` becomes `del`. */
import { formatCents } from "#platform/shared/money.ts";
import * as english from "./trail-pieces.ts";
import { type Named, type Names, type Piece, type Said, sentence } from "./trail-pieces.ts";

/** As `sentence`; `de` and `a` before a thing that begins with the article `el` become `del` and `al`. */
export function frase(words: TemplateStringsArray, ...things: readonly Said[]): Piece[] {
  const texts: string[] = [...words];
  const said = things.map((thing, index) => {
    const [first, ...rest]: Piece[] = typeof thing === "string" ? [{ text: thing }] : [thing].flat();
    const text = texts[index] ?? "";
    const [, joined] = /(?:^|\s)(de|a) $/.exec(text) ?? [];
    if (!first || !joined || !first.text.startsWith("el ")) return thing;
    texts[index] = `${text.slice(0, -1 - joined.length)}${joined === "de" ? "del" : "al"} `;
    return [{ ...first, text: first.text.slice(3) }, ...rest];
  });
  return sentence(texts, ...said);
}

const DELETED = "una cuenta eliminada";

export function personIn(names: Names, id: string): Piece {
  const known = names.person.get(id);
  const piece = english.personPiece(names, id);
  return known ? { ...piece, ...(known.deleted && { text: DELETED }) } : { text: "alguien" };
}

function ownerIn({ deleted, ...known }: Named["order" | "claim" | "session"]): Piece {
  const piece = english.ownerPiece({ deleted, ...known });
  return deleted ? { ...piece, text: DELETED } : piece;
}

function orderIn(names: Names, id: string): Piece[] {
  const known = names.order.get(id);
  const piece = english.orderPiece(names, id);
  return known ? frase`el ${{ ...piece, text: `pedido ${known.number}` }}` : [{ text: "un pedido" }];
}

/** `el pedido 1045 de Sam P.` */
export function orderOfIn(names: Names, id: string): Piece[] {
  const known = names.order.get(id);
  return known ? frase`${orderIn(names, id)} de ${ownerIn(known)}` : orderIn(names, id);
}

export function courseIn(names: Names, id: unknown): Piece {
  return names.course.has(String(id)) ? english.coursePiece(names, id) : { text: "un campo" };
}

/** `el reclamo de $1,005.70 de Sam P.` */
function claimIn(names: Names, id: string): Piece[] {
  const known = names.claim.get(id);
  if (!known) return [{ text: "un reclamo" }];
  const text = `reclamo de ${known.isCash ? formatCents(known.cents) : known.prize}`;
  return frase`el ${{ ...english.claimLink(known, id), text }} de ${ownerIn(known)}`;
}

const kinds: Readonly<Record<string, string>> = {
  package: "el paquete ",
  sponsor: "el patrocinador ",
  sponsored_prize: "el premio ",
  course_request: "la solicitud de ",
};

export function subjectIn(names: Names, subject: string): Piece[] {
  const [kind = "", id = ""] = subject.split(":");
  if (names.person.has(subject)) return [personIn(names, subject)];
  if (names.order.has(subject)) return orderIn(names, subject);
  if (names.claim.has(subject)) return claimIn(names, subject);
  if (kind === "course") return [courseIn(names, id)];
  const thing = english.subjectPieces(names, subject).find(({ href }) => href !== undefined);
  const words = kinds[kind];
  return thing && words !== undefined ? frase`${words}${thing}` : [{ text: "algo" }];
}

/** `la bahía 7 de Pine Hills, donde juega Sam P.` */
export function bayIn(names: Names, sessionId: string, bayNumber: string): Piece[] {
  const known = names.session.get(sessionId);
  const [bay] = english.bayPieces(names, sessionId, bayNumber).filter(({ text }) => text === `bay ${bayNumber}`);
  const piece = { ...bay, text: `bahía ${bayNumber}` };
  if (!known) return frase`la ${{ text: piece.text }}`;
  return frase`la ${piece} de ${courseIn(names, known.courseId)}, donde juega ${ownerIn(known)},`;
}

export const listedIn = (things: readonly Said[]): Piece[] => english.listed(things, " y ");
