/** The whole app on the Stripe gateway: paying, the bank's challenge, and webhooks, signed, late and lost. */
import { describe, expect, test } from "vitest";
import { courseRoutes } from "#features/courses/contract.ts";
import { sandboxRoutes, paymentRoutes } from "#features/payments/contract.ts";
import { buy, card, type Json, type Player } from "#test/app.ts";
import { transfersOf } from "#test/books.ts";
import { call } from "#test/raw-http.ts";
import { capture, noCard, stripeApp } from "#test/stripe-app.ts";
import { bodyOf } from "#test/calls.ts";

const stripe = stripeApp();

describe("with Stripe configured", () => {
  test("the browser gets Stripe's public key, and there is no sandbox", async () => {
    const golfer = await stripe.app().player();
    const body = await bodyOf(golfer.call(courseRoutes.getConfig));
    const { headers } = await call(await stripe.app().listen(), "GET", "/api/config");
    expect(body.payments).toEqual({ provider: "stripe", publicKey: "pk_test_local" });
    expect(headers["content-security-policy"]).toContain("script-src 'self' https://js.stripe.com");
    expect((await golfer.call(sandboxRoutes.makeToken, { body: card })).status).toBe(404);
    expect((await golfer.raw("GET", "/dev/cards")).status).toBe(404);
    expect(JSON.stringify((await golfer.raw("GET", "/api/openapi.json")).body)).not.toContain("/api/sandbox");
  });

  test("card fields that are sent to us are refused, alone or beside a token, and nothing is charged", async () => {
    const golfer = await stripe.app().player();
    const from = stripe.server().requests.length;
    for (const paymentInfo of [
      {},
      { ...stripe.by().paymentInfo, cvv: "123" },
      { ...stripe.by().paymentInfo, cardNumber: "4242" },
    ]) {
      const { status, body } = await buy(golfer, { paymentInfo });
      expect([status, body.error.code]).toEqual([400, "payments.card_refused"]);
    }
    const { status, body } = await buy(golfer, { paymentInfo: { ...noCard, paymentMethod: "paypal" } });
    expect([status, body.error.code]).toEqual([400, "payments.fields_missing"]);
    expect(stripe.server().requests).toHaveLength(from);
  });

  test("a payment starts its session; its events change nothing, even twice and in any order", async () => {
    const golfer = await stripe.app().player();
    const { orderId, attemptId } = await stripe.pay(golfer);
    expect(await stripe.attemptOf(orderId)).toMatchObject({
      status: "succeeded",
      reference: expect.stringMatching(/^pi_/),
    });
    const statuses = await stripe.server().deliver(stripe.webhook(), { twice: true, reversed: true });
    expect(statuses.length).toBeGreaterThanOrEqual(6);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await stripe.statusOf(golfer, orderId)).toBe("fulfilled");
    expect(await transfersOf(stripe.app(), orderId)).toEqual([capture]);
    expect(stripe.server().held(attemptId)).toBe(500);
  });

  test("a decline is 402 in our words", async () => {
    const golfer = await stripe.app().player();
    const { status, body } = await buy(golfer, stripe.by("pm_card_chargeDeclinedInsufficientFunds"));
    expect([status, body.message]).toEqual([402, "Your card has insufficient funds."]);
    expect(new Set(await stripe.server().deliver(stripe.webhook()))).toEqual(new Set([200]));
    await stripe.pay(golfer);
  });

  test("a payment whose reply is lost is finished by its event alone", async () => {
    const golfer = await stripe.app().player();
    stripe.server().fail(/confirm$/, "drop_after", "drop_after");
    const { status, body } = await buy(golfer, stripe.by());
    expect([status, body.pending]).toEqual([202, true]);
    expect(await stripe.statusOf(golfer, body.orderId)).toBe("charging");
    await stripe.server().deliver(stripe.webhook(), { twice: true });
    expect(await stripe.statusOf(golfer, body.orderId)).toBe("fulfilled");
    expect(await transfersOf(stripe.app(), body.orderId)).toEqual([capture]);
  });

  test("a payment whose reply and events are lost is finished by the reconciler", async () => {
    const golfer = await stripe.app().player();
    stripe.server().fail(/confirm$/, "drop_after", "drop_after");
    const { body } = await buy(golfer, stripe.by());
    await stripe.app().clock.advance(40);
    await stripe.app().jobs.runAll();
    expect(await stripe.statusOf(golfer, body.orderId)).toBe("fulfilled");
  });
});

