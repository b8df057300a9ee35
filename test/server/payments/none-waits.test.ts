/** Lists that jobs work through: an item that cannot be booked delays no other, and is tried again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { createSandbox, type Sandbox } from "#features/payments/server/sandbox.ts";
import { buy, freshApp, type TestApp } from "#test/app.ts";
import { transfersOf } from "#test/books.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { runJobs } from "#test/jobs.ts";

const gateway = faultyGateway();
let app: TestApp;
let bank: Sandbox;
beforeAll(async () => {
  gateway.loseEvents(true);
  app = await freshApp({ gateway: gateway.wrap });
  bank = createSandbox({ db: app.db, clock: app.clock, secret: "not needed" });
});
afterAll(() => app.close());

async function bought(change: Parameters<typeof buy>[1] = {}) {
  const orderId: string = (await buy(await app.player(), change)).body.order.id;
  const { rows } = await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [orderId]);
  return { orderId, attemptId: rows[0].id as string };
}
const lastOf = async ({ orderId }: { orderId: string }) => (await transfersOf(app, orderId)).at(-1)?.[0];

/** Nothing can be booked of one payment for as long as the work takes. */
async function whileBroken(attemptId: string, work: () => Promise<void>) {
  const { owner } = app;
  await owner.pool
    .query(`CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken on purpose'; END $$;
    CREATE TRIGGER broken BEFORE INSERT ON ledger_transfers FOR EACH ROW WHEN (NEW.payment_id = '${attemptId}') EXECUTE FUNCTION broken()`);
  await work();
  await owner.pool.query("DROP TRIGGER broken ON ledger_transfers; DROP FUNCTION broken()");
}

const refundAll = async (orderId: string) => {
  const admin = await app.signIn("admin@acebay.test");
  expect(
    (await admin.call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { reason: "Rain" } })).status,
  ).toBe(200);
};
const lists: Record<
  string,
  { change?: object; happens: (one: { orderId: string; attemptId: string }) => Promise<unknown>; booked: string }
> = {
  "orders that nobody started": {
    change: { start: false },
    happens: () => app.clock.advance(16 * 86_400),
    booked: "refund_settled",
  },
  "refunds at the gateway": {
    happens: ({ attemptId }) => bank.refundByHand(attemptId, undefined),
    booked: "refund_settled",
  },
  disputes: { happens: ({ attemptId }) => bank.openDispute(app.db, attemptId, "fraudulent"), booked: "chargeback" },
  "refunds that came back": {
    happens: async ({ orderId, attemptId }) => {
      await refundAll(orderId);
      await expect.poll(() => lastOf({ orderId })).toBe("refund_settled");
      await app.db.pool.query("UPDATE sandbox.refunds SET failure = 'Closed' WHERE attempt_id = $1", [attemptId]);
    },
    booked: "refund_returned",
  },
};

test.each(Object.entries(lists))(
  "%s: the first cannot be booked, the second is; later the first is, too",
  async (_name, { change, happens, booked }) => {
    const [first, second] = [await bought(change), await bought(change)];
    for (const one of [first, second]) await happens(one);
    await whileBroken(first.attemptId, async () => {
      await runJobs(app);
      expect(await lastOf(first)).not.toBe(booked);
      await expect.poll(() => lastOf(second)).toBe(booked);
      // So late that the list is read from the moment up to which it was read before.
      await app.clock.advance(2 * 86_400);
      await app.jobs.runAll();
    });
    await app.jobs.runAll();
    await expect.poll(() => lastOf(first)).toBe(booked);
  },
);
