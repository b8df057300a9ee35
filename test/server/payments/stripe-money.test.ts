/** Money that goes back by Stripe: refunds, disputes, and the audit that compares Stripe's books with ours. */
import { describe, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { auditBooks } from "#main/server/audit-checks.ts";
import { transfersOf } from "#test/books.ts";
import { capture, stripeApp } from "#test/stripe-app.ts";

const stripe = stripeApp();
const refundsOf = async (orderId: string): Promise<{ id: string; status: string; failure: string | null }[]> =>
  (
    await stripe
      .app()
      .db.pool.query("SELECT id, status, failure FROM refunds WHERE order_id = $1 ORDER BY created_at", [orderId])
  ).rows;

describe("money that goes back", () => {
  test("is refunded by an administrator in part and in full, once each", async () => {
    const golfer = await stripe.app().player();
    const { orderId, attemptId } = await stripe.pay(golfer);
    const admin = await stripe.app().signIn("admin@acebay.test");
    const refund = (amount?: number) =>
      admin.call(paymentRoutes.refundOrder, {
        params: { id: orderId },
        body: { reason: "Rain", ...(amount ? { amount } : {}) },
      });
    expect((await refund(2)).status).toBe(200);
    await expect.poll(() => stripe.server().held(attemptId)).toBe(300);
    expect((await refund(3.01)).status).toBe(409);
    expect((await refund()).status).toBe(200);
    await expect.poll(() => stripe.server().held(attemptId)).toBe(0);
    await stripe.server().deliver(stripe.webhook(), { twice: true, reversed: true });
    await expect
      .poll(async () => (await refundsOf(orderId)).map(({ status }) => status))
      .toEqual(["settled", "settled"]);
  });

  test("comes back when the golfer's bank refuses it, and is owed again until it is tried again", async () => {
    const golfer = await stripe.app().player();
    const { orderId, attemptId } = await stripe.pay(golfer, "pm_card_refundFail");
    const admin = await stripe.app().signIn("admin@acebay.test");
    await admin.call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { reason: "Rain" } });
    await expect.poll(async () => (await refundsOf(orderId))[0]?.status).toBe("settled");
    const [refund] = await refundsOf(orderId);
    stripe.server().failRefund(refund?.id ?? "");
    await stripe.server().deliver(stripe.webhook(), { twice: true });
    expect(await refundsOf(orderId)).toMatchObject([
      { status: "failed", failure: "The card was reported lost or stolen." },
    ]);
    expect((await admin.call(paymentRoutes.retryRefund, { params: { id: refund?.id ?? "" } })).status).toBe(200);
    await expect.poll(() => stripe.server().held(attemptId)).toBe(0);
    await expect.poll(async () => (await refundsOf(orderId))[0]?.status).toBe("settled");
  });

  test("is the house's loss after a dispute, and comes back when the dispute is won", async () => {
    const golfer = await stripe.app().player();
    const { orderId, attemptId } = await stripe.pay(golfer, "pm_card_createDispute");
    await stripe.server().deliver(stripe.webhook(), { twice: true, reversed: true });
    const loss = ["chargeback", { dispute_loss: 500, cash: -500 }];
    expect(await transfersOf(stripe.app(), orderId)).toEqual([capture, loss]);
    const [dispute] = [...stripe.server().state.disputes.values()].slice(-1);
    expect(stripe.server().intentOf(attemptId).id).toBe(dispute?.payment_intent);
    stripe.server().decide(dispute?.id ?? "", "won");
    await stripe.server().deliver(stripe.webhook(), { twice: true, reversed: true });
    expect(await transfersOf(stripe.app(), orderId)).toEqual([
      capture,
      loss,
      ["chargeback_reversed", { dispute_loss: -500, cash: 500 }],
    ]);
  });

  test("is found by asking when the events of a dispute were lost", async () => {
    const golfer = await stripe.app().player();
    const { orderId, attemptId } = await stripe.pay(golfer);
    stripe.server().dispute(attemptId, { amount: 200, status: "under_review" });
    stripe.server().state.events.length = 0;
    await stripe.app().jobs.runAll();
    expect(await transfersOf(stripe.app(), orderId)).toEqual([
      capture,
      ["chargeback", { dispute_loss: 200, cash: -200 }],
    ]);
  });
});

describe("the audit", () => {
  test("finds a refund, a dispute and a payment at Stripe that our books do not have", async () => {
    const golfer = await stripe.app().player();
    const { attemptId } = await stripe.pay(golfer);
    await stripe.app().clock.advance(3_600);
    const violations = async () => (await stripe.audit())[9]?.violations;
    expect(await violations()).toBe(0);
    const charge = [...stripe.server().state.charges.values()].find(
      ({ metadata }) => metadata["attempt_id"] === attemptId,
    );
    if (!charge) throw new Error("no charge");
    charge.amount_captured = 499;
    expect(await violations()).toBe(1);
    charge.amount_captured = 500;
    const intent = stripe.server().intentOf(attemptId);
    intent.metadata = { attempt_id: "another" };
    expect(await violations()).toBe(2);
    intent.metadata = { attempt_id: attemptId };
    expect(await violations()).toBe(0);
    expect((await auditBooks(stripe.app().db))[9]?.note).toMatch(/not compared with Stripe/);
  });
});
