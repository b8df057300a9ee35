/**
 * The administrators' list can show only the orders that need somebody: refused refunds and open disputes (ui.md, the
 * desk 3 and 6).
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrderFilter, orderSearchRoutes } from "#features/payments/order-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { RefundRefused } from "#features/payments/server/gateway.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { bankOf } from "#test/disputing.ts";

let app: TestApp;
let admin: Player;
/** Whether the gateway pays refunds back. */
let pays = false;

beforeAll(async () => {
  app = await freshApp({
    gateway: (real) => ({
      ...real,
      refund: (call) => (pays ? real.refund(call) : Promise.reject(new RefundRefused("The card is closed"))),
    }),
  });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const only = async (status: OrderFilter) =>
  (await bodyOf(admin.call(orderSearchRoutes.searchOrders, { query: { status } }))).orders;
const numbersOf = async (status: OrderFilter) => (await only(status)).map(({ number }) => number);

test("an order whose refund is refused says so and is in its list, whole or in part, until the refund is paid", async () => {
  const whole = (await buy(await app.player())).body.order;
  const part = (await buy(await app.player())).body.order;
  await buy(await app.player());
  for (const [{ id }, amount] of [[whole], [part, 2]] as const)
    await admin.call(paymentRoutes.refundOrder, { params: { id }, body: { amount, reason: "Rain" } });
  await app.jobs.runAll();
  await expect
    .poll(async () => (await numbersOf("refund_refused")).toSorted((a, b) => a - b))
    .toEqual([whole.number, part.number]);
  const byNumber = (await only("refund_refused")).toSorted((one, other) => one.number - other.number);
  expect(byNumber).toMatchObject([
    { status: "refund_due", refundRefused: true },
    { status: "fulfilled", refundRefused: true },
  ]);
  const { orders } = await bodyOf(admin.call(orderSearchRoutes.searchOrders));
  expect(orders.filter(({ refundRefused }) => refundRefused)).toHaveLength(2);

  pays = true;
  const { refunds } = await bodyOf(admin.call(paymentRoutes.listPaymentTroubles));
  for (const { id } of refunds) await admin.call(paymentRoutes.retryRefund, { params: { id } });
  await app.jobs.runAll();
  await expect.poll(() => numbersOf("refund_refused")).toEqual([]);
});

test("an order whose payment is disputed is in its list while the dispute is open", async () => {
  const { bank, sendNews } = bankOf(app);
  const { order } = (await buy(await app.player())).body;
  await buy(await app.player());
  const found = await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [order.id]);
  const reference = await bank.openDispute(app.db, found.rows[0].id, "fraudulent");
  await sendNews();
  expect(await only("disputed")).toMatchObject([{ number: order.number, held: "dispute_open" }]);
  await bank.closeDispute(reference, "won");
  await sendNews();
  expect(await only("disputed")).toEqual([]);
});
