/**
 * The payment under way, kept for the tab so that a retry or a reload repeats it instead of paying again. It holds the
 * key and the order's id; never a card's details.
 */
import * as z from "zod/mini";
import { ApiError } from "#platform/web/api.ts";
import { randomId } from "#platform/web/random-id.ts";
import { kept } from "#platform/web/storage.ts";

const keptPayment = kept(
  "session",
  "paymentAttempt",
  z.object({
    key: z.string(),
    /** What is paid for, without card details: another body takes another key. */
    body: z.string(),
    /** Known once the outcome is unknown: the order to ask about. */
    orderId: z.optional(z.string()),
  }),
);

/** The key for this body: the kept one when it is a retry. Stored before anything is sent. */
export function keyFor(body: string): string {
  const before = keptPayment.read();
  const key = before?.body === body && before.orderId === undefined ? before.key : randomId();
  keptPayment.write({ key, body });
  return key;
}

/** The gateway has not answered yet: remember which order to ask about. */
export function awaitOrder(orderId: string): void {
  const before = keptPayment.read();
  keptPayment.write({ key: before?.key ?? randomId(), body: before?.body ?? "", orderId });
}

export function awaitedOrder(): string | undefined {
  return keptPayment.read()?.orderId;
}

/** Whether a payment was sent and its reply never read, so that it is not known whether there is an order. */
export function isReplyLost(): boolean {
  const before = keptPayment.read();
  return before !== undefined && before.orderId === undefined;
}

/** A definitive answer came: the next payment is another one. */
export function forgetPayment(): void {
  keptPayment.clear();
}

/** Whether an error leaves the outcome open, so that the same key must be used again. */
export function isOpen(error: unknown): boolean {
  return (
    !(error instanceof ApiError) ||
    error.status === 0 ||
    error.status === 429 ||
    error.status >= 500 ||
    error.code === "request.in_progress" ||
    error.code === "contract.broken"
  );
}
