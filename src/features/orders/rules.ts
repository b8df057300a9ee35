/** The rules of orders: when an order is refunded by itself, and the words of its states. */
import type { Hold, Order, OrderStatus, PaidOtherwise } from "./contract.ts";

/** After this many days an unstarted order is refunded by itself. */
export const UNSTARTED_DAYS = 30;

type Tone = "waiting" | "good" | "bad" | "neutral";

const tones: Readonly<Record<OrderStatus, Tone>> = {
  created: "waiting",
  charging: "waiting",
  paid: "waiting",
  fulfilled: "good",
  declined: "bad",
  expired: "neutral",
  refund_due: "waiting",
  refunded: "neutral",
  reversed: "bad",
};

/** The words of an order's states. */
export const orderWords = {
  created: "Not finished",
  charging: "Checking payment",
  waiting: "Paid, not started",
  fulfilled: "Paid",
  declined: "Declined",
  expired: "Not charged",
  refund_due: "Refund on its way",
  refunded: "Refunded",
  reversed: "Reversed by the bank",
  disputed: "Disputed with the bank",
  refused: "Refund refused",
  partly: "Partly refunded",
};

export const spanishOrderWords: typeof orderWords = {
  created: "Sin terminar",
  charging: "Verificando el pago",
  waiting: "Pagado, sin empezar",
  fulfilled: "Pagado",
  declined: "Rechazado",
  expired: "Sin cobro",
  refund_due: "Reembolso en camino",
  refunded: "Reembolsado",
  reversed: "Recuperado por el banco",
  disputed: "En disputa con el banco",
  refused: "Reembolso rechazado",
  partly: "Reembolsado en parte",
};

/** An order's state in words, English unless told otherwise. */
export function statusText(status: OrderStatus, words = orderWords): string {
  return words[status === "paid" ? "waiting" : status];
}

/**
 * The badge of an order; it also says that a part was refunded.
 * @param order `refundRefused`: the payment service has refused a refund, and nobody has paid it otherwise
 */
export function statusOf(
  order: { status: OrderStatus; refunded: number; held?: Hold | null; refundRefused?: boolean },
  words = orderWords,
): { text: string; tone: Tone } {
  if (order.held === "dispute_open") return { text: words.disputed, tone: "bad" };
  if (order.held === "dispute_lost") return { text: words.reversed, tone: "bad" };
  if (order.refundRefused) return { text: words.refused, tone: "bad" };
  const kept = order.status === "paid" || order.status === "fulfilled";
  if (kept && order.refunded > 0) return { text: words.partly, tone: "neutral" };
  return { text: statusText(order.status, words), tone: tones[order.status] };
}

const paidStates: ReadonlySet<OrderStatus> = new Set(["paid", "fulfilled", "refund_due", "refunded", "reversed"]);

/** How the operator has paid a refund, in English: `check 1042 of 2026-11-20`. */
export function otherwiseText({ method, reference, paidOn }: PaidOtherwise): string {
  return `${method === "check" ? "check" : "bank transfer"} ${reference} of ${paidOn}`;
}

/** Whether money was taken for an order, so that it has a receipt. */
export function wasPaid({ status }: Pick<Order, "status">): boolean {
  return paidStates.has(status);
}
