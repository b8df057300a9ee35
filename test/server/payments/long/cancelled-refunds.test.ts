/**
 * A refund that was made at the gateway's own dashboard and cancelled there before it went out is no longer owed: the
 * books take it back, and its order gets the state that its other refunds and its disputes require (books).
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { buy, type Player } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { expectCleanBooks, sumsOf, transfersOf } from "#test/books.ts";
import { type Disputing, disputing } from "#test/disputing.ts";
import { runJobs } from "#test/jobs.ts";
import { outboxOf } from "#test/demo.ts";

let on: Disputing;
beforeAll(async () => {
  on = await disputing();
});
afterEach(() => expectCleanBooks(on.app));
afterAll(() => on.app.close());

const made = async (orderId: string, cents?: number) => (await on.refundNews(orderId, cents))();
const cancelled = async (orderId: string) => (await on.cancelNews(orderId))();
const refundsOf = async (orderId: string) =>
  (
    await on.app.db.pool.query(
      "SELECT origin, status, amount_cents AS cents FROM refunds WHERE order_id = $1 ORDER BY arrival",
      [orderId],
    )
  ).rows;
const fileOf = async (orderId: string) =>
  (await bodyOf((await on.admin()).call(orderSearchRoutes.getOrderFile, { params: { id: orderId } }))).order;
/** Changes what the gateway has of the refunds of an order. */
const atBank = (orderId: string, change: string) =>
  on.app.db.pool.query(`${change} WHERE attempt_id IN (SELECT id::text FROM payment_attempts WHERE order_id = $1)`, [
    orderId,
  ]);
/** The golfer's bank sends its newest refund back. */
async function sentBack(orderId: string): Promise<void> {
  const news = await on.cancelNews(orderId);
  await atBank(orderId, "UPDATE sandbox.refunds SET cancelled = false, failure = 'The account is closed'");
  await news();
}
const taken = (cents: number) => ({ origin: "gateway", status: "cancelled", cents });

