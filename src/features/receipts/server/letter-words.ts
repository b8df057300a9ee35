/** The words of a receipt's letter. The receipt itself, page and PDF, is in English: it is the operator's record. */
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
};

export const letterWords = { en: english, es: spanish };
