/** Charging by Stripe, over HTTP: its outcomes, its challenge, and how an attempt is looked at. */
import { describe, expect, test } from "vitest";
import { UnknownOutcome } from "#features/payments/server/gateway.ts";
import { SEEDED_AT } from "#test/database.ts";
import { paymentMethods, type TestPaymentMethod } from "#test/stripe-server/cards.ts";
import { refOf, stripeSubject } from "#test/stripe-subject.ts";

const stripe = stripeSubject();
const captured = { status: "captured", at: SEEDED_AT, reference: expect.stringMatching(/^pi_/) };
const voided = { status: "failed", code: "not_charged", message: expect.stringContaining("not charged") };
const callsSince = (from: number) =>
  stripe
    .server()
    .requests.slice(from)
    .map((call) => call.replaceAll(/\?.*|pi_\w+/g, ""));

describe("a charge", () => {
  test("is made by one PaymentIntent under our attempt's id, created before it is confirmed", async () => {
    const from = stripe.server().requests.length;
    const one = stripe.charge();
    expect(await stripe.gateway().charge(one)).toEqual(captured);
    expect(callsSince(from)).toEqual(["POST /v1/payment_intents", "POST /v1/payment_intents//confirm"]);
    expect(stripe.server().intentOf(one.attemptId)).toMatchObject({
      amount: 500,
      currency: "usd",
      metadata: { attempt_id: one.attemptId },
    });
  });

  test("says when the money moved, by Stripe's clock", async () => {
    const one = stripe.charge();
    await stripe.gateway().charge(one);
    stripe.advance(3_600);
    expect(await stripe.gateway().settle(refOf(one))).toEqual(captured);
    stripe.advance(-3_600);
  });

  const declines = Object.entries(paymentMethods).filter(([, { kind }]) => kind === "decline");
  test.each(declines.map(([name]) => name as TestPaymentMethod))("by %s is declined in our words", async (name) => {
    const one = stripe.charge(name);
    const declined = await stripe.gateway().charge(one);
    expect(declined).toEqual({
      status: "failed",
      code: {
        pm_card_chargeDeclined: "card_declined",
        pm_card_chargeDeclinedInsufficientFunds: "insufficient_funds",
        pm_card_chargeDeclinedLostCard: "lost_card",
        pm_card_chargeDeclinedStolenCard: "stolen_card",
        pm_card_chargeDeclinedExpiredCard: "expired_card",
        pm_card_chargeDeclinedIncorrectCvc: "incorrect_cvc",
        pm_card_chargeDeclinedProcessingError: "processing_error",
        pm_card_visa_chargeDeclinedVelocityLimitExceeded: "card_velocity_exceeded",
      }[name as string],
      message: expect.not.stringMatching(/lost|stolen|fraud/i),
    });
    // Settled by another process, it is canceled there, with the same words.
    expect(await stripe.another().settle(refOf(one))).toEqual(declined);
    expect(stripe.server().intentOf(one.attemptId).status).toBe("canceled");
    expect(await stripe.another().settle(refOf(one))).toEqual(declined);
  });

  test("without a token, or with one that is unknown, used or expired, fails and is voided", async () => {
    const used = stripe.by();
    await stripe.gateway().charge({ ...stripe.charge(), source: used });
    for (const token of [undefined, "ctoken_unknown", used.token]) {
      const one = { ...stripe.charge(), source: { method: "card" as const, token } };
      expect(await stripe.gateway().charge(one)).toMatchObject({ status: "failed", code: "token_expired" });
      if (token !== undefined) expect(stripe.server().intentOf(one.attemptId).status).toBe("canceled");
      expect(await stripe.gateway().settle(refOf(one))).toEqual(voided);
    }
  });

  test("that is still processing has an unknown outcome until the bank decides", async () => {
    const one = stripe.charge("pm_usBankAccount_success");
    await expect(stripe.gateway().charge(one)).rejects.toThrow(UnknownOutcome);
    await expect(stripe.gateway().settle(refOf(one))).rejects.toThrow(UnknownOutcome);
    expect(await stripe.gateway().readCharge(refOf(one))).toBeUndefined();
    stripe.server().finishProcessing(one.attemptId);
    expect(await stripe.gateway().readCharge(refOf(one))).toEqual(captured);
    expect(await stripe.gateway().settle(refOf(one))).toEqual(captured);
  });

  test("whose amount differs at Stripe is a fault, and never an outcome", async () => {
    const one = stripe.charge();
    await stripe.gateway().charge(one);
    const wrong = { ...refOf(one), amountCents: 499, reference: stripe.server().intentOf(one.attemptId).id };
    for (const asked of [stripe.gateway().settle(wrong), stripe.gateway().readCharge(wrong)])
      await expect(asked).rejects.toThrow("is over 500 usd");
  });

  test("with a wrong key of ours is a fault, not an unknown outcome", async () => {
    const error = await stripe
      .another({ secretKey: "sk_test_wrong" })
      .charge(stripe.charge())
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(UnknownOutcome);
  });
});

