/** Rules, section 4: refunds that were made at the gateway's own dashboard are booked, with or without an event. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { paidBack, transfersOf } from "#test/books.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { buy, claim, freshApp, orderOf, type Player, type TestApp } from "#test/app.ts";
import { capture, stripeApp } from "#test/stripe-app.ts";
import { bodyOf } from "#test/calls.ts";
import { runJobs } from "#test/jobs.ts";
import { outboxOf } from "#test/demo.ts";

const gateway = faultyGateway();
let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ gateway: gateway.wrap });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const byHand = (orderId: string, amount?: number) =>
  app.browser().raw("POST", "/dev/gateway/refunds", { orderId, ...(amount === undefined ? {} : { amount }) });
const refund = (orderId: string, body: object = {}) =>
  admin.call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { reason: "Rain", ...body } });
async function bought(change: Parameters<typeof buy>[1] = {}) {
  const golfer = await app.player();
  const { body } = await buy(golfer, change);
  return { golfer, order: body.order, session: body.session };
}
const refundsOf = async (orderId: string) =>
  (
    await app.db.pool.query("SELECT origin, status, amount_cents FROM refunds WHERE order_id = $1 ORDER BY arrival", [
      orderId,
    ])
  ).rows;

describe("a refund at the gateway's dashboard", () => {
  test("in full is booked like ours, ends the session, and is told to its golfer", async () => {
    const { golfer, order, session } = await bought();
    expect((await byHand(order.id)).status).toBe(200);
    expect(await transfersOf(app, order.id)).toEqual([
      ["capture", { cash: 500, pot: -100, revenue: -400 }],
      ["refund", { pot: 100, revenue: 400, refunds_payable: -500 }],
      ["refund_settled", { refunds_payable: 500, cash: -500 }],
    ]);
    expect(await orderOf(golfer, order.id)).toMatchObject({
      status: "refunded",
      refunds: [{ amount: 5, reason: "Refunded at the payment service" }],
    });
    const played = (await bodyOf(golfer.call(playRoutes.getSession, { params: { id: session.id } }))).session;
    expect(played).toMatchObject({ status: "completed", endReason: "refund" });
    const mails = await outboxOf(app.browser());
    expect(mails.find(({ to, text }) => to === golfer.email && text.includes("payment service"))).toBeDefined();
  });

  test("in part counts in what may still be refunded, and the session goes on", async () => {
    const { golfer, order, session } = await bought();
    await byHand(order.id, 2);
    expect((await bodyOf(golfer.call(playRoutes.getSession, { params: { id: session.id } }))).session.status).toBe(
      "active",
    );
    expect((await refund(order.id, { amount: 3.01 })).status).toBe(409);
    expect((await refund(order.id, { amount: 3 })).status).toBe(200);
    await expect.poll(async () => (await orderOf(golfer, order.id)).status).toBe("refunded");
    expect(await paidBack(app, order.id)).toBe(500);
  });

  test("is booked even if a claim stands", async () => {
    const { golfer, order, session } = await bought();
    expect((await claim(golfer, session.id, "middle")).status).toBe(201);
    expect((await refund(order.id)).status).toBe(409);
    await byHand(order.id);
    expect(await refundsOf(order.id)).toEqual([{ origin: "gateway", status: "settled", amount_cents: 500 }]);
  });

  test("of an order that was paid ahead is taken from the deferred money, and prevents the start", async () => {
    const { golfer, order } = await bought({ start: false });
    await byHand(order.id);
    expect(await transfersOf(app, order.id)).toEqual([
      ["capture_ahead", { cash: 500, deferred: -500 }],
      ["refund_ahead", { deferred: 500, refunds_payable: -500 }],
      ["refund_settled", { refunds_payable: 500, cash: -500 }],
    ]);
    const start = { courseId: 1, packageId: 4, bayNumber: 1, orderId: order.id };
    expect((await golfer.call(playRoutes.startSession, { body: start })).status).toBe(402);
  });

  test.each([
    ["five", 5, undefined],
    ["two", 2, undefined],
    ["five, of a part of which is refunded,", 5, 2],
  ])("of %s overtakes one of ours that is due: no more goes back than was captured", async (_name, hand, ours) => {
    const { golfer, order } = await bought();
    gateway.fail("refund", "lost_before");
    expect((await refund(order.id, ours === undefined ? {} : { amount: ours })).status).toBe(200);
    await byHand(order.id, hand);
    await runJobs(app);
    await expect.poll(async () => (await orderOf(golfer, order.id)).status).toBe("refunded");
    expect(await paidBack(app, order.id)).toBe(500);
    expect((await refundsOf(order.id))[0]).toMatchObject({ origin: "ours", status: "dropped" });
  });

  test.each([true, false])("comes once, by two of them and ours at once (events lost: %s)", async (isLost) => {
    for (let n = 0; n < 4; n++) {
      const { golfer, order } = await bought();
      gateway.loseEvents(isLost);
      await Promise.all([byHand(order.id, 2), refund(order.id), byHand(order.id, 2)]);
      for (let run = 0; run < 4; run++) await app.jobs.runAll();
      gateway.loseEvents(false);
      await expect.poll(async () => (await orderOf(golfer, order.id)).status).toBe("refunded");
      expect(await paidBack(app, order.id)).toBe(500);
    }
  });

  test("whose event is lost is found in the gateway's list, even among more than a page, from where it was read last", async () => {
    gateway.loseEvents(true);
    await app.clock.advance(90 * 86_400);
    const orders: string[] = [];
    for (let n = 0; n < 12; n++) orders.push((await bought()).order.id);
    for (const id of orders) await byHand(id, 1);
    await app.jobs.runAll();
    gateway.loseEvents(false);
    for (const id of orders)
      expect(await refundsOf(id)).toEqual([{ origin: "gateway", status: "settled", amount_cents: 100 }]);
    const { rows } = await app.db.pool.query("SELECT list, read_until FROM gateway_positions ORDER BY list");
    expect(rows).toEqual(
      ["disputes", "payouts", "refunds", "transactions"].map((list) => ({ list, read_until: app.clock.now() })),
    );
  });
});

describe("a refund at Stripe's dashboard", () => {
  const stripe = stripeApp();
  const refunded = ["refund", { pot: 40, revenue: 160, refunds_payable: -200 }];
  const settled = ["refund_settled", { refunds_payable: 200, cash: -200 }];

  test("is booked once by any of its events, however often they come", async () => {
    const { orderId, attemptId } = await stripe.pay(await stripe.app().player());
    stripe.server().refundByHand(attemptId, 200);
    await stripe.server().deliver(stripe.webhook(), { twice: true, reversed: true });
    expect(await transfersOf(stripe.app(), orderId)).toEqual([capture, refunded, settled]);
  });

  test("is found in Stripe's list when its events are lost, even weeks later", async () => {
    const { orderId, attemptId } = await stripe.pay(await stripe.app().player());
    await stripe.app().jobs.runAll();
    await stripe.app().clock.advance(40 * 86_400);
    stripe.server().refundByHand(attemptId, 200);
    stripe.server().state.events.length = 0;
    await stripe.app().clock.advance(10 * 86_400);
    await stripe.app().jobs.runAll();
    expect(await transfersOf(stripe.app(), orderId)).toEqual([capture, refunded, settled]);
  });

  test("that comes back is owed, and shown to administrators", async () => {
    const golfer = await stripe.app().player();
    const { orderId, attemptId } = await stripe.pay(golfer);
    stripe.server().refundByHand(attemptId, 500);
    await stripe.server().deliver(stripe.webhook());
    expect(await stripe.statusOf(golfer, orderId)).toBe("refunded");
    stripe.server().failByHand(attemptId);
    await stripe.server().deliver(stripe.webhook());
    expect(await stripe.statusOf(golfer, orderId)).toBe("refund_due");
  });

  const takenBack = [
    ["refund_returned", { cash: 200, refunds_payable: -200 }],
    ["refund_cancelled", { refunds_payable: 200, pot: -40, revenue: -160 }],
  ];
  test.each([
    ["canceled", (attemptId: string) => stripe.server().cancelByHand(attemptId)],
    [
      "failed at the merchant's request",
      (attemptId: string) => stripe.server().failByHand(attemptId, "merchant_request"),
    ],
  ])("that is %s there is not owed by anybody, with its events or without them", async (_name, cancel) => {
    for (const isLost of [false, true]) {
      const golfer = await stripe.app().player();
      const { orderId, attemptId } = await stripe.pay(golfer);
      stripe.server().refundByHand(attemptId, 200);
      await stripe.server().deliver(stripe.webhook());
      cancel(attemptId);
      if (isLost) stripe.server().state.events.length = 0;
      else await stripe.server().deliver(stripe.webhook(), { twice: true, reversed: true });
      await stripe.app().clock.advance(86_400);
      await stripe.app().jobs.runAll();
      expect(await transfersOf(stripe.app(), orderId)).toEqual([capture, refunded, settled, ...takenBack]);
      expect(await stripe.statusOf(golfer, orderId)).toBe("fulfilled");
    }
  });

  test("and a dispute whose event was lost long ago is found as well", async () => {
    const { orderId, attemptId } = await stripe.pay(await stripe.app().player());
    stripe.server().dispute(attemptId, { amount: 200, status: "under_review" });
    stripe.server().state.events.length = 0;
    await stripe.app().clock.advance(20 * 86_400);
    await stripe.app().jobs.runAll();
    expect(await transfersOf(stripe.app(), orderId)).toEqual([
      capture,
      ["chargeback", { dispute_loss: 200, cash: -200 }],
    ]);
  });
});
