/**
 * Requests and replies that are lost on the way to Stripe and back: there is never a second charge, and never a charge
 * that we do not know of.
 */
import { describe, expect, test } from "vitest";
import { UnknownOutcome } from "#features/payments/server/gateway.ts";
import { SEEDED_AT } from "#test/database.ts";
import { refOf, stripeSubject } from "#test/stripe-subject.ts";

const stripe = stripeSubject();
const captured = { status: "captured", at: SEEDED_AT, reference: expect.stringMatching(/^pi_/) };
const voided = { status: "failed", code: "not_charged", message: expect.stringContaining("not charged") };

describe("a lost request or reply", () => {
  const tries = 3;
  const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

  test.each([
    ["the create", /POST .*payment_intents$/],
    ["the confirm", /confirm$/],
  ])("of %s is sent again under the same key, and charged once", async (_what, call) => {
    for (const fault of ["drop_before", "drop_after"] as const) {
      const one = stripe.charge();
      stripe.server().fail(call, fault);
      expect(await stripe.gateway().charge(one)).toEqual(captured);
      expect(stripe.server().held(one.attemptId)).toBe(500);
    }
  });

  test.each([
    ["lost before the create", /POST .*payment_intents$/, "drop_before", voided, 0],
    ["lost after the create", /POST .*payment_intents$/, "drop_after", voided, 0],
    ["lost before the confirm", /confirm$/, "drop_before", voided, 0],
    ["lost after the confirm", /confirm$/, "drop_after", captured, 500],
  ] as const)("%s for good is an unknown outcome, and then settled", async (_what, call, fault, outcome, cents) => {
    const one = stripe.charge();
    stripe.server().fail(call, ...times(call.source === "confirm$" ? tries - 1 : tries, fault));
    await expect(stripe.gateway().charge(one)).rejects.toThrow(UnknownOutcome);
    expect(await stripe.another().settle(refOf(one))).toEqual(outcome);
    expect(stripe.server().held(one.attemptId)).toBe(cents);
    // A request that was still on its way changes nothing any more.
    expect(await stripe.another().charge(one)).toEqual(outcome);
    expect(stripe.server().held(one.attemptId)).toBe(cents);
  });

  test.each([500, 429] as const)("a %i of every call is unknown, then settled as never charged", async (fault) => {
    const one = stripe.charge();
    stripe.server().fail(/POST .*payment_intents$/, ...times(fault === 429 ? 1 : tries, fault));
    await expect(stripe.gateway().charge(one)).rejects.toThrow(UnknownOutcome);
    expect(await stripe.another().settle(refOf(one))).toEqual(voided);
    const again = await stripe
      .another()
      .charge(one)
      .catch((error: unknown) => error);
    // Stripe keeps its 500 under the key, so that nothing can be charged under it.
    expect(again).toEqual(fault === 500 ? expect.any(UnknownOutcome) : voided);
    expect(stripe.server().held(one.attemptId)).toBe(0);
  });

  test("that is slow is sent again, and charged once", async () => {
    const one = stripe.charge();
    stripe.server().fail(/POST .*payment_intents$/, { slow: 6_700 });
    expect(await stripe.gateway().charge(one)).toEqual(captured);
    expect(stripe.server().held(one.attemptId)).toBe(500);
  });

  test("of a cancel is settled by asking again", async () => {
    const one = stripe.charge("pm_card_threeDSecure2Required");
    await stripe.gateway().charge(one);
    stripe.server().fail(/cancel$/, "drop_after");
    expect(await stripe.gateway().settle(refOf(one))).toEqual(voided);
    expect(await stripe.gateway().settle(refOf(one))).toEqual(voided);
  });

  test("is found by its metadata after a day, when Stripe has forgotten the key", async () => {
    const one = stripe.charge();
    await stripe.gateway().charge(one);
    stripe.server().forgetKeys();
    expect(await stripe.another().settle(refOf(one))).toEqual(captured);
    const declined = stripe.charge("pm_card_chargeDeclined");
    await stripe.gateway().charge(declined);
    stripe.server().forgetKeys();
    expect(await stripe.another().settle(refOf(declined))).toMatchObject({ status: "failed", code: "card_declined" });
    const ours = [...stripe.server().state.intents.values()].filter(
      ({ metadata }) => metadata["attempt_id"] === declined.attemptId,
    );
    expect(ours.map(({ status }) => status)).toEqual(["canceled", "canceled"]);
  });

  test("is found, or was never charged, after a day when Stripe no longer accepts the payment", async () => {
    const one = stripe.charge();
    await stripe.gateway().charge(one);
    stripe.server().forgetKeys();
    stripe.server().fail(/POST .*payment_intents$/, 400, 400);
    expect(await stripe.another().settle(refOf(one))).toEqual(captured);
    expect(await stripe.another().settle(refOf(stripe.charge()))).toEqual(voided);
  });
});
