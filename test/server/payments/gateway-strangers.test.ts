/** Rules, section 4: what went back for payments that nobody here has, or beyond a capture, is listed, and stops nothing. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderRoutes } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { createSandbox } from "#features/payments/server/sandbox.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { refundAtSandbox } from "#test/demo.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  // The gateway has payments that we do not, which the books' check names.
  app = await freshApp({ breaksBooks: true });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const troubles = async () => await bodyOf(admin.call(paymentRoutes.listPaymentTroubles));
const metrics = async () => String((await app.browser().raw("GET", "/metrics")).body);

test("refunds and disputes of payments that we do not know are listed for 30 days, and delay nothing else", async () => {
  const bank = createSandbox({ db: app.db, clock: app.clock, secret: "not needed" });
  const golfer = await app.player();
  const { order } = (await buy(golfer)).body;
  const strangers = [randomUUID(), "no id of ours", randomUUID()];
  for (const attempt of strangers)
    await app.db.pool.query(
      "INSERT INTO sandbox.payments (attempt_id, status, amount_cents, method, created_at) VALUES ($1, 'captured', 700, 'card', $2)",
      [attempt, app.clock.now()],
    );
  const references = [
    await bank.refundByHand(strangers[0] ?? "", 200),
    await bank.refundByHand(strangers[1] ?? "", undefined),
    await bank.openDispute(app.db, strangers[2] ?? "", "fraudulent"),
  ];
  expect((await refundAtSandbox(app.browser(), { orderId: order.id, amount: 1 })).status).toBe(200);
  for (let n = 0; n < 3; n++) {
    await app.jobs.runAll();
    await app.clock.advance(600);
  }
  // Every event was taken, and what came after them is booked.
  expect((await app.db.pool.query("SELECT 1 FROM sandbox.events")).rows).toEqual([]);
  expect((await bodyOf(golfer.call(orderRoutes.getOrder, { params: { id: order.id } }))).order.refunds).toHaveLength(1);
  const listed = (await troubles()).strangers;
  expect(listed).toHaveLength(3);
  for (const [index, [kind, amount]] of Object.entries([
    ["refund", 2],
    ["refund", 7],
    ["dispute", 7],
  ]))
    expect(listed).toContainEqual({ reference: references[Number(index)], kind, amount, seenAt: expect.any(String) });
  expect(await metrics()).toContain('acebay_payment_troubles{kind="unknown_payment"} 3');
  await app.clock.advance(31 * 86_400);
  await app.jobs.runAll();
  expect((await troubles()).strangers).toEqual([]);
});

test("an order of which more went back than was captured is listed with how much, until the dispute is won", async () => {
  const { order } = (await buy(await app.player())).body;
  await refundAtSandbox(app.browser(), { orderId: order.id });
  // A bank takes all of it, too, as some do although it went back.
  const dispute = (status: string) =>
    app.db.pool.query(
      `INSERT INTO sandbox.disputes (reference, attempt_id, amount_cents, status, reason, created_at)
       SELECT 'dp_both', id::text, 500, $2, 'fraudulent', $3 FROM payment_attempts WHERE order_id = $1
       ON CONFLICT (reference) DO UPDATE SET status = excluded.status`,
      [order.id, status, app.clock.now()],
    );
  for (const [status, overpaid] of [
    ["open", [{ orderId: order.id, orderNumber: order.number, amount: 5, twice: false }]],
    ["won", []],
  ] as const) {
    await dispute(status);
    await app.clock.advance(600);
    await app.jobs.runAll();
    expect((await troubles()).overpaid).toEqual(overpaid);
  }
  expect(await metrics()).toContain('acebay_payment_troubles{kind="overpaid_order"} 0');
});
