/** Rules, section 4: after a charge was sent, the answer is never 'try again', whatever our own database does. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderRoutes } from "#features/orders/contract.ts";
import { limitsOf } from "#platform/server/db/limits.ts";
import { capturesOf, transfersOf } from "#test/books.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";

const gateway = faultyGateway();
let app: TestApp;
beforeAll(async () => {
  app = await freshApp({ gateway: gateway.wrap, limits: limitsOf.calls, poolSize: 20 });
});
afterAll(() => app.close());

/** Pays while something of the payer's is locked from the charge until the answer. */
async function payLocked(golfer: Player, lock: string, key?: string) {
  gateway.fail("charge", "held");
  const paying = buy(golfer, key === undefined ? {} : { key });
  await gateway.waiting();
  const holder = await app.db.pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query(lock, [golfer.id]);
    gateway.release();
    return await paying;
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
}
const statusOf = async (golfer: Player, id: string) =>
  (await bodyOf(golfer.call(orderRoutes.getOrder, { params: { id } }))).order.status;

const locks = {
  "the payer": "SELECT 1 FROM users WHERE id = $1 FOR UPDATE",
  "the order": "SELECT 1 FROM orders WHERE user_id = $1 FOR UPDATE",
  "the payment":
    "SELECT 1 FROM payment_attempts p JOIN orders o ON o.id = p.order_id WHERE o.user_id = $1 FOR UPDATE OF p",
};

test.each(Object.entries(locks))(
  "a lock on %s: 202, charged once, and found by the reconciler",
  async (_name, lock) => {
    const golfer = await app.player();
    const reply = await payLocked(golfer, lock);
    expect(reply).toMatchObject({ status: 202, body: { success: false, pending: true } });
    const { orderId } = reply.body;
    expect((await buy(golfer)).body.error.code).toBe("payments.open_order");
    await app.clock.advance(31);
    await app.jobs.runAll();
    expect(await statusOf(golfer, orderId)).toBe("fulfilled");
    expect(await capturesOf(app, golfer.id)).toEqual([500]);
    expect(await transfersOf(app, orderId)).toHaveLength(1);
  },
);

test("an answer that cannot be stored under its key is given all the same, and a repeated call finds its order", async () => {
  const golfer = await app.player();
  const lock = "SELECT 1 FROM idempotency_keys WHERE user_id = $1 FOR UPDATE";
  const reply = await payLocked(golfer, lock, "busy");
  expect(reply).toMatchObject({ status: 200, body: { success: true } });
  expect((await buy(golfer, { key: "busy" })).body.error.code).toBe("request.in_progress");
  await app.clock.advance(61);
  expect((await buy(golfer, { key: "busy" })).body.order.id).toBe(reply.body.order.id);
  expect(await capturesOf(app, golfer.id)).toEqual([500]);
});