describe("the bank's challenge", () => {
  test("when passed, the signed event fulfils the order", async () => {
    const golfer = await stripe.app().player();
    const { orderId, secret } = await stripe.payChallenged(golfer);
    expect(await stripe.orderOf(golfer, orderId)).toMatchObject({
      status: "created",
      action: { kind: "stripe", clientSecret: secret },
    });
    expect(await transfersOf(stripe.app(), orderId)).toEqual([]);
    stripe.server().handleNextAction(secret, true);
    expect(new Set(await stripe.server().deliver(stripe.webhook(), { reversed: true, twice: true }))).toEqual(
      new Set([200]),
    );
    expect(await stripe.orderOf(golfer, orderId)).toMatchObject({ status: "fulfilled", action: null });
    expect(await transfersOf(stripe.app(), orderId)).toEqual([capture]);
  });

  test("when passed, the browser's own check fulfils the order if no event has come", async () => {
    const golfer = await stripe.app().player();
    const { orderId, secret } = await stripe.payChallenged(golfer);
    expect((await bodyOf(golfer.call(paymentRoutes.checkOrder, { params: { id: orderId } }))).order.status).toBe(
      "created",
    );
    stripe.server().handleNextAction(secret, true);
    expect((await bodyOf(golfer.call(paymentRoutes.checkOrder, { params: { id: orderId } }))).order.status).toBe(
      "fulfilled",
    );
  });

  test("when failed, declines the order, and another payment may follow", async () => {
    const golfer = await stripe.app().player();
    const { orderId, secret } = await stripe.payChallenged(golfer);
    stripe.server().handleNextAction(secret, false);
    await stripe.server().deliver(stripe.webhook());
    expect(await stripe.orderOf(golfer, orderId)).toMatchObject({
      status: "declined",
      failure: expect.stringContaining("not charged"),
    });
    await stripe.pay(golfer);
  });

  test.each([
    [
      "the golfer's own look",
      (golfer: Player, id: string) => golfer.call(paymentRoutes.checkOrder, { params: { id } }),
    ],
    ["its event", () => stripe.server().deliver(stripe.webhook())],
    ["the reconciler", () => stripe.app().jobs.runAll()],
  ])("when failed, as %s reports, cannot be confirmed again", async (_name, learn) => {
    const golfer = await stripe.app().player();
    const { orderId, secret } = await stripe.payChallenged(golfer);
    const { id } = await stripe.attemptOf(orderId);
    stripe.server().handleNextAction(secret, false);
    await learn(golfer, orderId);
    expect(await stripe.statusOf(golfer, orderId)).toBe("declined");
    expect(stripe.server().intentOf(id).status).toBe("canceled");
  });

  test("when given up by the golfer, can no longer be passed", async () => {
    const golfer = await stripe.app().player();
    const { orderId, secret } = await stripe.payChallenged(golfer);
    expect((await bodyOf(golfer.call(paymentRoutes.cancelOrder, { params: { id: orderId } }))).order.status).toBe(
      "expired",
    );
    expect(() => stripe.server().handleNextAction(secret, true)).toThrow("canceled");
  });

  test("when left alone, is voided at Stripe after a quarter of an hour", async () => {
    const golfer = await stripe.app().player();
    const { orderId, secret } = await stripe.payChallenged(golfer);
    await stripe.app().clock.advance(16 * 60);
    await stripe.app().jobs.runAll();
    expect(await stripe.statusOf(golfer, orderId)).toBe("expired");
    expect(() => stripe.server().handleNextAction(secret, true)).toThrow("canceled");
  });
});

describe("the webhook", () => {
  async function post({ payload, headers }: { payload: string; headers: Record<string, string> }) {
    const reply = await fetch(stripe.webhook(), { method: "POST", headers, body: payload });
    const body: Json = await reply.json();
    return { status: reply.status, code: body.error?.code };
  }

  test("refuses what is forged, changed or too old", async () => {
    const golfer = await stripe.app().player();
    const { secret, orderId } = await stripe.payChallenged(golfer);
    stripe.server().handleNextAction(secret, true);
    const event = stripe.server().state.events.find(({ type }) => type === "payment_intent.succeeded");
    const genuine = stripe.server().sign(event);
    const stale = Math.floor(stripe.app().clock.now().getTime() / 1000) - 301;
    const forgeries = [
      stripe.server().sign(event, { secret: "whsec_guessed" }),
      stripe.server().sign(event, { timestamp: stale }),
      { ...genuine, payload: `${genuine.payload} ` },
      { ...genuine, headers: { "content-type": "application/json" } },
    ];
    for (const forged of forgeries) {
      expect(await post(forged)).toEqual({ status: 400, code: "payments.forged_event" });
    }
    expect(await stripe.statusOf(golfer, orderId)).toBe("created");
    expect((await post(genuine)).status).toBe(200);
    expect(await stripe.statusOf(golfer, orderId)).toBe("fulfilled");
  });

  test("asks for the event again while Stripe's API is away", async () => {
    const golfer = await stripe.app().player();
    const { secret, orderId } = await stripe.payChallenged(golfer);
    stripe.server().handleNextAction(secret, true);
    const [event] = stripe.server().state.events.filter(({ type }) => type === "payment_intent.succeeded");
    // More than one call may ask: the reconciler does, too.
    stripe.server().fail(/^GET .*payment_intents/, ...Array.from({ length: 30 }, () => "drop_before" as const));
    expect(await post(stripe.server().sign(event))).toEqual({ status: 503, code: "payments.gateway_away" });
    stripe.server().heal();
    expect((await post(stripe.server().sign(event))).status).toBe(200);
    expect(await stripe.statusOf(golfer, orderId)).toBe("fulfilled");
  });

  test("accepts events of payments that are not ours, and does nothing", async () => {
    const foreign = { metadata: { attempt_id: "3e0f6b54-61ad-4d37-9b0f-0a1b8f1ab001" }, id: "pi_foreign" };
    for (const object of [foreign, { id: "pi_foreign", metadata: {} }]) {
      const event = { id: "evt_1", object: "event", type: "payment_intent.succeeded", data: { object } };
      expect((await post(stripe.server().sign(event))).status).toBe(200);
    }
  });
});
