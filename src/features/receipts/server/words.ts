/** The words of a receipt's letter and of its PDF. */
import { UNSTARTED_DAYS } from "#features/payments/rules.ts";
import { boughtText, paidByText, REFUND_POLICY, refundStateWords } from "../rules.ts";

const english = {
  subject: (number: string, product: string) => `Your receipt ${number} from ${product}`,
  hello: (name: string) => `Hello ${name},`,
  thanks: "thank you. This is your receipt.",
  receipt: (number: string, order: number) => `Receipt ${number}, order ${order}`,
  paid: (moment: string) => `Paid: ${moment}`,
  bought: boughtText,
  total: (amount: string) => `Total: ${amount}`,
  includes: (label: string, rate: number, amount: string) => `Includes ${label} (${rate}%): ${amount}`,
  refund: (state: keyof typeof refundStateWords, amount: string, reason: string) =>
    `Refund, ${refundStateWords[state]}: -${amount} (${reason})`,
  left: (amount: string) => `Left after refunds: ${amount}`,
  paidBy: (payment: { method: string; last4: string | null }) => `Paid with: ${paidByText(payment)}`,
  policy: REFUND_POLICY,
  link: "Your receipt, to print or save",
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
    states: refundStateWords as Readonly<Record<keyof typeof refundStateWords, string>>,
    left: "Left after refunds",
  },
};

const spanish: typeof english = {
  subject: (number, product) => `Tu recibo ${number} de ${product}`,
  hello: (name) => `Hola, ${name}:`,
  thanks: "Gracias. Este es tu recibo.",
  receipt: (number, order) => `Recibo ${number}, pedido ${order}`,
  paid: (moment) => `Pagado: ${moment}`,
  // The package's name is the course's own, in English as on the screens.
  bought: (bought) => boughtText(bought).replace(/, (\d+) balls?$/, (_, n) => `, ${n} ${n === "1" ? "bola" : "bolas"}`),
  total: (amount) => `Total: ${amount}`,
  includes: (label, rate, amount) => `Incluye ${label} (${rate}%): ${amount}`,
  refund: (state, amount, reason) =>
    `Reembolso ${state === "returned" ? "devuelto" : "en camino"}: -${amount} (${reason})`,
  left: (amount) => `Queda después de los reembolsos: ${amount}`,
  paidBy: ({ method, last4 }) =>
    last4 === null || method !== "card"
      ? `Forma de pago: ${method === "card" ? "tarjeta" : paidByText({ method, last4 })}`
      : `Forma de pago: tarjeta terminada en ${last4}`,
  policy: `Reembolsos: un pedido que no se inicia se devuelve solo después de ${UNSTARTED_DAYS} días. Para todo lo demás, pregunta al personal del campo.`,
  link: "Tu recibo, para imprimir o guardar",
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
    states: { on_its_way: "en camino de vuelta a ti", returned: "devuelto" },
    left: "Queda después de los reembolsos",
  },
};

export const receiptWords = { en: english, es: spanish };
