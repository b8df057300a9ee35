/** Refunds at the gateway: lost replies, refunds that come back. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { waitAfter } from "#features/payments/rules.ts";
import { paidBack, transfersOf } from "#test/books.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { buy, freshApp, orderOf, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { runJobs } from "#test/jobs.ts";

const gateway = faultyGateway();
let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ gateway: gateway.wrap });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const refund = (orderId: string) =>
  admin.call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { reason: "Rain" } });
/** A refund that another call holds when it is to be paid waits for the job, which comes every ten seconds. */
const becomes = (person: Player, id: string, status: string) =>
  expect.poll(async () => (await orderOf(person, id)).status, { timeout: 15_000 }).toBe(status);
async function bought(change: Parameters<typeof buy>[1] = {}) {
  const golfer = await app.player();
  return { golfer, order: (await buy(golfer, change)).body.order };
}

describe("at the gateway", () => {
  test("one that does not answer is asked three times at once, and then only after a while", async () => {
    const { golfer, order } = await bought();
    gateway.fail("refund", "lost_before", "lost_before", "lost_before");
    await refund(order.id);
    await runJobs(app);
    expect((await orderOf(golfer, order.id)).status).toBe("refund_due");
    await app.clock.advance(waitAfter(3));
    await runJobs(app);
    expect((await orderOf(golfer, order.id)).status).toBe("refunded");
  });

  test("a lost reply is asked for again and pays once", async () => {
    const { golfer, order } = await bought();
    gateway.fail("refund", "lost_after", "lost_before", "lost_after");
    await refund(order.id);
    await runJobs(app);
    expect((await orderOf(golfer, order.id)).status).toBe("refunded");
    expect(await paidBack(app, order.id)).toBe(500);
  });

  test.each([
    ["before its own reply has come", () => gateway.fail("refund", "lost_after", "lost_before")],
    ["and whose event is lost", () => gateway.loseEvents(true)],
  ])("a refund that comes back %s is still noticed", async (_name, fault) => {
    const { golfer, order } = await bought({ paymentInfo: { cardNumber: "4000 0000 0000 5126" } });
    fault();
    await refund(order.id);
    await runJobs(app);
    gateway.loseEvents(false);
    const body = await bodyOf(admin.call(paymentRoutes.listPaymentTroubles));
    expect(body.refunds.map(({ orderId }) => orderId)).toContain(order.id);
    expect((await orderOf(golfer, order.id)).status).toBe("refund_due");
    expect(await paidBack(app, order.id)).toBe(0);
  });

  test("a refund that comes back is shown to administrators, and goes out when it is tried again", async () => {
    const { golfer, order } = await bought({ paymentInfo: { cardNumber: "4000 0000 0000 5126" } });
    await refund(order.id);
    await app.jobs.runAll();
    await app.jobs.runAll();
    await becomes(golfer, order.id, "refund_due");
    const troubles = await bodyOf(admin.call(paymentRoutes.listPaymentTroubles));
    const failed = firstOf(troubles.refunds.filter(({ orderId }) => orderId === order.id));
    expect(failed).toMatchObject({
      amount: 5,
      failure: "The account to refund to is closed",
      orderNumber: order.number,
    });
    const retry = () => admin.call(paymentRoutes.retryRefund, { params: { id: failed.id } });
    const replies = await Promise.all([retry(), retry()]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await becomes(golfer, order.id, "refunded");
    expect(await paidBack(app, order.id)).toBe(500);
    expect((await transfersOf(app, order.id)).map(([kind]) => kind)).toEqual([
      "capture",
      "refund",
      "refund_settled",
      "refund_returned",
      "refund_settled",
    ]);
    expect((await admin.call(paymentRoutes.retryRefund, { params: { id: randomUUID() } })).status).toBe(404);
  });

  test("an order of which one of two refunds has come back is owed until that one is paid, too", async () => {
    const { golfer, order } = await bought({ paymentInfo: { cardNumber: "4000 0000 0000 5126" } });
    for (const amount of [2, 3])
      await admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { amount, reason: "Rain" } });
    const waiting = async () =>
      (await bodyOf(admin.call(paymentRoutes.listPaymentTroubles))).refunds.filter((one) => one.orderId === order.id);
    await app.jobs.runAll();
    await expect.poll(waiting, { timeout: 15_000 }).toHaveLength(2);
    for (const [paid, status] of [
      [200, "refund_due"],
      [500, "refunded"],
    ] as const) {
      const { id } = firstOf((await waiting()).toSorted((a, b) => a.amount - b.amount));
      expect((await admin.call(paymentRoutes.retryRefund, { params: { id } })).status).toBe(200);
      await expect.poll(() => paidBack(app, order.id), { timeout: 15_000 }).toBe(paid);
      await runJobs(app);
      expect((await orderOf(golfer, order.id)).status).toBe(status);
    }
  });
});