/** An administrator gives all of an order back, which ends it for good. */
async function refundedInFull(golfer: Player, orderId: string, cents = 500) {
  expect((await on.refund(orderId)).status).toBe(200);
  await expect.poll(async () => (await on.orderOf(golfer, orderId)).status).toBe("refunded");
  expect((await refundsOf(orderId)).at(-1)).toEqual({ origin: "ours", status: "settled", cents });
}
describe("a cancelled refund of an order that was played", () => {
  test("of all of it leaves the order as it was sold, except that its session has ended", async () => {
    const { golfer, orderId, session } = await on.played();
    await made(orderId);
    expect((await on.orderOf(golfer, orderId)).status).toBe("refunded");
    await cancelled(orderId);
    expect((await transfersOf(on.app, orderId)).slice(3)).toEqual([
      ["refund_returned", { cash: 500, refunds_payable: -500 }],
      ["refund_cancelled", { refunds_payable: 500, pot: -100, revenue: -400 }],
    ]);
    expect(await refundsOf(orderId)).toEqual([taken(500)]);
    expect(await on.orderOf(golfer, orderId)).toMatchObject({ status: "fulfilled", refunds: [], failure: null });
    const { number, refundable } = await fileOf(orderId);
    expect(refundable).toBe(5);
    const { orders } = await bodyOf(
      (await on.admin()).call(orderSearchRoutes.searchOrders, { query: { q: String(number) } }),
    );
    expect(orders.find(({ id }) => id === orderId)).toMatchObject({ status: "fulfilled", refunded: 0 });
    expect((await bodyOf(golfer.call(playRoutes.getSession, { params: { id: session.id } }))).session).toMatchObject({
      status: "completed",
      endReason: "refund",
    });
    expect((await bodyOf(golfer.call(receiptRoutes.getReceipt, { params: { id: orderId } }))).receipt).toMatchObject({
      refunds: [],
      refunded: 0,
      net: 5,
    });
    const mails = await outboxOf(on.app.browser());
    const told = mails.filter(({ to, text }) => to === golfer.email && text?.includes("was cancelled at the payment"));
    expect(told).toHaveLength(1);
    await refundedInFull(golfer, orderId);
    expect(await sumsOf(on.app, orderId)).toEqual({});
  });

  test("of a part of it no longer counts, and the session goes on", async () => {
    const { golfer, orderId, session } = await on.played();
    await made(orderId, 233);
    await cancelled(orderId);
    expect(await sumsOf(on.app, orderId)).toEqual({ cash: 500, pot: -100, revenue: -400 });
    expect((await bodyOf(golfer.call(playRoutes.getSession, { params: { id: session.id } }))).session.status).toBe(
      "active",
    );
    expect((await fileOf(orderId)).refundable).toBe(5);
    await refundedInFull(golfer, orderId);
    expect(await sumsOf(on.app, orderId)).toEqual({});
  });

  test("among several leaves the others, whichever it is, and refunding the rest takes back the rest of each share", async () => {
    for (const cents of [101, 203]) {
      const { golfer, orderId } = await on.played();
      await made(orderId, 101);
      await on.app.clock.advance(60);
      await made(orderId, 203);
      if (cents === 101)
        await atBank(
          orderId,
          "UPDATE sandbox.refunds SET created_at = created_at + CASE amount_cents WHEN 101 THEN interval '2 minutes' ELSE '0' END",
        );
      await cancelled(orderId);
      await refundedInFull(golfer, orderId, 500 - (304 - cents));
      expect(await sumsOf(on.app, orderId)).toEqual({});
    }
  });

  test("is booked once when it is reported twice", async () => {
    const { orderId } = await on.played();
    await made(orderId);
    await cancelled(orderId);
    const before = await transfersOf(on.app, orderId);
    await on.app.db.pool.query(
      "INSERT INTO sandbox.events (id, body, next_try_at) SELECT 'evt_' || $1, json_build_object('id', 'evt_' || $1, 'event', json_build_object('about', 'refund', 'attemptId', id)), $2 FROM payment_attempts WHERE order_id = $1::uuid",
      [orderId, on.app.clock.now()],
    );
    await on.app.jobs.runAll();
    await on.app.clock.advance(86_400);
    await on.app.jobs.runAll();
    expect(await transfersOf(on.app, orderId)).toEqual(before);
  });

  test("that was never heard of before its cancellation books nothing", async () => {
    const { golfer, orderId } = await on.played();
    await on.refundNews(orderId);
    await cancelled(orderId);
    expect(await refundsOf(orderId)).toEqual([]);
    expect((await on.orderOf(golfer, orderId)).status).toBe("fulfilled");
  });

  test("is booked together with the refund that replaced it when both are reported at once", async () => {
    const { golfer, orderId } = await on.played();
    await made(orderId, 200);
    await on.cancelNews(orderId);
    await made(orderId);
    expect(await refundsOf(orderId)).toEqual([taken(200), { origin: "gateway", status: "settled", cents: 500 }]);
    expect((await on.orderOf(golfer, orderId)).status).toBe("refunded");
    expect(await sumsOf(on.app, orderId)).toEqual({});
  });

  test("that was booked as returned, before its cancellation was known, is corrected when the gateway is asked about it", async () => {
    const { golfer, orderId } = await on.played();
    await made(orderId);
    await sentBack(orderId);
    expect((await on.orderOf(golfer, orderId)).status).toBe("refund_due");
    await atBank(orderId, "UPDATE sandbox.refunds SET cancelled = true");
    await on.app.clock.advance(86_400);
    await on.app.jobs.runAll();
    expect(await refundsOf(orderId)).toEqual([taken(500)]);
    expect(await sumsOf(on.app, orderId)).toEqual({ cash: 500, pot: -100, revenue: -400 });
  });
});

describe("what is still owed:", () => {
  test("a refund that the bank sent back", async () => {
    const { golfer, orderId } = await on.played();
    await made(orderId);
    await sentBack(orderId);
    expect(await refundsOf(orderId)).toEqual([{ origin: "gateway", status: "failed", cents: 500 }]);
    expect((await on.orderOf(golfer, orderId)).status).toBe("refund_due");
  });

  test("a refund of ours that somebody cancels at the gateway, which can be sent again", async () => {
    const { golfer, orderId } = await on.played();
    await refundedInFull(golfer, orderId);
    await cancelled(orderId);
    expect(await refundsOf(orderId)).toEqual([{ origin: "ours", status: "failed", cents: 500 }]);
    const { refunds } = await fileOf(orderId);
    expect(
      (await (await on.admin()).call(paymentRoutes.retryRefund, { params: { id: firstOf(refunds).id } })).status,
    ).toBe(200);
    await expect.poll(async () => (await on.orderOf(golfer, orderId)).status).toBe("refunded");
    // A second news of it changes nothing: our decision stands.
    await cancelled(orderId);
    expect(await refundsOf(orderId)).toEqual([{ origin: "ours", status: "failed", cents: 500 }]);
  });

  test("a refund that was made at the gateway, came back, and was sent again by us", async () => {
    const { golfer, orderId } = await on.played();
    await made(orderId);
    await sentBack(orderId);
    const { refunds } = await fileOf(orderId);
    expect(
      (await (await on.admin()).call(paymentRoutes.retryRefund, { params: { id: firstOf(refunds).id } })).status,
    ).toBe(200);
    await expect.poll(async () => (await on.orderOf(golfer, orderId)).status).toBe("refunded");
    await on.app.clock.advance(60);
    await cancelled(orderId);
    expect(await refundsOf(orderId)).toEqual([{ origin: "gateway", status: "failed", cents: 500 }]);
    expect((await on.orderOf(golfer, orderId)).status).toBe("refund_due");
  });
});

