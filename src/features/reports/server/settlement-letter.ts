/** The letter that brings a closed month's settlement, with its two files. */
import { type Letter, type LetterFile, writeLetter } from "#platform/server/mail/letter.ts";
import { ours, safe } from "#platform/server/mail/safe-text.ts";
import type { Language } from "#platform/shared/language.ts";
import { monthName } from "../rules.ts";

const words = {
  en: {
    subject: (course: string, month: string) => safe`Settlement of ${course}, ${ours(month)}`,
    attached: (course: string, month: string) =>
      safe`The settlement of ${course} for ${ours(month)} is attached: as a PDF to read, and as CSV for a spreadsheet.`,
    final: (month: string) =>
      safe`${ours(month)} is closed and these figures are final. What is learned of it later stands in the next settlement, under 'Of earlier months'.`,
    reason: (product: string, contact: string) =>
      safe`You get this because an administrator of ${ours(product)} gave this address for it. If it should not come to you, write to ${ours(contact)}.`,
  },
  es: {
    subject: (course: string, month: string) => safe`Liquidación de ${course}, ${ours(month)}`,
    attached: (course: string, month: string) =>
      safe`Adjuntamos la liquidación de ${course} de ${ours(month)}: en PDF para leerla y en CSV para una hoja de cálculo.`,
    final: (month: string) =>
      safe`El mes de ${ours(month)} está cerrado y estas cifras son definitivas. Lo que se sepa después de este mes está en la liquidación siguiente, en «De meses anteriores».`,
    reason: (product: string, contact: string) =>
      safe`Recibes esto porque un administrador de ${ours(product)} dio esta dirección. Si no debe llegarte, escribe a ${ours(contact)}.`,
  },
};

export interface SettlementLetterFacts {
  course: string;
  /** `yyyy-MM` */
  month: string;
  language: Language;
  files: readonly LetterFile[];
}

/** @param about the letter's id among the settlement's letters */
export function settlementLetter(
  to: string,
  about: string,
  { course, month, language, files }: SettlementLetterFacts,
  { productName, contactEmail }: { productName: string; contactEmail: string },
): Letter {
  const said = words[language];
  const name = monthName(month, language);
  const letter = writeLetter({
    to,
    language,
    productName,
    subject: said.subject(course, name),
    blocks: [said.attached(course, name), said.final(name), said.reason(productName, contactEmail)],
  });
  return { ...letter, files, about };
}
