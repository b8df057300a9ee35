/** Refunds of ours that a dispute, or a refund at the gateway, overtakes: only what is left of them is still owed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { expectCleanBooks, sumsOf, transfersOf } from "#test/books.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { buy, freshApp, orderOf, type Player, type TestApp } from "#test/app.ts";
import { capture, stripeApp } from "#test/stripe-app.ts";
import { runJobs } from "#test/jobs.ts";
import { refundAtSandbox } from "#test/demo.ts";
import type { Json } from "#test/calls.ts";

describe("a full refund that a partial dispute overtakes", () => {
  const stripe = stripeApp();
  const overtaken = [
    capture,
    ["refund", { pot: 100, revenue: 400, refunds_payable: -500 }],
    ["chargeback", { dispute_loss: 200, cash: -200 }],
    ["refund_dropped", { refunds_payable: 500, dispute_loss: -500 }],
    ["refund_reversed", { dispute_loss: 300, refunds_payable: -300 }],
  ];
  const settled = (cents: number) => ["refund_settled", { refunds_payable: cents, cash: -cents }];

  /** Refunded in full by an administrator, while the bank has taken 2.00 that we have not heard of. */
  async function meet() {
    const golfer = await stripe.app().player();
    const { orderId, attemptId } = await stripe.pay(golfer);
    const dispute = stripe.server().dispute(attemptId, { amount: 200 });
    const admin = await stripe.app().signIn("admin@acebay.test");
    await admin.call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { reason: "Rain" } });
    const hear = async () => {
      await stripe.server().deliver(stripe.webhook(), { twice: true });
      await runJobs(stripe.app());
    };
    await hear();
    return { golfer, orderId, attemptId, dispute, hear };
  }

  test("is owed as far as the bank has left it, and paid when the dispute is lost", async () => {
    const { golfer, orderId, attemptId, dispute, hear } = await meet();
    // Stripe pays nothing back while the bank decides: it is listed until then.
    expect(await transfersOf(stripe.app(), orderId)).toEqual(overtaken);
    expect(await stripe.statusOf(golfer, orderId)).toBe("refund_due");
    stripe.server().decide(dispute.id, "lost");
    await hear();
    expect(await transfersOf(stripe.app(), orderId)).toEqual([...overtaken, settled(300)]);
    expect(await stripe.statusOf(golfer, orderId)).toBe("refunded");
    // The bank's 2.00 went back by no refund.
    expect(stripe.server().held(attemptId)).toBe(200);
  });

  test("is made whole when the dispute is won", async () => {
    const { golfer, orderId, attemptId, dispute, hear } = await meet();
    stripe.server().decide(dispute.id, "won");
    await hear();
    const since = (await transfersOf(stripe.app(), orderId)).slice(overtaken.length);
    expect(since.slice(0, 2)).toEqual([
      ["chargeback_reversed", { cash: 200, dispute_loss: -200 }],
      ["refund_reversed", { dispute_loss: 200, refunds_payable: -200 }],
    ]);
    expect(since.slice(2)).toEqual(expect.arrayContaining([settled(200), settled(300)]));
    expect(await stripe.statusOf(golfer, orderId)).toBe("refunded");
    expect(stripe.server().held(attemptId)).toBe(0);
  });
});

describe("a refund in part that one at the gateway overtakes", () => {
  const gateway = faultyGateway();
  let app: TestApp;
  let admin: Player;
  beforeAll(async () => {
    app = await freshApp({ gateway: gateway.wrap });
    admin = await app.signIn("admin@acebay.test");
  });
  afterAll(() => app.close());
  const refund = (orderId: string, amount?: number) =>
    admin.call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { reason: "Rain", amount } });
  const byHand = (orderId: string, amount?: number) => refundAtSandbox(app.browser(), { orderId, amount });

  /** An order of which 2.00 are owed that the gateway has not paid, and of which somebody returned an amount there. */
  async function overtake(amount: number, change: Parameters<typeof buy>[1] = {}) {
    const golfer = await app.player();
    const { order } = (await buy(golfer, change)).body;
    gateway.fail("refund", "lost_before");
    expect((await refund(order.id, 2)).status).toBe(200);
    expect((await byHand(order.id, amount)).status).toBe(200);
    await runJobs(app);
    return { golfer, orderId: order.id };
  }

  test("before the start takes no more from the deferred money than is there", async () => {
    const { golfer, orderId } = await overtake(5, { start: false });
    expect((await transfersOf(app, orderId)).slice(1)).toEqual([
      ["refund_ahead", { deferred: 200, refunds_payable: -200 }],
      ["refund_dropped", { refunds_payable: 200, dispute_loss: -200 }],
      ["refund_ahead", { deferred: 300, dispute_loss: 200, refunds_payable: -500 }],
      ["refund_settled", { refunds_payable: 500, cash: -500 }],
    ]);
    expect((await orderOf(golfer, orderId)).status).toBe("refunded");
  });

  test("leaves the rest of the deferred money to the start", async () => {
    const { golfer, orderId } = await overtake(4, { start: false });
    const start = { courseId: 1, packageId: 4, bayNumber: 1, orderId };
    expect((await golfer.call(playRoutes.startSession, { body: start })).status).toBe(201);
    expect((await transfersOf(app, orderId)).slice(3)).toEqual([
      ["refund_ahead", { deferred: 200, dispute_loss: 200, refunds_payable: -400 }],
      ["refund_settled", { refunds_payable: 400, cash: -400 }],
      ["start", { deferred: 100, pot: -20, revenue: -80 }],
    ]);
  });

  test.each([
    ["all of what was played", 5, {}, "fulfilled"],
    ["most of what was played", 4, {}, "fulfilled"],
    ["all of what was paid ahead", 5, { start: false }, "paid"],
    ["most of what was paid ahead", 4, { start: false }, "paid"],
  ])("is owed again when the gateway's refund of %s is cancelled", async (_name, amount, change, status) => {
    const { golfer, orderId } = await overtake(amount, change);
    const { payments } = (await app.browser().raw("GET", "/dev/gateway.json")).body;
    const { refunds } = payments.find((one: Json) => one.orderId === orderId);
    const cancel = () => app.browser().raw("POST", `/dev/gateway/refunds/${refunds[0].reference}/cancel`);
    expect(refunds).toHaveLength(1);
    expect((await cancel()).status).toBe(200);
    expect((await cancel()).status).toBe(404);
    await runJobs(app);
    expect(await orderOf(golfer, orderId)).toMatchObject({ status, refunds: [{ amount: 2 }] });
    expect((await refund(orderId, 3.01)).status).toBe(409);
    expect((await refund(orderId, 3)).status).toBe(200);
    await expect.poll(async () => (await orderOf(golfer, orderId)).status).toBe("refunded");
    expect(await sumsOf(app, orderId)).toEqual({});
    await expectCleanBooks(app);
  });

  test("counts once in what later refunds take out of the pot", async () => {
    const { orderId } = await overtake(4);
    expect((await refund(orderId, 0.5)).status).toBe(200);
    expect((await refund(orderId)).status).toBe(200);
    await app.jobs.runAll();
    const parts = (await transfersOf(app, orderId)).filter(([kind]) => kind === "refund");
    expect(parts).toEqual([
      ["refund", { pot: 40, revenue: 160, refunds_payable: -200 }],
      ["refund", { pot: 40, revenue: 160, dispute_loss: 200, refunds_payable: -400 }],
      ["refund", { pot: 10, revenue: 40, refunds_payable: -50 }],
      ["refund", { pot: 10, revenue: 40, refunds_payable: -50 }],
    ]);
  });
});
