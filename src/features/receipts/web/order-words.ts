/** An order's states as players and administrators read them. */
import type { Order, OrderStatus } from "#features/booking/contract.ts";
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
};

/** An order's state in words, English unless told otherwise. */
export function statusText(status: OrderStatus, words = receiptWords.en): string {
  return words[status === "paid" ? "waiting" : status];
}

/** What a badge says of an order: a part that was given back is worth telling. */
export function statusOf(
  order: { status: OrderStatus; refunded: number },
  words = receiptWords.en,
): { text: string; tone: Tone } {
  const kept = order.status === "paid" || order.status === "fulfilled";
  if (kept && order.refunded > 0) return { text: words.partly, tone: "neutral" };
  return { text: statusText(order.status, words), tone: tones[order.status] };
}

/** Whether money was taken for an order, so that it has a receipt. */
export function wasPaid({ status }: Pick<Order, "status">): boolean {
  return status === "paid" || status === "fulfilled" || status === "refund_due" || status === "refunded";
}
