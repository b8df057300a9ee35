/** News of several refunds at once: each is booked on the order as the earlier ones left it, and none waits. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { createSandbox } from "#features/payments/server/sandbox.ts";
import { buy, freshApp, orderOf, type Player, type TestApp } from "#test/app.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";

const gateway = faultyGateway();
let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ gateway: gateway.wrap, poolSize: 24 });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());
const read = async (text: string, values: unknown[] = []) => (await app.db.pool.query(text, values)).rows;
const refund = async (orderId: string, amount: number, reason: string) =>
  expect(
    (await admin.call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { amount, reason } })).status,
  ).toBe(200);

test.each([
  ["that was played", {}],
  ["that was paid ahead", { start: false }],
])("when one refund of an order %s is made and another comes back, the second is owed again", async (_name, change) => {
  const golfer = await app.player();
  const orderId: string = (await buy(golfer, change)).body.order.id;
  gateway.loseEvents(true);
  // The gateway makes the first, and its reply is lost; the second it makes and we know.
  gateway.fail("refund", "lost_after");
  await refund(orderId, 2, "First");
  await expect.poll(() => read("SELECT asked FROM refunds WHERE order_id = $1", [orderId])).toEqual([{ asked: 1 }]);
  const later = new Date(app.clock.now().getTime() + 1_800_000);
  await read("UPDATE refunds SET next_try_at = $2 WHERE order_id = $1", [orderId, later]);
  await refund(orderId, 3, "Second");
  const second = "SELECT id::text, status FROM refunds WHERE order_id = $1 AND reason = 'Second'";
  await expect.poll(async () => (await read(second, [orderId]))[0].status).toBe("settled");
  const [{ id }] = await read(second, [orderId]);
  await read("UPDATE sandbox.refunds SET failure = 'The account is closed' WHERE refund_id = $1", [id]);
  await read(
    "UPDATE sandbox.refunds SET created_at = created_at - interval '1 second' WHERE attempt_id IN (SELECT id::text FROM payment_attempts WHERE order_id = $1) AND refund_id <> $2",
    [orderId, id],
  );
  await app.clock.advance(3600);
  await app.jobs.runAll();
  gateway.loseEvents(false);
  expect((await read(second, [orderId]))[0].status).toBe("failed");
  expect((await orderOf(golfer, orderId)).status).toBe("refund_due");
});

test("refunds at the gateway run beside purchases at the same course without a deadlock", async () => {
  const bank = createSandbox({ db: app.db, clock: app.clock, secret: "not needed" });
  // Each backend tells the statistics at most once a second.
  const deadlocks = async () => {
    await wait(1200);
    const [row] = await read("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
    return Number(row.deadlocks);
  };
  const before = await deadlocks();
  for (let round = 0; round < 2; round++) {
    const orders = await Promise.all(Array.from({ length: 5 }, async () => (await buy(await app.player())).body.order));
    const golfers = await Promise.all(Array.from({ length: 6 }, () => app.player()));
    for (const { id } of orders) {
      const [attempt] = await read("SELECT id FROM payment_attempts WHERE order_id = $1", [id]);
      await bank.refundByHand(attempt.id, undefined);
    }
    const [, ...bought] = await Promise.all([app.jobs.runAll(), ...golfers.map((golfer) => buy(golfer))]);
    expect(bought.map(({ status }) => status)).toEqual(bought.map(() => 200));
  }
  expect((await deadlocks()) - before).toBe(0);
});
