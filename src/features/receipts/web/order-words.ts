/** An order's states as players and administrators read them. */
import type { Order, OrderStatus } from "#features/booking/contract.ts";

type Tone = "waiting" | "good" | "bad" | "neutral";

export const statusWords: Readonly<Record<OrderStatus, { text: string; tone: Tone }>> = {
  created: { text: "Not finished", tone: "waiting" },
  charging: { text: "Checking payment", tone: "waiting" },
  paid: { text: "Paid, not started", tone: "waiting" },
  fulfilled: { text: "Paid", tone: "good" },
  declined: { text: "Declined", tone: "bad" },
  expired: { text: "Not charged", tone: "neutral" },
  refund_due: { text: "Refund on its way", tone: "waiting" },
  refunded: { text: "Refunded", tone: "neutral" },
};

/** What a badge says of an order: a part that was given back is worth telling. */
export function statusOf(order: { status: OrderStatus; refunded: number }): { text: string; tone: Tone } {
  const kept = order.status === "paid" || order.status === "fulfilled";
  return kept && order.refunded > 0 ? { text: "Partly refunded", tone: "neutral" } : statusWords[order.status];
}

/** Whether money was taken for an order, so that it has a receipt. */
export function wasPaid({ status }: Pick<Order, "status">): boolean {
  return status === "paid" || status === "fulfilled" || status === "refund_due" || status === "refunded";
}
