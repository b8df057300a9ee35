/**
 * The payment under way. The tab keeps its key and its order's id, never a card's details, so that a retry or a reload
 * repeats it instead of paying again.
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
    /** The call's body without card details: another body needs another key. */
    body: z.string(),
    /** The order to ask about, once the gateway has not answered in time. */
    orderId: z.optional(z.string()),
  }),
);

/** The key for this body: the kept key when it is a retry. A new key is stored before anything is sent. */
export function keyFor(body: string): string {
  const before = keptPayment.read();
  const key = before?.body === body && before.orderId === undefined ? before.key : randomId();
  keptPayment.write({ key, body });
  return key;
}

/** Remembers which order to ask about, because the gateway has not answered yet. */
export function awaitOrder(orderId: string): void {
  const before = keptPayment.read();
  keptPayment.write({ key: before?.key ?? randomId(), body: before?.body ?? "", orderId });
}

export function awaitedOrder(): string | undefined {
  return keptPayment.read()?.orderId;
}

/** The key of a payment that was sent, and whose reply was not read. Then it is unknown whether there is an order. */
export function unansweredKey(): string | undefined {
  const before = keptPayment.read();
  return before?.orderId === undefined ? before?.key : undefined;
}

/** Forgets the payment after a definite answer: the next payment is another one. */
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
