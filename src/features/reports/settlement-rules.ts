/** A settlement in words and lines for people: page, CSV and PDF have the same ones, in the same order. */
import { formatCents, toCents } from "#platform/shared/money.ts";
import type { Settlement } from "./contract.ts";
import { type Language, locales } from "#platform/shared/language.ts";

const heads = {
  settlement: "Settlement",
  course: "Course",
  month: "Month",
  zone: "Time zone",
  toDate: "To date",
  section: "Section",
  line: "Line",
  count: "Count",
  amount: "Amount",
  source: "From the ledger",
  yes: "yes",
  no: "no",
  accounts: "Accounts",
  account: "Account",
  opening: "Opening",
  in: "In",
  out: "Out",
  closing: "Closing",
  owedAtEnd: "Owed at the end",
  owedNow: "Owed now",
  owedAtMonthsEnd: "Owed at the month's end",
  closed: "Closed",
  monthBefore: "Month before",
  courseIsClosed: "The course is closed.",
  check: "Check",
  differs: "Differs",
};
const spanishHeads: typeof heads = {
  settlement: "Liquidación",
  course: "Campo",
  month: "Mes",
  zone: "Zona horaria",
  toDate: "Hasta hoy",
  section: "Sección",
  line: "Línea",
  count: "Cantidad",
  amount: "Importe",
  source: "Del libro mayor",
  yes: "sí",
  no: "no",
  accounts: "Cuentas",
  account: "Cuenta",
  opening: "Inicio",
  in: "Entra",
  out: "Sale",
  closing: "Final",
  owedAtEnd: "Debido al final",
  owedNow: "Debido ahora",
  owedAtMonthsEnd: "Debido al final del mes",
  closed: "Cerrado",
  monthBefore: "Mes anterior",
  courseIsClosed: "El campo está cerrado.",
  check: "Comprobación",
  differs: "Difiere",
};
/** The heads of a settlement's columns, and its other words, for page and files. */
export const settlementHeads: Readonly<Record<Language, typeof heads>> = { en: heads, es: spanishHeads };

/** What is owed, by the ledger's names. */
const spanishLiabilities: Readonly<Record<string, string>> = {
  deferred: "Pagado por adelantado y no iniciado",
  pot: "Premio mayor",
  reserved: "Reservado para reclamos en revisión",
  prize_payable: "Premios por pagar",
  refunds_payable: "Reembolsos por pagar",
  "deferred + pot + reserved + prize_payable + refunds_payable": "Debido a los jugadores",
  range_share: "Por pagar al campo",
  tax_payable: "Impuestos por pagar",
};

/** The lines of a section that are not 0; none for a section without any balance or movement. */
export function unfolded(section: Settlement["sections"][number]): Settlement["sections"][number]["lines"] {
  const lines = section.lines.filter(({ amount, count }) => amount !== 0 || Boolean(count));
  if (lines.length === 0) return [];
  return section.lines.filter((line) => lines.includes(line) || line.look === "total");
}

/** The accounts with a balance or a movement. */
export function unfoldedAccounts({ accounts: all }: Settlement): Settlement["accounts"] {
  return all.filter((line) => [line.opening, line.in, line.out, line.closing].some((amount) => amount !== 0));
}

/** What is owed, as lines. Page, CSV and PDF have the same order and words. */
export function liabilityLines({ liabilities }: Settlement, language: Language = "en") {
  const { deferred, pot, reserved, prizePayable, refundsPayable, total, dueToRange, taxPayable } = liabilities;
  const lines = [
    { label: "Paid ahead and not started", amount: deferred, look: "plain", source: "deferred" },
    { label: "Pot", amount: pot, look: "plain", source: "pot" },
    { label: "Reserved for claims under review", amount: reserved, look: "plain", source: "reserved" },
    { label: "Prizes payable", amount: prizePayable, look: "plain", source: "prize_payable" },
    { label: "Refunds payable", amount: refundsPayable, look: "plain", source: "refunds_payable" },
    {
      label: "Owed to golfers",
      amount: total,
      look: "total",
      source: "deferred + pot + reserved + prize_payable + refunds_payable",
    },
    { label: "Due to the range", amount: dueToRange, look: "total", source: "range_share" },
    { label: "Tax payable", amount: taxPayable, look: "total", source: "tax_payable" },
  ] as const;
  return language === "en"
    ? lines
    : lines.map((line) => ({ ...line, label: spanishLiabilities[line.source] ?? line.label }));
}

/** The check line. */
export function checkWords({ check }: Settlement, language: Language = "en"): { title: string; text: string } {
  if (check.addsUp && language === "es") {
    return { title: "Cuadra", text: "En cada cuenta, el inicio y los movimientos del mes dan el final." };
  }
  if (check.addsUp) {
    return { title: "It adds up", text: "On every account the opening and the month's movements give the closing." };
  }
  const by = language === "es" ? "en" : "by";
  const where = check.differences.map(({ account, amount }) => `${account} ${by} ${formatCents(toCents(amount))}`);
  if (language === "es") {
    return {
      title: "No cuadra",
      text: `Las cuentas difieren de sus asientos: ${where.join(", ")}. No liquides con esta página; pide que auditen el libro mayor.`,
    };
  }
  return {
    title: "It does not add up",
    text: `The accounts differ from their entries: ${where.join(", ")}. Do not settle by this page; have the ledger audited.`,
  };
}

/** The administrator who closed a month, the moment, and the month's hash. */
export function closedWords(
  { at, by, hash }: NonNullable<Settlement["closed"]>,
  timeZone: string,
  language: Language = "en",
): string {
  const time = new Intl.DateTimeFormat(locales[language], { timeZone, dateStyle: "medium", timeStyle: "short" });
  const moment = time.format(new Date(at));
  // A Spanish time ends with the full stop of its "p.m.".
  return language === "es"
    ? `Lo cerró ${by} el ${moment} Estas cifras son definitivas. Hash ${hash}.`
    : `By ${by} on ${moment}. These figures are final. Hash ${hash}.`;
}
