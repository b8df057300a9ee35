/** The Stripe gateway over HTTP, against a local server that answers as Stripe's API reference says. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type ListPage,
  type AttemptRef,
  ForgedEvent,
  type Gateway,
  RefundRefused,
  UnknownOutcome,
  withDeadline,
} from "#features/payments/server/gateway.ts";
import { SEEDED_AT } from "#test/database.ts";
import { stripeSubject } from "#test/stripe-subject.ts";
import { gatewaySuite } from "#test/server/payments/gateway-suite.ts";

const stripe = stripeSubject();
const refund = (attempt: AttemptRef, amountCents: number, refundId: string = randomUUID()) => ({
  key: refundId,
  refundId,
  attempt,
  amountCents,
});

const over = (subject: Gateway) => ({
  gateway: subject,
  good: async () => stripe.by(),
  bad: async () => stripe.by("pm_card_chargeDeclinedInsufficientFunds"),
  toKeep: async () => stripe.by("pm_card_visa", "on_session"),
  walletToken: () => stripe.by().token,
  held: async (attemptId: string) => stripe.server().held(attemptId),
});
gatewaySuite("Stripe", () => over(stripe.gateway()));
gatewaySuite("Stripe under its deadline", () => over(withDeadline(stripe.gateway())));
gatewaySuite("Stripe, each call made by a process that remembers nothing,", () =>
  over({
    ...stripe.gateway(),
    charge: (one) => stripe.another().charge(one),
    settle: (attempt) => stripe.another().settle(attempt),
    refund: (one) => stripe.another().refund(one),
  }),
);

describe("a refund", () => {
  test("is made once for each key, even if Stripe has forgotten the key, and our process has forgotten everything", async () => {
    const attempt = await stripe.paid();
    const one = refund(attempt, 200);
    await stripe.gateway().refund(one);
    stripe.server().forgetKeys();
    await stripe.another().refund(one);
    expect(stripe.server().held(attempt.attemptId)).toBe(300);
  });

  test("whose reply is lost for good is an unknown outcome, and made once", async () => {
    const attempt = await stripe.paid();
    const one = refund(attempt, 500);
    stripe.server().fail(/POST .*refunds/, "drop_after", "drop_after", "drop_after");
    await expect(stripe.gateway().refund(one)).rejects.toThrow(UnknownOutcome);
    await stripe.gateway().refund(one);
    expect(stripe.server().held(attempt.attemptId)).toBe(0);
  });

  test("of more than is left is refused with that reason, also when all has gone back", async () => {
    const attempt = await stripe.paid();
    await stripe.gateway().refund(refund(attempt, 200));
    await expect(stripe.gateway().refund(refund(attempt, 301))).rejects.toThrow("greater than unrefunded amount");
    await stripe.gateway().refund(refund(attempt, 300));
    await expect(stripe.gateway().refund(refund(attempt, 1))).rejects.toThrow("already gone back");
  });

  test("of a disputed payment is refused until the bank has decided, also for the part that is not disputed", async () => {
    const attempt = await stripe.paid();
    const dispute = stripe.server().dispute(attempt.attemptId, { amount: 400 });
    await expect(stripe.gateway().refund(refund(attempt, 100))).rejects.toThrow(RefundRefused);
    await expect(stripe.gateway().refund(refund(attempt, 1))).rejects.toThrow("disputed");
    stripe.server().decide(dispute.id, "lost");
    await expect(stripe.gateway().refund(refund(attempt, 101))).rejects.toThrow(RefundRefused);
    await stripe.gateway().refund(refund(attempt, 100));
  });

  test("that is pending counts as made; when it comes back, its reason is given", async () => {
    for (const card of ["pm_card_pendingRefund", "pm_card_refundFail"] as const) {
      const attempt = await stripe.paid(card);
      const one = refund(attempt, 500);
      await stripe.gateway().refund(one);
      expect(await stripe.gateway().refundsOf(attempt)).toMatchObject([
        { key: one.key, status: "made", failure: null },
      ]);
      stripe.server().failRefund(one.refundId);
      const back = { key: one.key, status: "failed", failure: "The card was reported lost or stolen." };
      expect(await stripe.another().refundsOf(attempt)).toMatchObject([back]);
      await expect(stripe.gateway().refund(one)).rejects.toThrow("lost or stolen");
      // Tried again under another key, it is another refund.
      const again = { ...one, key: `${one.refundId}:1` };
      await stripe.gateway().refund(again);
      expect(await stripe.gateway().refundsOf(attempt)).toMatchObject([back, { key: again.key, status: "made" }]);
    }
  });
});

/** Every item of a list, page by page. */
async function allOf<T>(read: (after?: string) => Promise<ListPage<T>>): Promise<T[]> {
  const { items, next } = await read();
  const all = [...items];
  for (let after = next; after !== undefined;) {
    const page = await read(after);
    all.push(...page.items);
    after = page.next;
  }
  return all;
}

describe("a refund that was made at Stripe's dashboard", () => {
  test("is listed with our attempt and without a key, even among more than a page", async () => {
    const attempt = await stripe.paid();
    for (let n = 0; n < 120; n++) stripe.server().refundByHand(attempt.attemptId, 1);
    const found = await allOf((after) => stripe.gateway().refundsSince(SEEDED_AT, after));
    const own = found.filter(({ attemptId }) => attemptId === attempt.attemptId);
    expect(own).toHaveLength(120);
    expect(own[0]).toMatchObject({ key: null, amountCents: 1, status: "made" });
    expect(await stripe.gateway().refundsOf(attempt)).toHaveLength(120);
  });
});