describe("a challenge", () => {
  const challenged = async () => {
    const one = stripe.charge("pm_card_threeDSecure2Required");
    const outcome = await stripe.gateway().charge(one);
    expect(outcome).toEqual({
      status: "action",
      action: { kind: "stripe", clientSecret: expect.stringMatching(/^pi_.+_secret_/) },
      reference: expect.stringMatching(/^pi_/),
    });
    if (outcome.status !== "action" || outcome.action.kind !== "stripe") throw new Error("no action");
    return { one, outcome, secret: outcome.action.clientSecret };
  };

  test("waits for the golfer, and is captured when they pass it", async () => {
    const { one, outcome, secret } = await challenged();
    expect(await stripe.another().readCharge(refOf(one))).toEqual(outcome);
    stripe.server().handleNextAction(secret, true);
    expect(await stripe.another().readCharge(refOf(one))).toEqual(captured);
    expect(stripe.server().held(one.attemptId)).toBe(500);
    // Stripe keeps the first answer of the key; the present state counts.
    expect(await stripe.gateway().charge(one)).toEqual(captured);
  });

  test("that the golfer fails is a failure, which settling makes final", async () => {
    const { one, secret } = await challenged();
    stripe.server().handleNextAction(secret, false);
    const failure = { status: "failed", code: "authentication_failed", message: expect.any(String) };
    expect(await stripe.gateway().readCharge(refOf(one))).toEqual(failure);
    expect(stripe.server().intentOf(one.attemptId).status).toBe("requires_payment_method");
    expect(await stripe.gateway().settle(refOf(one))).toEqual(failure);
    expect(stripe.server().intentOf(one.attemptId).status).toBe("canceled");
  });

  test("that nobody answers is voided, and cannot be passed afterwards", async () => {
    const { one, secret } = await challenged();
    expect(await stripe.gateway().settle(refOf(one))).toEqual(voided);
    expect(() => stripe.server().handleNextAction(secret, true)).toThrow("canceled");
    expect(stripe.server().held(one.attemptId)).toBe(0);
  });

  test("passed while it is being voided is captured: the cancel is refused", async () => {
    const { one, secret } = await challenged();
    // Between our reading and our canceling, the golfer passes.
    stripe.server().fail(/cancel$/, { slow: 200 });
    const settling = stripe.gateway().settle(refOf(one));
    await expect.poll(() => stripe.server().requests.at(-1)).toContain("cancel");
    stripe.server().handleNextAction(secret, true);
    expect(await settling).toEqual(captured);
  });
});

describe("reading a payment", () => {
  test("changes nothing, and finds nothing that Stripe has not seen", async () => {
    const from = stripe.server().requests.length;
    expect(await stripe.gateway().readCharge(refOf(stripe.charge()))).toBeUndefined();
    expect(
      stripe
        .server()
        .requests.slice(from)
        .every((call) => call.startsWith("GET")),
    ).toBe(true);
  });

  test("finds it by metadata, by what an event said, or by the reference", async () => {
    const one = stripe.charge();
    await stripe.gateway().charge(one);
    expect(await stripe.another().readCharge(refOf(one))).toEqual(captured);
    expect(
      await stripe.another().readCharge({ ...refOf(one), reference: stripe.server().intentOf(one.attemptId).id }),
    ).toEqual(captured);
    const from = stripe.server().requests.length;
    await stripe.gateway().readCharge(refOf(one));
    expect(callsSince(from)).toEqual(["GET /v1/payment_intents/"]);
  });

  test("gives an unknown outcome while Stripe does not answer", async () => {
    stripe.server().fail(/^GET .*payment_intents/, "drop_before", "drop_before", "drop_before");
    await expect(stripe.gateway().readCharge(refOf(stripe.charge()))).rejects.toThrow(UnknownOutcome);
  });
});
