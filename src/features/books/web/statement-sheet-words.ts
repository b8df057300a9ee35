/** The words of a statement's figures. */
import { defineWords } from "#platform/web/words.ts";

export const statementSheetWords = defineWords(
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
  },
);
export type SheetWords = typeof statementSheetWords.en;