describe("a dispute", () => {
  test("is reported with our attempt, its amount and its state", async () => {
    const one = stripe.charge();
    await stripe.gateway().charge(one);
    const { id } = stripe.server().dispute(one.attemptId, { amount: 450 });
    const state = { reference: id, attemptId: one.attemptId, amountCents: 450, reason: "fraudulent", at: SEEDED_AT };
    expect(await stripe.gateway().dispute(id)).toEqual({ ...state, status: "open" });
    expect((await stripe.gateway().disputesSince(SEEDED_AT)).items).toContainEqual({ ...state, status: "open" });
    stripe.server().decide(id, "lost");
    expect(await stripe.gateway().dispute(id)).toEqual({ ...state, status: "lost" });
    stripe.server().decide(id, "won");
    expect(await stripe.gateway().dispute(id)).toEqual({ ...state, status: "won" });
    expect((await stripe.gateway().disputesSince(new Date(SEEDED_AT.getTime() + 1000))).items).toEqual([]);
  });

  test.each([
    ["warning_needs_response", undefined],
    ["warning_closed", undefined],
    ["prevented", undefined],
    ["under_review", "open"],
    ["appeal_under_review", "open"],
    ["a_status_of_the_future", "open"],
  ])("that is %s is %s", async (status, expected) => {
    const one = stripe.charge();
    await stripe.gateway().charge(one);
    const { id } = stripe.server().dispute(one.attemptId, { status });
    expect((await stripe.gateway().dispute(id))?.status).toBe(expected);
  });

  test("is ignored when it is unknown, or of a payment that was made by hand", async () => {
    expect(await stripe.gateway().dispute("du_unknown")).toBeUndefined();
    const one = stripe.charge();
    await stripe.gateway().charge(one);
    const { id } = stripe.server().dispute(one.attemptId);
    stripe.server().intentOf(one.attemptId).metadata = {};
    expect(await stripe.gateway().dispute(id)).toBeUndefined();
  });

  test("is found even among more than a page", async () => {
    const one = stripe.charge();
    await stripe.gateway().charge(one);
    for (let n = 0; n < 120; n++) stripe.server().dispute(one.attemptId, { amount: 1 });
    const found = await allOf((after) => stripe.gateway().disputesSince(SEEDED_AT, after));
    expect(found.filter(({ attemptId }) => attemptId === one.attemptId)).toHaveLength(120);
  });
});

describe("an event", () => {
  const event = (type: string, object: object) => ({ id: "evt_1", object: "event", type, data: { object } });
  const read = (signed: { payload: string; headers: Record<string, string> }) =>
    stripe.gateway().readEvent(Buffer.from(signed.payload), signed.headers);

  test.each([
    ["payment_intent.succeeded", { id: "pi_1", metadata: { attempt_id: "a" } }, { about: "attempt", attemptId: "a" }],
    ["payment_intent.payment_failed", { id: "pi_1", metadata: {} }, undefined],
    [
      "refund.failed",
      { id: "re_1", payment_intent: "pi_1", metadata: { attempt_id: "a" } },
      { about: "refund", attemptId: "a", payment: "pi_1" },
    ],
    ["charge.refunded", { id: "ch_1", payment_intent: "pi_1", metadata: {} }, { about: "refund", payment: "pi_1" }],
    ["charge.refund.updated", { id: "re_1", metadata: null }, undefined],
    ["charge.dispute.closed", { id: "du_1" }, { about: "dispute", reference: "du_1" }],
    ["customer.created", { id: "cus_1", metadata: {} }, undefined],
  ])("%s is about the thing that it names", async (type, object, about) => {
    expect(await read(stripe.server().sign(event(type, object)))).toEqual(about);
  });

  test("that is signed by two secrets is taken by either, as while Stripe changes the secret", async () => {
    const about = event("customer.created", {});
    const [own, other] = [stripe.server().sign(about), stripe.server().sign(about, { secret: "whsec_other" })];
    const [first = "", second = ""] = [own, other].map(({ headers }) => headers["stripe-signature"]);
    for (const [one, two] of [
      [first, second],
      [second, first],
    ] as const) {
      const both = { ...own.headers, "stripe-signature": `${one},${two.replace(/^t=\d+,/, "")}` };
      expect(await read({ ...own, headers: both })).toBeUndefined();
    }
  });

  test("that is forged, too old, changed, unsigned or wrongly signed is refused", async () => {
    const genuine = stripe.server().sign(event("customer.created", {}));
    const stale = Math.floor(SEEDED_AT.getTime() / 1000) - 301;
    const forgeries = [
      stripe.server().sign(event("customer.created", {}), { secret: "whsec_other" }),
      stripe.server().sign(event("customer.created", {}), { timestamp: stale }),
      { ...genuine, payload: genuine.payload.replace("evt_1", "evt_2") },
      { ...genuine, headers: {} },
      { ...genuine, headers: { "stripe-signature": "t=1,v1=" } },
      { ...genuine, payload: "" },
    ];
    for (const forged of forgeries) await expect(read(forged)).rejects.toThrow(ForgedEvent);
    const several = { "stripe-signature": ["t=1", "v1=2"] };
    await expect(stripe.gateway().readEvent(Buffer.from(genuine.payload), several)).rejects.toThrow(ForgedEvent);
    expect(await read(genuine)).toBeUndefined();
  });
});
