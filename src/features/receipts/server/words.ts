/** The words of a receipt's letter and of its PDF. */
import { refundReason } from "#features/orders/reason-rules.ts";
import { UNSTARTED_DAYS } from "#features/orders/rules.ts";
import { ours, reasonLine, type SafeText, safe } from "#platform/server/mail/safe-text.ts";
import { named } from "#platform/shared/language.ts";
import type { Receipt } from "../contract.ts";
import { boughtText, paidByText, REFUND_POLICY, refundStateWords } from "../rules.ts";

type Refund = Pick<Receipt["refunds"][number], "state" | "reason" | "paidOtherwise">;

function englishState({ state, paidOtherwise: paid }: Refund): string {
  if (paid) return `paid by ${paid.method === "check" ? "check" : "bank transfer"} ${paid.reference}`;
  return refundStateWords[state];
}

function spanishState({ state, paidOtherwise: paid }: Refund): string {
  if (paid) return `pagado ${paid.method === "check" ? "con el cheque" : "por la transferencia"} ${paid.reference}`;
  return state === "returned" ? "devuelto" : "en camino de vuelta a ti";
}

const english = {
  subject: (number: string, product: string) => safe`Your receipt ${number} from ${ours(product)}`,
  hello: (name: string) => safe`Hello ${name},`,
  thanks: safe`thank you. This is your receipt.`,
  receipt: (number: string, order: number) => safe`Receipt ${number}, order ${order}`,
  paid: (moment: string) => safe`Paid: ${ours(moment)}`,
  bought: (bought: Parameters<typeof boughtText>[0] & Pick<Receipt, "packageNameEs">): SafeText =>
    safe`${boughtText(bought)}`,
  total: (amount: string) => safe`Total: ${amount}`,
  includes: (label: string, rate: number, amount: string) => safe`Includes ${label} (${rate}%): ${amount}`,
  refund: (refund: Refund, amount: string) =>
    safe`Refund, ${englishState(refund)}: -${amount} (${reasonLine(refund.reason)})`,
  left: (amount: string) => safe`Left after refunds: ${amount}`,
  leftIncludes: (label: string, amount: string) => safe`Of this, ${label}: ${amount}`,
  paidBy: (payment: { method: string; last4: string | null }) => safe`Paid with: ${paidByText(payment)}`,
  policy: ours(REFUND_POLICY),
  link: safe`Your receipt, to print or save`,
  file: {
    title: (number: string) => `Receipt ${number}`,
    page: (page: number, of: number) => `Page ${page} of ${of}`,
    columns: { what: "What", amount: "Amount" },
    facts: {
      receipt: "Receipt",
      order: "Order",
      player: "Player",
      paid: "Paid",
      paidWith: "Paid with",
      issued: "Issued",
    },
    nameless: "The player of the order",
    paidWith: paidByText,
    total: "Total paid",
    includes: (label: string, rate: number) => `Includes ${label} (${rate}%)`,
    refunds: "Refunds",
    stateOf: englishState,
    left: "Left after refunds",
    leftIncludes: (label: string) => `Of this, ${label}`,
  },
};

const spanish: typeof english = {
  subject: (number, product) => safe`Tu recibo ${number} de ${ours(product)}`,
  hello: (name) => safe`Hola, ${name}:`,
  thanks: safe`Gracias. Este es tu recibo.`,
  receipt: (number, order) => safe`Recibo ${number}, pedido ${order}`,
  paid: (moment) => safe`Pagado: ${ours(moment)}`,
  bought: ({ packageName, packageNameEs, ballCount }) => {
    const bought = boughtText({ packageName: named("es", packageName, packageNameEs), ballCount });
    return safe`${bought.replace(/, (\d+) balls?$/, (_, n) => `, ${n} ${n === "1" ? "bola" : "bolas"}`)}`;
  },
  total: (amount) => safe`Total: ${amount}`,
  includes: (label, rate, amount) => safe`Incluye ${label} (${rate}%): ${amount}`,
  refund: (refund, amount) =>
    safe`Reembolso ${spanishState(refund)}: -${amount} (${reasonLine(refundReason(refund.reason, "es"))})`,
  left: (amount) => safe`Queda después de los reembolsos: ${amount}`,
  leftIncludes: (label, amount) => safe`De esto, ${label}: ${amount}`,
  paidBy: ({ method, last4 }) =>
    last4 === null || method !== "card"
      ? safe`Forma de pago: ${method === "card" ? "tarjeta" : paidByText({ method, last4 })}`
      : safe`Forma de pago: tarjeta terminada en ${last4}`,
  policy: safe`Reembolsos: un pedido que no se inicia se devuelve automáticamente a los ${UNSTARTED_DAYS} días. Para todo lo demás, pregunta al personal del campo.`,
  link: safe`Tu recibo, para imprimir o guardar`,
  file: {
    title: (number) => `Recibo ${number}`,
    page: (page, of) => `Página ${page} de ${of}`,
    columns: { what: "Concepto", amount: "Importe" },
    facts: {
      receipt: "Recibo",
      order: "Pedido",
      player: "Jugador",
      paid: "Pagado",
      paidWith: "Forma de pago",
      issued: "Emitido",
    },
    nameless: "El jugador del pedido",
    paidWith: ({ method, last4 }) =>
      last4 === null || method !== "card"
        ? method === "card"
          ? "Tarjeta"
          : paidByText({ method, last4 })
        : `Tarjeta terminada en ${last4}`,
    total: "Total pagado",
    includes: (label, rate) => `Incluye ${label} (${rate}%)`,
    refunds: "Reembolsos",
    stateOf: spanishState,
    left: "Queda después de los reembolsos",
    leftIncludes: (label) => `De esto, ${label}`,
  },
};

export const receiptWords = { en: english, es: spanish };