describe("a cancelled refund of an order that was paid ahead", () => {
  test.each([undefined, 200])("(%s cents) puts it back to what is kept, and it may be started", async (cents) => {
    const { golfer, orderId } = await on.ahead();
    await made(orderId, cents);
    await cancelled(orderId);
    expect((await transfersOf(on.app, orderId)).at(-1)).toEqual([
      "refund_cancelled",
      { refunds_payable: cents ?? 500, deferred: -(cents ?? 500) },
    ]);
    expect((await on.orderOf(golfer, orderId)).status).toBe("paid");
    expect((await on.start(golfer, orderId)).status).toBe(201);
    expect(await sumsOf(on.app, orderId)).toEqual({ cash: 500, pot: -100, revenue: -400 });
    await refundedInFull(golfer, orderId);
    expect(await sumsOf(on.app, orderId)).toEqual({});
  });

  test("that has been started since goes back to the shares", async () => {
    const { golfer, orderId } = await on.ahead();
    await made(orderId, 201);
    expect((await on.start(golfer, orderId)).status).toBe(201);
    await cancelled(orderId);
    expect(await sumsOf(on.app, orderId)).toEqual({ cash: 500, pot: -100, revenue: -400 });
    await refundedInFull(golfer, orderId);
    expect(await sumsOf(on.app, orderId)).toEqual({});
  });

  test("whose golfer has bought the same again is refunded, because two orders cannot wait", async () => {
    const { golfer, orderId } = await on.ahead();
    await made(orderId);
    expect((await buy(golfer, { start: false })).status).toBe(200);
    await cancelled(orderId);
    await runJobs(on.app);
    expect(await on.orderOf(golfer, orderId)).toMatchObject({ status: "refunded", refunds: [{ amount: 5 }] });
    expect(await sumsOf(on.app, orderId)).toEqual({});
  });

  test("beside a dispute that was lost: what the bank has left goes back, and the order stays over", async () => {
    const { golfer, orderId } = await on.ahead();
    await made(orderId, 200);
    await (
      await on.dispute(orderId)
    )("lost");
    expect((await on.orderOf(golfer, orderId)).status).toBe("reversed");
    await cancelled(orderId);
    await runJobs(on.app);
    expect(await on.orderOf(golfer, orderId)).toMatchObject({ status: "reversed", refunds: [{ amount: 2 }] });
    // The bank took 3.00 and we refunded the rest: nothing is kept and nothing is lost.
    expect(await sumsOf(on.app, orderId)).toEqual({});
  });

  test.each(["before", "after"])(
    "heard of %s the bank took the payment, too: the bank's word ends it",
    async (when) => {
      const { golfer, orderId } = await on.ahead();
      await made(orderId);
      // The gateway takes it out of other money of ours.
      const dispute = "INSERT INTO sandbox.disputes (reference, attempt_id, amount_cents, status, reason, created_at)";
      const { pool } = on.app.db;
      await pool.query(
        `${dispute} SELECT 'dp_' || id, id::text, 500, 'open', 'fraudulent', $2 FROM payment_attempts WHERE order_id = $1`,
        [orderId, on.app.clock.now()],
      );
      await on.app.jobs.runAll();
      if (when === "before") await cancelled(orderId);
      await atBank(orderId, "UPDATE sandbox.disputes SET status = 'lost'");
      await on.app.jobs.runAll();
      if (when === "after") await cancelled(orderId);
      expect((await on.orderOf(golfer, orderId)).status).toBe("reversed");
      expect(await sumsOf(on.app, orderId)).toEqual({});
    },
  );
});
