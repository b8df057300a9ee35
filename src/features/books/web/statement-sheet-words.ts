/** The words of a statement's figures. */
import { defineWords } from "#platform/web/words.ts";
import type { Statement } from "../contract.ts";

export const sheetWords = defineWords(
  {
    owedNow: "Owed now",
    owedAtEnd: "Owed at the month's end",
    leftToPay: "Left to pay for this month",
    below: "Refunds took back more than was unpaid. The next sales make up for it first.",
    theMonth: "The month",
    line: "Line",
    count: "Count",
    amount: "Amount",
    payments: "Payments",
    noPayments: "None for this month yet.",
    paidFor: (amount: string, month: string) => `${amount} for ${month}`,
    paid: (at: string, by: string, reference: string) => `${at} by ${by}. Reference ${reference}.`,
    paidByTwo: (at: string, by: string, second: string, reference: string) =>
      `${at} by ${by}, approved by ${second}. Reference ${reference}.`,
    takenBack: (at: string, by: string, reason: string) => `Taken back ${at} by ${by}: ${reason}`,
    carried: "Carried over from the month before",
    returned: "Returned by refunds",
    cameBack: "Payments that came back",
    adjusted: "Adjusted by hand",
    other: "Other movements",
    rangeEarned: "Earned by sales",
    rangePaid: "Paid to the range",
    rangeOwed: "Owed to the range",
    taxEarned: "Collected with sales",
    taxPaid: "Remitted",
    taxOwed: "Tax owed",
  },
  {
    owedNow: "Se debe ahora",
    owedAtEnd: "Se debía al final del mes",
    leftToPay: "Falta pagar de este mes",
    below: "Los reembolsos quitaron más de lo que faltaba pagar. Las próximas ventas lo compensan primero.",
    theMonth: "El mes",
    line: "Línea",
    count: "Cantidad",
    amount: "Monto",
    payments: "Pagos",
    noPayments: "Todavía ninguno de este mes.",
    paidFor: (amount, month) => `${amount} de ${month}`,
    paid: (at, by, reference) => `${at}, por ${by}. Referencia ${reference}.`,
    paidByTwo: (at, by, second, reference) => `${at}, por ${by}, aprobado por ${second}. Referencia ${reference}.`,
    takenBack: (at, by, reason) => `Anulado ${at}, por ${by}: ${reason}`,
    carried: "Viene del mes anterior",
    returned: "Devuelto por reembolsos",
    cameBack: "Pagos devueltos",
    adjusted: "Ajustado a mano",
    other: "Otros movimientos",
    rangeEarned: "Ganado por ventas",
    rangePaid: "Pagado al campo",
    rangeOwed: "Se debe al campo",
    taxEarned: "Cobrado con las ventas",
    taxPaid: "Pagado al fisco",
    taxOwed: "Impuesto por pagar",
  },
);
export type SheetWords = typeof sheetWords.en;

/** A line in the reader's language. A line that these words do not know keeps the server's label. */
export function lineName(
  of: Statement["of"],
  { key, label }: Pick<Statement["lines"][number], "key" | "label">,
  words: SheetWords,
): string {
  const names: Readonly<Record<string, string>> = {
    carried: words.carried,
    earned: of === "range" ? words.rangeEarned : words.taxEarned,
    returned: words.returned,
    paid: of === "range" ? words.rangePaid : words.taxPaid,
    takenBack: words.cameBack,
    adjusted: words.adjusted,
    other: words.other,
    owed: of === "range" ? words.rangeOwed : words.taxOwed,
  };
  return names[key] ?? label;
}
