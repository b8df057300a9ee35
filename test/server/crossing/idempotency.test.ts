/** Rules, section 4: the Idempotency-Key of money calls. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderRoutes } from "#features/orders/contract.ts";
import { sandboxRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { freeDeadKeys, keptKey } from "#platform/server/http/idempotency.ts";
import { capturesOf } from "#test/books.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { buy, freshApp, packs, SECRET, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

const gateway = faultyGateway();
let app: TestApp;
beforeAll(async () => {
  app = await freshApp({ gateway: gateway.wrap, poolSize: 20 });
});
afterAll(() => app.close());

const reused = { status: 422, body: { error: { code: "request.key_reused" } } };

test("the same key and body get the first answer again, even after the session has changed", async () => {
  const [golfer, key] = [await app.player(), randomUUID()];
  const first = await buy(golfer, { key });
  expect(first.status).toBe(200);
  await golfer.call(playRoutes.completeSession, { params: { id: first.body.session.id } });
  const again = await buy(golfer, { key });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await capturesOf(app, golfer.id)).toEqual([500]);
});

test("the order of properties and unknown fields make no other body", async () => {
  const [golfer, key] = [await app.player(), randomUUID()];
  const first = await buy(golfer, { pack: packs.single, key });
  const body = {
    extra: true,
    amount: 1,
    sessionData: { bayNumber: 7, packageId: 3, courseId: "1", note: null },
    paymentInfo: { paymentMethod: "card" },
  };
  const again = await bodyOf(golfer.raw("POST", "/api/process-payment", body, { "idempotency-key": key }));
  expect(again).toEqual(first.body);
});

test("a declined payment (402) is an answer, too", async () => {
  const [golfer, key] = [await app.player(), randomUUID()];
  const first = await buy(golfer, { key, paymentInfo: { cardNumber: "4000000000000002" } });
  expect(first.status).toBe(402);
  const again = await buy(golfer, { key, paymentInfo: { cardNumber: "4242424242424242" } });
  const { requestId } = again.body.error;
  expect(requestId).not.toBe(first.body.error.requestId);
  expect([again.status, again.body]).toEqual([402, { ...first.body, error: { ...first.body.error, requestId } }]);
  expect((await bodyOf(golfer.call(orderRoutes.listOrders))).orders).toHaveLength(1);
  expect((await buy(golfer, { key: randomUUID() })).status).toBe(200);
});

test("a key whose answer was lost finds its own order, of its own player only, whatever the outcome", async () => {
  const [golfer, other, key, declined] = [await app.player(), await app.player(), randomUUID(), randomUUID()];
  const paid = await buy(golfer, { pack: packs.single, key });
  expect(paid.status).toBe(200);
  await golfer.call(playRoutes.completeSession, { params: { id: paid.body.session.id } });
  await buy(golfer, { key: declined, paymentInfo: { cardNumber: "4000000000000002" } });
  const found = async (by: typeof golfer, of: string) =>
    (await bodyOf(by.call(orderRoutes.listOrders, { query: { key: of } }))).orders;
  expect(await found(golfer, key)).toMatchObject([
    { id: paid.body.order.id, status: "fulfilled", sessionId: paid.body.session.id },
  ]);
  expect(await found(golfer, ` ${declined} `)).toMatchObject([{ status: "declined" }]);
  expect(await found(golfer, randomUUID())).toEqual([]);
  expect(await found(other, key)).toEqual([]);
  expect((await golfer.raw("GET", `/api/orders?key=${"x".repeat(201)}`)).status).toBe(400);
});

test("an unknown outcome (202) is an answer, too; the order shows the later outcome", async () => {
  const [golfer, key] = [await app.player(), randomUUID()];
  gateway.fail("charge", "lost_after");
  const first = await buy(golfer, { key });
  expect(first).toMatchObject({ status: 202, body: { success: false, pending: true, orderId: expect.any(String) } });
  await app.jobs.runAll();
  const again = await buy(golfer, { key });
  expect([again.status, again.body]).toEqual([202, first.body]);
  expect((await bodyOf(golfer.call(orderRoutes.getOrder, { params: { id: first.body.orderId } }))).order.status).toBe(
    "fulfilled",
  );
  expect(await capturesOf(app, golfer.id)).toEqual([500]);
});

test("card fields are no part of the fingerprint, everything else is", async () => {
  const [golfer, key] = [await app.player(), randomUUID()];
  const first = await buy(golfer, { key });
  const token = (
    await bodyOf(
      golfer.call(sandboxRoutes.makeToken, {
        body: {
          cardNumber: "4111111111111111",
          expiryDate: "1/30",
          cvv: "999",
          billingZip: "10001",
        },
      }),
    )
  ).token;
  for (const paymentInfo of [
    { cardNumber: "5555555555554444" },
    { cvv: "999", expiryDate: "01/31", billingZip: "10001" },
    { token },
  ])
    expect((await buy(golfer, { key, paymentInfo })).body).toEqual(first.body);
  const others = [
    { sessionData: { bayNumber: 8 } },
    { amount: 6 },
    { start: false },
    { pack: packs.sponsored },
    { paymentInfo: { paymentMethod: "paypal" } },
    { sessionData: { courseId: 2 } },
    { sessionData: { purchaseContext: "buy_more_balls" } },
  ];
  for (const other of others) expect(await buy(golfer, { key, ...other })).toMatchObject(reused);
  expect(await capturesOf(app, golfer.id)).toEqual([500]);
});

test("while the first call runs the same call is 409 and another body is 422; afterwards the same call gets its answer", async () => {
  const [golfer, key] = [await app.player(), randomUUID()];
  gateway.fail("charge", "held");
  const running = buy(golfer, { key });
  await gateway.waiting();
  const second = await buy(golfer, { key });
  expect(second).toMatchObject({ status: 409, body: { error: { code: "request.in_progress" } } });
  expect(Number(second.headers["retry-after"])).toBeGreaterThan(0);
  expect(await buy(golfer, { key, pack: packs.single })).toMatchObject(reused);
  expect(await buy(golfer, { key: randomUUID() })).toMatchObject({
    status: 409,
    body: { error: { code: "payments.open_order" } },
  });
  expect(await buy(golfer)).toMatchObject({ status: 409, body: { error: { code: "payments.open_order" } } });
  gateway.release();
  const first = await running;
  expect(first.status).toBe(200);
  expect((await buy(golfer, { key })).body).toEqual(first.body);
  expect(await capturesOf(app, golfer.id)).toEqual([500]);
});

test("twenty calls with one key charge once", async () => {
  const [golfer, key] = [await app.player(), randomUUID()];
  const replies = await Promise.all(Array.from({ length: 20 }, () => buy(golfer, { key })));
  expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(replies.some(({ status }) => status === 200)).toBe(true);
  expect(await capturesOf(app, golfer.id)).toEqual([500]);
});

test("a refusal frees its key: a corrected call may use it again", async () => {
  const [golfer, key] = [await app.player(), randomUUID()];
  expect((await buy(golfer, { key, amount: 4 })).status).toBe(409);
  expect((await buy(golfer, { key, paymentInfo: { cvv: "1" } })).status).toBe(400);
  expect((await buy(golfer, { key, sessionData: { courseId: 99 } })).status).toBe(404);
  expect((await buy(golfer, { key })).status).toBe(200);
  expect((await buy(golfer, { key, amount: 4 })).status).toBe(422);
});

test("a key counts for its own player alone", async () => {
  const [first, second, key] = [await app.player(), await app.player(), randomUUID()];
  const replies = [await buy(first, { key }), await buy(second, { key })];
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(replies[0]?.body.order.id).not.toBe(replies[1]?.body.order.id);
});

test("a key has at most 200 characters; a blank one is none", async () => {
  const golfer = await app.player();
  expect((await buy(golfer, { key: "k".repeat(201) })).status).toBe(400);
  expect((await buy(golfer, { key: "k".repeat(200), paymentInfo: { cardNumber: "4000000000000002" } })).status).toBe(
    402,
  );
  expect((await buy(golfer, { key: " " })).status).toBe(200);
  expect((await buy(golfer, { key: " " })).status).toBe(409);
});

test("starting a session or a free shot keeps its key, too, and no key serves two routes", async () => {
  const golfer = await app.player();
  await buy(golfer, { start: false });
  const start = (key: string) =>
    golfer.call(playRoutes.startSession, {
      body: { courseId: 1, packageId: 4, bayNumber: 2 },
      headers: { "idempotency-key": key },
    });
  const first = await bodyOf(start("start"), 201);
  expect(await start("start")).toMatchObject({ status: 201, body: first });
  expect((await start("another")).status).toBe(409);
  await golfer.call(playRoutes.completeSession, { params: { id: first.session.id } });
  const free = (key: string) =>
    golfer.call(playRoutes.startFreeShot, {
      body: { courseId: 1, bayNumber: 2, teeTime: "15:00" },
      headers: { "idempotency-key": key },
    });
  const shot = await free("free");
  expect([shot.status, (await free("free")).body]).toEqual([201, shot.body]);
  expect((await free("other")).status).toBe(429);
  expect(await free("start")).toMatchObject(reused);
});

test("after a fault of the server the same call finds its order again, and another body is still 422", async () => {
  const [golfer, key] = [await app.player(), randomUUID()];
  // On a busy machine they would settle the order before the second call.
  await app.jobs.stop();
  await app.owner.pool.query("ALTER TABLE ledger_transfers ADD CONSTRAINT broken CHECK (kind <> 'capture') NOT VALID");
  expect((await buy(golfer, { key })).status).toBe(500);
  await app.owner.pool.query("ALTER TABLE ledger_transfers DROP CONSTRAINT broken");
  expect(await buy(golfer, { key, pack: packs.single })).toMatchObject(reused);
  const again = await buy(golfer, { key });
  expect(again).toMatchObject({ status: 202, body: { pending: true } });
  await app.clock.advance(31);
  await app.jobs.runAll();
  expect((await bodyOf(golfer.call(orderRoutes.getOrder, { params: { id: again.body.orderId } }))).order.status).toBe(
    "fulfilled",
  );
  expect(await capturesOf(app, golfer.id)).toEqual([500]);
});

test("a call whose process died is taken over after a minute, by the same body alone", async () => {
  const [golfer, key] = [await app.player(), randomUUID()];
  gateway.fail("charge", "silent_after");
  void buy(golfer, { key });
  await gateway.waiting();
  await app.clock.advance(59);
  expect((await buy(golfer, { key })).status).toBe(409);
  await app.clock.advance(2);
  expect((await buy(golfer, { key, pack: packs.single })).status).toBe(422);
  expect((await buy(golfer, { key })).status).toBe(202);
  await app.jobs.runAll();
  expect(await capturesOf(app, golfer.id)).toEqual([500]);
});

test("a key whose process was killed is free again after the restart", async () => {
  const [golfer, key] = [await app.player(), randomUUID()];
  await app.db.pool.query(
    "INSERT INTO idempotency_keys (user_id, key, fingerprint, started_at) VALUES ($1, $2, 'cut off', $3)",
    [golfer.id, keptKey(key, SECRET), app.clock.now()],
  );
  expect((await buy(golfer, { key })).status).toBe(422);
  await freeDeadKeys(app.db);
  expect((await buy(golfer, { key })).status).toBe(200);
  expect(await capturesOf(app, golfer.id)).toEqual([500]);
});
