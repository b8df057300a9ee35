/** Rules, section 5: disputes. The house bears a chargeback, never the pot; won, it comes back. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { createSandbox, type Sandbox } from "#features/payments/server/sandbox.ts";
import { playRoutes } from "#features/play/contract.ts";
import { expectCleanBooks, transfersOf } from "#test/books.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { buy, freshApp, orderOf, packs, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { runJobs } from "#test/jobs.ts";

const gateway = faultyGateway();
let app: TestApp;
let bank: Sandbox;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ gateway: gateway.wrap });
  // The bank writes the gateway's books, which the app's own sandbox reads.
  bank = createSandbox({ db: app.db, clock: app.clock, secret: "not needed" });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const refund = (orderId: string, amount?: number) =>
  admin.call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { amount, reason: "Rain" } });
async function bought(change: Parameters<typeof buy>[1] = {}) {
  const golfer = await app.player();
  const { order } = (await buy(golfer, change)).body;
  const { rows } = await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [order.id]);
  return { golfer, order, attemptId: rows[0].id as string };
}
const kindsOf = async (orderId: string) => (await transfersOf(app, orderId)).map(([kind]) => kind);
const disputesOf = async (orderId: string) =>
  (await bodyOf(admin.call(paymentRoutes.listPaymentTroubles))).disputes.filter(
    (dispute) => dispute.orderId === orderId,
  );

describe("a dispute", () => {
  test("takes the money from the house's loss account, is listed while open, and comes back when won", async () => {
    const { order, attemptId } = await bought();
    const reference = await bank.openDispute(app.db, attemptId, "fraudulent");
    await app.jobs.runAll();
    expect((await transfersOf(app, order.id)).at(-1)).toEqual(["chargeback", { dispute_loss: 500, cash: -500 }]);
    expect(await disputesOf(order.id)).toMatchObject([{ amount: 5, reason: "fraudulent", orderNumber: order.number }]);
    await bank.closeDispute(reference, "won");
    await app.jobs.runAll();
    expect((await transfersOf(app, order.id)).at(-1)).toEqual([
      "chargeback_reversed",
      { cash: 500, dispute_loss: -500 },
    ]);
    expect(await disputesOf(order.id)).toEqual([]);
    expect((await refund(order.id)).status).toBe(200);
  });

  test("that is lost stays a loss; nothing is left to refund", async () => {
    const { order, attemptId } = await bought();
    const reference = await bank.openDispute(app.db, attemptId, "product_not_received");
    await bank.closeDispute(reference, "lost");
    await app.jobs.runAll();
    await app.jobs.runAll();
    expect(await kindsOf(order.id)).toEqual(["capture", "chargeback"]);
    expect((await refund(order.id)).body.error?.code).toBe("payments.nothing_left");
  });

  test("is booked once, even if its events come twice, in the wrong order or never", async () => {
    gateway.loseEvents(true);
    const [first, second] = [await bought(), await bought()];
    const reference = await bank.openDispute(app.db, first.attemptId, "fraudulent");
    await bank.openDispute(app.db, second.attemptId, "fraudulent");
    await app.jobs.runAll();
    await app.jobs.runAll();
    for (const { order } of [first, second]) expect(await kindsOf(order.id)).toEqual(["capture", "chargeback"]);
    await app.clock.advance(4 * 86_400);
    await bank.closeDispute(reference, "won");
    await app.jobs.runAll();
    gateway.loseEvents(false);
    expect(await kindsOf(first.order.id)).toEqual(["capture", "chargeback", "chargeback_reversed"]);
    admin = await app.signIn("admin@acebay.test");
  });

  test("that is won long after it was lost is noticed without its event", async () => {
    const { order, attemptId } = await bought();
    const reference = await bank.openDispute(app.db, attemptId, "fraudulent");
    await bank.closeDispute(reference, "lost");
    await app.jobs.runAll();
    await app.jobs.runAll();
    await app.clock.advance(60 * 86_400);
    await app.db.pool.query("UPDATE sandbox.disputes SET status = 'won' WHERE reference = $1", [reference]);
    await app.jobs.runAll();
    expect(await kindsOf(order.id)).toEqual(["capture", "chargeback", "chargeback_reversed"]);
    admin = await app.signIn("admin@acebay.test");
  });

  test("that arrives before the news of its capture settles the payment first", async () => {
    const golfer = await app.player();
    gateway.fail("charge", "lost_after");
    gateway.loseEvents(true);
    const { orderId } = (await buy(golfer)).body;
    const { rows } = await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [orderId]);
    await app.db.pool.query("DELETE FROM sandbox.events");
    await bank.openDispute(app.db, rows[0].id, "fraudulent");
    gateway.loseEvents(false);
    gateway.fail("settle", "lost_before");
    for (let n = 0; n < 3; n++) {
      await app.clock.advance(10);
      await app.jobs.runAll();
    }
    expect(await kindsOf(orderId)).toEqual(["capture", "chargeback"]);
  });

  test("comes by itself for the test card that is always disputed", async () => {
    const { order } = await bought({ paymentInfo: { cardNumber: "4000 0000 0000 0259" } });
    await app.jobs.runAll();
    expect(await kindsOf(order.id)).toEqual(["capture", "chargeback"]);
  });

  test("keeps an order that was paid ahead from being played and from being refunded by itself", async () => {
    const { golfer, order, attemptId } = await bought({ start: false });
    await bank.openDispute(app.db, attemptId, "fraudulent");
    await app.jobs.runAll();
    const body = {
      userId: golfer.id,
      courseId: 1,
      packageId: packs.jackpot.packageId,
      bayNumber: 7,
      orderId: order.id,
    };
    expect((await golfer.call(playRoutes.startSession, { body })).body.error?.code).toBe("play.disputed");
    await app.clock.advance(31 * 86_400);
    await app.jobs.runAll();
    expect(await kindsOf(order.id)).toEqual(["capture_ahead", "chargeback"]);
    admin = await app.signIn("admin@acebay.test");
  });
});

describe("a dispute and a refund", () => {
  test("share the captured amount: after a partial refund the bank takes the rest and no more", async () => {
    const { order, attemptId } = await bought();
    await refund(order.id, 2);
    // It is sent beside the answer to the call; the bank comes after it.
    await app.db.idle();
    await bank.openDispute(app.db, attemptId, "fraudulent");
    await app.jobs.runAll();
    expect((await transfersOf(app, order.id)).at(-1)).toEqual(["chargeback", { dispute_loss: 300, cash: -300 }]);
    expect((await refund(order.id, 0.01)).body.error?.code).toBe("payments.nothing_left");
  });

  test("that meet on their way leave one payment back: the gateway refuses the refund, and what the bank took is no longer owed", async () => {
    const { golfer, order, attemptId } = await bought();
    // The refund is booked, but does not reach the gateway before the bank takes the money.
    gateway.fail("refund", "lost_before", "lost_before");
    await refund(order.id);
    await bank.openDispute(app.db, attemptId, "fraudulent");
    await runJobs(app);
    expect((await transfersOf(app, order.id)).slice(1)).toEqual([
      ["refund", { pot: 100, revenue: 400, refunds_payable: -500 }],
      ["chargeback", { dispute_loss: 500, cash: -500 }],
      ["refund_dropped", { refunds_payable: 500, dispute_loss: -500 }],
    ]);
    expect(await orderOf(golfer, order.id)).toMatchObject({ status: "refunded", refunds: [] });
  });

  test("and a refusal by the gateway before we know of the dispute: the refund is dropped once we know", async () => {
    const { golfer, order, attemptId } = await bought();
    gateway.loseEvents(true);
    await bank.openDispute(app.db, attemptId, "fraudulent");
    await refund(order.id);
    const failed = async () =>
      (await bodyOf(admin.call(paymentRoutes.listPaymentTroubles))).refunds.map(({ orderId }) => orderId);
    await expect.poll(failed, { timeout: 5_000 }).toContain(order.id);
    gateway.loseEvents(false);
    await runJobs(app);
    expect((await transfersOf(app, order.id)).map(([kind]) => kind)).toEqual([
      "capture",
      "refund",
      "chargeback",
      "refund_dropped",
    ]);
    expect((await orderOf(golfer, order.id)).status).toBe("refunded");
    expect(await failed()).not.toContain(order.id);
  });

  test("that is won: the promised refund is owed again, and paid", async () => {
    const { golfer, order, attemptId } = await bought();
    gateway.fail("refund", "lost_before", "lost_before");
    await refund(order.id);
    const reference = await bank.openDispute(app.db, attemptId, "fraudulent");
    await runJobs(app);
    await bank.closeDispute(reference, "won");
    await runJobs(app);
    expect((await transfersOf(app, order.id)).slice(3)).toEqual([
      ["refund_dropped", { refunds_payable: 500, dispute_loss: -500 }],
      ["chargeback_reversed", { cash: 500, dispute_loss: -500 }],
      ["refund_revived", { dispute_loss: 500, refunds_payable: -500 }],
      ["refund_settled", { refunds_payable: 500, cash: -500 }],
    ]);
    expect(await orderOf(golfer, order.id)).toMatchObject({ status: "refunded", refunds: [{ amount: 5 }] });
    expect((await refund(order.id)).body.error?.code).toBe("payments.nothing_left");
  });

  test("on a captured payment that could not be fulfilled: the refund is dropped, and owed again when the dispute is won", async () => {
    const golfer = await app.player();
    gateway.fail("charge", "held");
    gateway.fail("refund", "lost_before", "lost_before");
    const paying = buy(golfer);
    await gateway.waiting();
    const free = { courseId: 1, bayNumber: 3, teeTime: "15:00" };
    expect((await golfer.call(playRoutes.startFreeShot, { body: free })).status).toBe(201);
    gateway.release();
    const orderId = String((await paying).body.error.details?.["orderId"]);
    const { rows } = await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [orderId]);
    const reference = await bank.openDispute(app.db, rows[0].id, "fraudulent");
    await runJobs(app);
    expect(await kindsOf(orderId)).toEqual(["capture_unfulfillable", "chargeback", "refund_dropped"]);
    await expectCleanBooks(app);
    await bank.closeDispute(reference, "won");
    await runJobs(app);
    expect((await kindsOf(orderId)).slice(3)).toEqual(["chargeback_reversed", "refund_revived", "refund_settled"]);
    await expectCleanBooks(app);
  });
});
