/** A statement's words in both languages, for page, CSV and PDF: its heads, its lines by their keys, its payments. */
import { monthName } from "#features/reports/rules.ts";
import { localDay } from "#platform/shared/days.ts";
import type { Language } from "#platform/shared/language.ts";
import type { OwedKind, Remittance, Statement } from "./contract.ts";

const heads = {
  course: "Course",
  month: "Month",
  zone: "Time zone",
  toDate: "To date",
  of: "Of",
  range: "range",
  tax: "tax",
  line: "Line",
  count: "Count",
  amount: "Amount",
  paidAt: "Date (UTC)",
  reference: "Reference",
  note: "Note",
  payments: "Payments",
  yes: "yes",
  no: "no",
};
const spanishHeads: typeof heads = {
  course: "Campo",
  month: "Mes",
  zone: "Zona horaria",
  toDate: "Hasta hoy",
  of: "De",
  range: "campo",
  tax: "impuesto",
  line: "Línea",
  count: "Cantidad",
  amount: "Importe",
  paidAt: "Fecha (UTC)",
  reference: "Referencia",
  note: "Nota",
  payments: "Pagos",
  yes: "sí",
  no: "no",
};
/** The heads of a statement's columns, and its other words. */
export const statementHeads: Readonly<Record<Language, typeof heads>> = { en: heads, es: spanishHeads };

const lines = {
  carried: "Carried over from the month before",
  returned: "Returned by refunds",
  takenBack: "Payments that came back",
  adjusted: "Adjusted by hand",
  other: "Other movements",
  rangeEarned: "Earned by sales",
  rangePaid: "Paid to the range",
  rangeOwed: "Owed to the range",
  taxEarned: "Collected with sales",
  taxPaid: "Remitted",
  taxOwed: "Tax owed",
};
const spanishLines: typeof lines = {
  carried: "Viene del mes anterior",
  returned: "Devuelto por reembolsos",
  takenBack: "Pagos devueltos",
  adjusted: "Ajustado a mano",
  other: "Otros movimientos",
  rangeEarned: "Ganado por ventas",
  rangePaid: "Pagado al campo",
  rangeOwed: "Se debe al campo",
  taxEarned: "Cobrado con las ventas",
  taxPaid: "Pagado al fisco",
  taxOwed: "Impuesto por pagar",
};
/** The lines of statements. */
export const statementLines: Readonly<Record<Language, typeof lines>> = { en: lines, es: spanishLines };

/** A line in a language. A line that these words do not know keeps the server's label. */
export function lineName(
  of: OwedKind,
  { key, label }: Pick<Statement["lines"][number], "key" | "label">,
  language: Language,
): string {
  const { [language]: names } = statementLines;
  const found: Readonly<Record<string, string>> = names;
  const own = `${of}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
  return found[key] ?? found[own] ?? label;
}

/** A payment's month as a line: `Payment for 2026-11`. */
export function remittanceLine(month: string, language: Language): string {
  return language === "es" ? `Pago de ${month}` : `Payment for ${month}`;
}

/** A payment in a sentence, without its amount. @param timeZone the course's: its days are those of the statement */
export function describeRemittance(
  { month, paidAt, reference, takenBack }: Remittance,
  timeZone: string,
  language: Language = "en",
): string {
  const day = (instant: string) => localDay(new Date(instant), timeZone);
  const name = monthName(month, language);
  if (language === "es") {
    const paid = `De ${name}, el ${day(paidAt)}, referencia ${reference}`;
    return takenBack ? `${paid}; anulado el ${day(takenBack.at)}: ${takenBack.reason}` : paid;
  }
  const paid = `For ${name}, on ${day(paidAt)}, reference ${reference}`;
  return takenBack ? `${paid}; taken back on ${day(takenBack.at)}: ${takenBack.reason}` : paid;
}
