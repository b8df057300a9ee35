/** The whole app on the Stripe gateway, against a local server, with webhooks that are really delivered. */
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { createStripe } from "#features/payments/server/stripe.ts";
import { auditBooks, type Finding } from "#main/server/audit-checks.ts";
import { readStripeSide } from "#main/server/audit-stripe.ts";
import { buy, freshApp, orderOf, type Player, type TestApp } from "./app.ts";
import { SEEDED_AT } from "./database.ts";
import { startStripe, type StripeServer } from "./stripe-server.ts";
import type { TestPaymentMethod } from "./stripe-server/cards.ts";

export const testKeys = {
  STRIPE_SECRET_KEY: "sk_test_local",
  STRIPE_PUBLISHABLE_KEY: "pk_test_local",
  STRIPE_WEBHOOK_SECRET: "whsec_local",
  PUBLIC_URL: "http://play.test",
};
/** Takes the card fields of the tests' usual payment away. */
export const noCard = { cardNumber: undefined, expiryDate: undefined, cvv: undefined, billingZip: undefined };
/** The ledger's transfer of a captured order of $5. */
export const capture = ["capture", { cash: 500, pot: -100, revenue: -400 }];

/** Starts app and server for the tests of a file; after them, every invariant holds and Stripe's books equal ours. */
export function stripeApp() {
  let server: StripeServer;
  let app: TestApp;
  let webhook: string;
  let now = () => SEEDED_AT;
  beforeAll(async () => {
    server = await startStripe(() => now());
    const { address, secretKey, webhookSecret } = server;
    const clock = { now: () => now() };
    const returnUrl = "http://play.test/checkout";
    const gateway = () => createStripe({ address, secretKey, webhookSecret, returnUrl, clock });
    app = await freshApp({ env: testKeys, gateway });
    now = () => app.clock.now();
    webhook = `${await app.http.listen({ port: 0, host: "127.0.0.1" })}/api/payments/webhook`;
  });
  beforeEach(() => {
    server.state.events.length = 0;
  });
  afterAll(async () => {
    await app.clock.advance(3_600);
    const findings = await audit();
    expect(findings.filter(({ violations }) => violations > 0)).toEqual([]);
    expect(findings[9]?.note).toMatch(/^[1-9]\d* payments compared with Stripe$/);
    await app.close();
    await server.close();
  });

  async function audit(): Promise<Finding[]> {
    const at = app.clock.now();
    const stripe = await readStripeSide(testKeys.STRIPE_SECRET_KEY, at, server.address);
    return auditBooks(app.db, { stripe, now: at });
  }
  const by = (paymentMethod: TestPaymentMethod = "pm_card_visa") => ({
    paymentInfo: { ...noCard, paymentMethod: "card", token: server.confirmationToken(paymentMethod) },
  });
  const attemptOf = async (orderId: string): Promise<{ id: string; reference: string | null; status: string }> =>
    (await app.db.pool.query("SELECT id, reference, status FROM payment_attempts WHERE order_id = $1", [orderId]))
      .rows[0];

  return {
    app: () => app,
    server: () => server,
    webhook: () => webhook,
    /** The audit with Stripe's books beside ours. */
    audit,
    by,
    orderOf,
    attemptOf,
    statusOf: async (person: Player, id: string): Promise<string> => (await orderOf(person, id)).status,
    /** Buys ten balls for $5, captured at once. */
    pay: async (person: Player, paymentMethod?: TestPaymentMethod) => {
      const { status, body } = await buy(person, by(paymentMethod));
      expect(status).toBe(200);
      return { orderId: body.order.id, attemptId: (await attemptOf(body.order.id)).id };
    },
    /** The same by a card whose bank asks first. */
    payChallenged: async (person: Player) => {
      const { status, body } = await buy(person, by("pm_card_threeDSecure2Required"));
      expect([status, body]).toEqual([
        202,
        {
          success: false,
          pending: true,
          message: expect.stringContaining("bank"),
          orderId: expect.any(String),
          action: { kind: "stripe", clientSecret: expect.stringMatching(/^pi_/) },
        },
      ]);
      return { orderId: body.orderId, secret: body.action.clientSecret };
    },
  };
}
