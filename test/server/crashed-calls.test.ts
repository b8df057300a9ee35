/** A process that dies between the commit and keeping the answer: the same call again is answered, not done again. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freeDeadKeys, keptKey } from "#platform/server/http/idempotency.ts";
import { buy, claim, freshApp, packs, play, type Player, type Reply, SECRET, type TestApp } from "../app.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

/** Makes a call twice by one key; between the two the process dies before the first answer is kept. */
async function twice(person: Player, path: string, body: object): Promise<[Reply, Reply]> {
  const key = randomUUID();
  const call = () => person.call("POST", path, body, { "idempotency-key": key });
  const first = await call();
  const cut = await app.db.pool.query(
    "UPDATE idempotency_keys SET status = NULL, body = NULL WHERE user_id = $1 AND key = $2",
    [person.id, keptKey(key, SECRET)],
  );
  expect(cut.rowCount).toBe(1);
  expect((await call()).body.error.code).toBe("request.in_progress");
  await freeDeadKeys(app.db);
  return [first, await call()];
}

async function wonClaim(): Promise<string> {
  const golfer = await app.player();
  const session = await play(golfer);
  const { body } = await claim(golfer, session.id, "left");
  await admin.call("PATCH", `/api/admin/prize-claims/${body.claim.id}/verify`);
  await golfer.call("POST", "/api/login", { email: golfer.email });
  await app.db.pool.query("UPDATE users SET email_proved_at = $2 WHERE id = $1", [golfer.id, app.clock.now()]);
  return body.claim.id;
}

test("a refund in part", async () => {
  const golfer = await app.player();
  const { order } = (await buy(golfer)).body;
  const [first, again] = await twice(admin, `/api/admin/orders/${order.id}/refund`, { amount: 0.1, reason: "Rain" });
  expect(first.status).toBe(200);
  expect(again).toMatchObject({ status: 200, body: { order: { refunds: [{ amount: 0.1 }] } } });
  expect(again.body.order.refunds).toHaveLength(1);
});

test("a refund that is tried again", async () => {
  const golfer = await app.player();
  const { order } = (await buy(golfer, { paymentInfo: { cardNumber: "4000000000005126" } })).body;
  await admin.call("POST", `/api/admin/orders/${order.id}/refund`, { amount: 0.1, reason: "Rain" });
  await app.jobs.runAll();
  await app.jobs.runAll();
  const { refunds } = (await admin.call("GET", "/api/admin/payment-troubles")).body;
  const failed = refunds.find(({ orderId }: { orderId: string }) => orderId === order.id);
  const [first, again] = await twice(admin, `/api/admin/refunds/${failed.id}/retry`, {});
  expect(first.status).toBe(200);
  expect(again.status).toBe(200);
  const { rows } = await app.db.pool.query("SELECT tries FROM refunds WHERE id = $1", [failed.id]);
  expect(rows).toEqual([{ tries: 1 }]);
});

test.each([
  ["pay", {}, "paid"],
  ["forfeit", { reason: "Under 18" }, "forfeited"],
])("a payout: %s", async (step, body, payoutStatus) => {
  const [first, again] = await twice(admin, `/api/admin/prize-claims/${await wonClaim()}/${step}`, body);
  expect(first).toMatchObject({ status: 200, body: { claim: { payoutStatus } } });
  expect(again).toMatchObject({ status: 200, body: first.body });
});

test("the start of what was paid ahead", async () => {
  const golfer = await app.player();
  const { order } = (await buy(golfer, { start: false })).body;
  const body = { userId: golfer.id, courseId: 1, packageId: packs.jackpot.packageId, bayNumber: 7, orderId: order.id };
  const [first, again] = await twice(golfer, "/api/sessions", body);
  expect(again).toMatchObject({ status: 201, body: { session: { id: first.body.session.id } } });
});

test("the free shot", async () => {
  const golfer = await app.player();
  const body = { courseId: 1, bayNumber: 3, teeTime: "15:00" };
  const [first, again] = await twice(golfer, "/api/free-shot-session", body);
  expect(again).toMatchObject({ status: 201, body: { session: { id: first.body.session.id } } });
});
