/** What tests of the Stripe gateway need: a local server, the gateway on it, and charges to make. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import type { AttemptRef, Gateway } from "#features/payments/server/gateway.ts";
import { createStripe } from "#features/payments/server/stripe.ts";
import { SEEDED_AT } from "./database.ts";
import { startStripe, type StripeServer } from "./stripe-server.ts";
import type { TestPaymentMethod } from "./stripe-server/cards.ts";

/** Starts a server for the tests of a file and ends it after them. */
export function stripeSubject() {
  let now = SEEDED_AT;
  const clock = { now: () => now };
  let server: StripeServer;
  let gateway: Gateway;
  beforeAll(async () => {
    server = await startStripe(clock.now);
    gateway = another();
  });
  afterAll(() => server.close());

  /** The gateway of another process of ours: it remembers nothing of this one. */
  function another(change: Partial<Parameters<typeof createStripe>[0]> = {}): Gateway {
    const { address, secretKey, webhookSecret } = server;
    const returnUrl = "https://play.example.com/checkout";
    return createStripe({ address, secretKey, webhookSecret, returnUrl, clock, ...change });
  }
  const by = (paymentMethod: TestPaymentMethod = "pm_card_visa", toKeep: "on_session" | null = null) => ({
    method: "card" as const,
    token: server.confirmationToken(paymentMethod, toKeep),
  });
  const charge = (paymentMethod?: TestPaymentMethod) => ({
    attemptId: randomUUID(),
    amountCents: 500,
    source: by(paymentMethod),
  });
  return {
    server: () => server,
    gateway: () => gateway,
    another,
    by,
    charge,
    /** A charge that was captured, as our books name it. */
    paid: async (paymentMethod?: TestPaymentMethod): Promise<AttemptRef> => {
      const one = charge(paymentMethod);
      await gateway.charge(one);
      return { ...refOf(one), reference: server.intentOf(one.attemptId).id };
    },
    /** The clock, which stands still, goes on. */
    advance: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

/** An attempt whose reference we were never told. */
export function refOf({ attemptId, amountCents }: { attemptId: string; amountCents: number }): AttemptRef {
  return { attemptId, amountCents, reference: null };
}
