/** An order's states as players and administrators read them. */
import type { Hold, Order, OrderStatus } from "#features/booking/contract.ts";
import { receiptWords } from "./words.ts";

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

/** An order's state in words, English unless told otherwise. */
export function statusText(status: OrderStatus, words = receiptWords.en): string {
  return words[status === "paid" ? "waiting" : status];
}

/** What a badge says of an order: a part that was given back is worth telling. */
export function statusOf(
  order: { status: OrderStatus; refunded: number; held?: Hold | null },
  words = receiptWords.en,
): { text: string; tone: Tone } {
  if (order.held === "dispute_open") return { text: words.disputed, tone: "bad" };
  if (order.held === "dispute_lost") return { text: words.reversed, tone: "bad" };
  const kept = order.status === "paid" || order.status === "fulfilled";
  if (kept && order.refunded > 0) return { text: words.partly, tone: "neutral" };
  return { text: statusText(order.status, words), tone: tones[order.status] };
}

const paidStates: ReadonlySet<OrderStatus> = new Set(["paid", "fulfilled", "refund_due", "refunded", "reversed"]);

/** Whether money was taken for an order, so that it has a receipt. */
export function wasPaid({ status }: Pick<Order, "status">): boolean {
  return paidStates.has(status);
}
