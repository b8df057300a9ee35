/** Rules, section 4: an order while its dispute is open and when it is lost, mostly one that is not started. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { buy } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { transfersOf, underOldRule } from "#test/books.ts";
import { bankOf, type Disputing, disputing } from "#test/disputing.ts";
import { runJobs } from "#test/jobs.ts";

let on: Disputing;
beforeAll(async () => {
  on = await disputing();
});
afterAll(() => on.app.close());

describe("an order that is not started", () => {
  test("cannot be started, refunded or bought again while its dispute is open", async () => {
    const { golfer, orderId } = await on.ahead();
    const end = await on.dispute(orderId);
    for (const named of [orderId, undefined])
      expect(await on.start(golfer, named)).toMatchObject({ status: 409, body: { error: { code: "play.disputed" } } });
    for (const amount of [undefined, 1])
      expect(await on.refund(orderId, amount)).toMatchObject({
        status: 409,
        body: { error: { code: "payments.disputed" } },
      });
    expect(await buy(golfer, { start: false })).toMatchObject({
      status: 409,
      body: { error: { code: "payments.waiting_disputed" } },
    });
    await end("won");
    expect((await on.start(golfer, orderId)).status).toBe(201);
  });

  test("is not refunded by itself after 30 days while its dispute is open", async () => {
    const { orderId } = await on.ahead();
    await on.dispute(orderId);
    await on.app.clock.advance(31 * 86_400);
    await on.app.jobs.runAll();
    expect(await on.kindsOf(orderId)).toEqual(["capture_ahead", "chargeback"]);
  });

  test("is over when the dispute is lost: it can be bought again, and the account can be deleted", async () => {
    const { golfer, orderId } = await on.ahead();
    const loss = await on.balanceOf("dispute_loss");
    await (
      await on.dispute(orderId)
    )("lost");
    expect(await on.orderOf(golfer, orderId)).toMatchObject({
      status: "reversed",
      held: "dispute_lost",
      failure: "Your bank took this payment back before your session was started.",
      refunds: [],
    });
    expect(await transfersOf(on.app, orderId)).toEqual([
      ["capture_ahead", { cash: 500, deferred: -500 }],
      ["chargeback", { dispute_loss: 500, cash: -500 }],
      ["reverse", { deferred: 500, dispute_loss: -500 }],
    ]);
    expect(await on.balanceOf("dispute_loss")).toBe(loss);
    expect((await on.start(golfer, orderId)).body.error?.code).toBe("play.not_paid");
    expect((await on.refund(orderId)).body.error?.code).toBe("payments.nothing_left");
    const found = await bodyOf(
      (await on.admin()).call(orderSearchRoutes.searchOrders, { query: { status: "reversed" } }),
    );
    expect(found.orders.map(({ id }) => id)).toContain(orderId);
    expect((await golfer.call(receiptRoutes.getReceipt, { params: { id: orderId } })).status).toBe(200);
    const again = await buy(golfer);
    expect(again.status).toBe(200);
    await golfer.call(playRoutes.completeSession, { params: { id: again.body.session.id } });
    expect((await golfer.call(profileRoutes.deleteUser, { params: { id: golfer.id } })).status).toBe(204);
  });

  test("is refunded as far as the bank has left it", async () => {
    const { golfer, orderId } = await on.ahead();
    // The bank takes only 3.00 of the 5.00.
    await on.app.db.pool
      .query(`INSERT INTO sandbox.disputes (reference, attempt_id, amount_cents, status, reason, created_at)
      SELECT 'dp_part', id::text, 300, 'lost', 'fraudulent', created_at FROM payment_attempts WHERE order_id = '${orderId}'`);
    await runJobs(on.app);
    expect((await transfersOf(on.app, orderId)).slice(2)).toEqual([
      ["reverse", { deferred: 300, dispute_loss: -300 }],
      ["refund_ahead", { deferred: 200, refunds_payable: -200 }],
      ["refund_settled", { refunds_payable: 200, cash: -200 }],
    ]);
    expect(await on.orderOf(golfer, orderId)).toMatchObject({ status: "reversed", refunds: [{ amount: 2 }] });
  });

  test("is refunded when a dispute that was lost is won after all", async () => {
    const { golfer, orderId } = await on.ahead();
    const end = await on.dispute(orderId);
    await end("lost");
    await end("won");
    expect((await transfersOf(on.app, orderId)).slice(3)).toEqual([
      ["chargeback_reversed", { cash: 500, dispute_loss: -500 }],
      ["refund_reversed", { dispute_loss: 500, refunds_payable: -500 }],
      ["refund_settled", { refunds_payable: 500, cash: -500 }],
    ]);
    expect(await on.orderOf(golfer, orderId)).toMatchObject({
      status: "refunded",
      held: null,
      refunds: [{ amount: 5 }],
    });
  });

  test("that was paid under the old rule keeps its shares where they are, and gives them back when it is won", async () => {
    const { golfer, orderId } = await on.ahead();
    await underOldRule(on.app, orderId);
    const end = await on.dispute(orderId);
    await end("lost");
    expect(await on.kindsOf(orderId)).toEqual(["capture", "chargeback"]);
    expect((await on.orderOf(golfer, orderId)).status).toBe("reversed");
    await end("won");
    expect((await on.kindsOf(orderId)).slice(2)).toEqual(["chargeback_reversed", "refund", "refund_settled"]);
    expect((await on.orderOf(golfer, orderId)).status).toBe("refunded");
  });
});

describe("an order that was played, whose dispute takes all of it, does not count as refunded", () => {
  test("by a refund that was cancelled at the gateway", async () => {
    const { golfer, orderId } = await on.played();
    await (
      await on.refundNews(orderId, 200)
    )();
    await (
      await on.cancelNews(orderId)
    )();
    await (
      await on.dispute(orderId)
    )("lost");
    expect((await on.kindsOf(orderId)).slice(-2)).toEqual(["refund_cancelled", "chargeback"]);
    expect((await on.orderOf(golfer, orderId)).status).toBe("fulfilled");
  });

  test("by a refund that the dispute has dropped", async () => {
    const { golfer, orderId } = await on.played();
    const tell = await on.news(orderId);
    expect((await on.refund(orderId, 2)).status).toBe(200);
    await tell();
    await runJobs(on.app);
    expect(await on.kindsOf(orderId)).toEqual(["capture", "refund", "chargeback", "refund_dropped"]);
    const { rows } = await on.app.db.pool.query(
      "SELECT d.reference FROM disputes d JOIN payment_attempts p ON p.id = d.payment_id WHERE p.order_id = $1",
      [orderId],
    );
    await bankOf(on.app).bank.closeDispute(rows[0].reference, "lost");
    await runJobs(on.app);
    expect((await on.orderOf(golfer, orderId)).status).toBe("fulfilled");
  });
});
