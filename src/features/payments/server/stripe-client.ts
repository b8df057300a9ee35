/** Stripe's own client, and which of its errors leave an outcome open. */
import { Stripe } from "stripe";
import { UnknownOutcome } from "./gateway.ts";

/** The API's address; without it, Stripe's own (https://docs.stripe.com/api). */
export interface StripeAddress {
  host: string;
  port: number;
  protocol: "http" | "https";
}

/** One call with its repetitions ends before the gateway's deadline of 20 s. */
const TIMEOUT_MS = 6_000;
const RETRIES = 2;

/** The client, with the API's version pinned by the SDK. */
export function stripeClient(secretKey: string, address?: StripeAddress): Stripe {
  return new Stripe(secretKey, { timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false, ...address });
}

/** A page of what was created since a moment, each with its PaymentIntent (https://docs.stripe.com/api/pagination). */
export function pageOf(since: Date, after?: string) {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  return {
    created,
    limit: 100,
    expand: ["data.payment_intent"],
    ...(after === undefined ? {} : { starting_after: after }),
  };
}

/**
 * Waits for a call.
 * @throws UnknownOutcome when no reply came, or one that leaves the outcome open (500, 429, 409); any other error as it
 * is
 */
export async function callStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw isOpen(error)
      ? new UnknownOutcome(`Stripe gave no definite answer: ${error.message}`, { cause: error })
      : error;
  }
}

/** 500, 409 and broken replies are the SDK's `StripeAPIError` (https://docs.stripe.com/error-low-level). */
function isOpen(error: unknown): error is Error {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError
  );
}

/** Whether an answer, or an error, is an earlier one of the same key (https://docs.stripe.com/api/idempotent_requests). */
export function isReplay(headers: Readonly<Record<string, string>> | undefined): boolean {
  return headers?.["idempotent-replayed"] === "true";
}
