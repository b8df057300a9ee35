/** Sentences of the audit trail in Spanish, of the actions that have one: settlements by mail. The others are in English alone. */
import { monthName } from "../rules.ts";
import { type Names, trailPages, type Piece, sentence } from "./trail-pieces.ts";
import { type DeedWords, type TrailLine, wordsOf } from "./trail-told.ts";

const addressWords = (text: string) => (text === "1" ? "1 dirección" : `${text} direcciones`);
const leftWords = (text: string) =>
  text === "0" ? "ya nadie las recibe" : `${text === "1" ? "queda" : "quedan"} ${addressWords(text)}`;
const languageWords = (text: string) => (text === "es" ? "en español" : "en inglés");

const sentences: Readonly<Record<string, (deed: DeedWords, who: Piece) => Piece[]>> = {
  "settlement.mail_set": ({ it, text }, who) =>
    sentence`${who} hizo que las liquidaciones de ${it} se envíen por correo a ${addressWords(text("addresses"))}, ${languageWords(text("language"))}, desde el día ${text("day")} del mes siguiente`,
  "settlement.mail_ended": ({ it }, who) => sentence`${who} terminó el envío por correo de las liquidaciones de ${it}`,
  "settlement.mailed": ({ it, courseId, text, detail, page }, who) => {
    const month = page(monthName(text("month"), "es"), trailPages.settlement(courseId, text("month")));
    const again = detail["again"] === true ? " otra vez" : "";
    return sentence`${who} envió${again} la liquidación de ${it} de ${month} a ${addressWords(text("addresses"))}, ${languageWords(text("language"))}`;
  },
  "settlement.address_gone": ({ it, text }) =>
    sentence`La eliminación de una cuenta quitó ${addressWords(text("addresses"))} de las liquidaciones de ${it}: ${leftWords(text("left"))}`,
};

/** @returns undefined for an action that has no Spanish sentence */
export function spanishOf(deed: TrailLine, names: Names): Piece[] | undefined {
  const said = sentences[deed.action];
  if (!said) return undefined;
  const words = wordsOf(deed, names);
  const who = words.by("El calendario");
  const isDeleted = deed.actorId !== null && names.person.get(deed.actorId)?.deleted === true;
  return said(words, isDeleted ? { ...who, text: "una cuenta eliminada" } : who);
}
