/** The words of what needs a person, above the orders. */
import { defineWords } from "#platform/web/words.ts";

export const troubleWords = defineWords(
  {
    failed: "Payment troubles are not loaded",
    refunds: (count: number) => `${count} ${count === 1 ? "refund" : "refunds"} not paid`,
    of: " of ",
    order: (number: number) => `order ${number}`,
    stuck: (count: number) => `${count} ${count === 1 ? "payment" : "payments"} without an outcome for 15 minutes`,
    stuckAbout: "The payment service is asked again by itself; look there whether the money came.",
    overpaid: "More went back than was paid",
    tooMuch: (amount: string) => `${amount} too much`,
    twice:
      "a refund was paid otherwise, and the payment service has paid it, too. Stop the check, or ask the player for the money.",
    both: "a refund and a dispute took the same money. Answer the dispute with the refund as evidence.",
    strangers: "Money went back for payments that are not in our records",
    strangersAbout:
      "Another installation uses the same account of the payment service, or a backup from before these payments was restored. Look there:",
    stranger: (kind: "refund" | "dispute", reference: string, amount: string) =>
      `${kind === "refund" ? "Refund" : "Dispute"} of ${amount}, at the payment service: ${reference}`,
    held: (count: number) =>
      `${count} ${count === 1 ? "order" : "orders"} with claims, refunded at the payment service`,
    waiting: (count: number) => `${count} ${count === 1 ? "claim waits" : "claims wait"}. Open the order, and decide.`,
    disputes: (count: number) => `${count} open ${count === 1 ? "dispute" : "disputes"}`,
    answer: (reason: string) => `${reason}. Answer it in the payment service.`,
    again: "Refund on its way again",
    notSent: "Not sent",
    trying: "Trying...",
    tryAgain: "Try again",
  },
  {
    failed: "No se cargaron los problemas de pago",
    refunds: (count) => `${count} ${count === 1 ? "reembolso" : "reembolsos"} sin pagar`,
    of: " del ",
    order: (number) => `pedido ${number}`,
    stuck: (count) => `${count} ${count === 1 ? "pago" : "pagos"} sin resultado desde hace 15 minutos`,
    stuckAbout: "Al servicio de pago se le vuelve a preguntar automáticamente; mira allí si llegó el dinero.",
    overpaid: "Volvió más de lo que se pagó",
    tooMuch: (amount) => `${amount} de más`,
    twice:
      "un reembolso se pagó de otra forma y el servicio de pago también lo pagó. Detén el cheque o pídele el dinero al jugador.",
    both: "un reembolso y una disputa tomaron el mismo dinero. Responde a la disputa con el reembolso como prueba.",
    strangers: "Volvió dinero de pagos que no están en nuestros registros",
    strangersAbout:
      "Otra instalación usa la misma cuenta del servicio de pago, o se restauró una copia anterior a estos pagos. Mira allí:",
    stranger: (kind, reference, amount) =>
      `${kind === "refund" ? "Reembolso" : "Disputa"} de ${amount}, en el servicio de pago: ${reference}`,
    held: (count) =>
      `${count} ${count === 1 ? "pedido con reclamos, reembolsado" : "pedidos con reclamos, reembolsados"} en el servicio de pago`,
    waiting: (count) => `${count} ${count === 1 ? "reclamo espera" : "reclamos esperan"}. Abre el pedido y decide.`,
    disputes: (count) => `${count} ${count === 1 ? "disputa abierta" : "disputas abiertas"}`,
    answer: (reason) => `${reason}. Respóndela en el servicio de pago.`,
    again: "Reembolso otra vez en camino",
    notSent: "No se envió",
    trying: "Intentando...",
    tryAgain: "Intentar de nuevo",
  },
);
