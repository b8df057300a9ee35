/**
 * Tests which call waits for which lock. Each call is made while another connection holds one lock: it must wait for
 * that lock, and continue once it is free. A call that no longer takes the lock answers at once and fails here, instead
 * of in a rare race.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockUser } from "#features/accounts/server/store.ts";
import { users } from "#features/accounts/server/tables.ts";
import { lockJackpotClaims } from "#features/claims/server/jackpot-store.ts";
import { account } from "#features/ledger/rules.ts";
import { lockPot } from "#features/ledger/server/store.ts";
import { lockOrder } from "#features/orders/server/store.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import type { Db } from "#platform/server/db/database.ts";
import { eq } from "#platform/server/db/drizzle.ts";
import { buy, claim, freshApp, type Json, type Player, type Reply, type TestApp } from "#test/app.ts";

interface Sale {
  golfer: Player;
  order: Json;
  session: Json;
}

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const refund = ({ order }: Sale) =>
  admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { amount: 0.1, reason: "Rain" } });
const claimJackpot = ({ golfer, session }: Sale) => claim(golfer, session.id, "middle");

test.each<[string, (tx: Db, sale: Sale) => Promise<unknown>, (sale: Sale) => Promise<Reply>, number]>([
  ["a refund waits for its golfer's purchases", (tx, { golfer }) => lockUser(tx, golfer.id), refund, 200],
  ["a refund waits for its order", (tx, { order }) => lockOrder(tx, order.id), refund, 200],
  ["a jackpot claim waits for the course's other jackpot claims", (tx) => lockJackpotClaims(tx, 1), claimJackpot, 201],
  ["a jackpot claim waits for the pot", (tx) => lockPot(tx, 1, []), claimJackpot, 201],
  ["a jackpot claim waits for the house's account", (tx) => lockPot(tx, 2, [account.houseFunding]), claimJackpot, 201],
])("%s", async (_, hold, call, status) => {
  const golfer = await app.player();
  const { body } = await buy(golfer);
  const sale = { golfer, order: body.order, session: body.session };
  const answer = await app.db.transaction(async (tx) => {
    await hold(tx, sale);
    return waiting(tx, call(sale));
  });
  expect((await answer.called).status).toBe(status);
});

test("a payment that waits while its account is deleted is refused, and makes no order", async () => {
  const golfer = await app.player();
  const answer = await app.db.transaction(async (tx) => {
    await lockUser(tx, golfer.id);
    const payment = await waiting(tx, buy(golfer));
    await tx.sql.update(users).set({ deletedAt: app.clock.now() }).where(eq(users.id, golfer.id));
    return payment;
  });
  expect(await answer.called).toMatchObject({ status: 404, body: { error: { code: "accounts.not_found" } } });
  expect((await app.db.pool.query("SELECT 1 FROM orders WHERE user_id = $1", [golfer.id])).rowCount).toBe(0);
});

/** @returns the call, once it waits for what the transaction holds. It is not awaited, because it ends only after that. */
async function waiting(tx: Db, call: Promise<Reply>): Promise<{ called: Promise<Reply> }> {
  let answered = false;
  const called = call.finally(() => (answered = true));
  const { rows } = await tx.sql.execute<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  while (!answered && !(await isWaitedFor(rows[0]?.pid ?? 0))) await sleep(10);
  expect(answered, "answered without the lock").toBe(false);
  return { called };
}

/** Whether another connection waits for a lock that this one holds. */
async function isWaitedFor(pid: number): Promise<boolean> {
  const { rows } = await app.owner.pool.query("SELECT 1 FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))", [
    pid,
  ]);
  return rows.length > 0;
}
