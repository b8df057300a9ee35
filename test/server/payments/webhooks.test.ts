/** Webhooks: late, repeated, reordered and forged ones; challenges, which the bank's word ends. */
import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderRoutes } from "#features/orders/contract.ts";
import { sandboxRoutes, paymentRoutes } from "#features/payments/contract.ts";
import type { GatewayEvent } from "#features/payments/server/gateway.ts";
import { SIGNATURE_HEADER, signEvent } from "#features/payments/server/sandbox-events.ts";
import { playRoutes } from "#features/play/contract.ts";
import { capturesOf, transfersOf } from "#test/books.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { buy, freshApp, orderOf, type Player, type Reply, SECRET, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

const gateway = faultyGateway();
let app: TestApp;
beforeAll(async () => {
  // The tests send the events themselves.
  gateway.loseEvents(true);
  app = await freshApp({ gateway: gateway.wrap });
});
afterAll(() => app.close());

const webhookSecret = createHmac("sha256", SECRET).update("sandbox webhooks").digest("hex");
const activeOf = async (person: Player) =>
  (await bodyOf(person.call(playRoutes.listActiveSessions, { params: { id: person.id } }))).sessions;
const challengeCard = { paymentInfo: { cardNumber: "4000 0000 0000 3220" } };

/** Calls the webhook, with the gateway's signature unless another is given. */
async function send(
  body: string,
  signature = signEvent(webhookSecret, body, app.clock.now()),
  type = "application/json",
): Promise<Reply> {
  gateway.loseEvents(false);
  const headers = { "content-type": type, ...(signature ? { [SIGNATURE_HEADER]: signature } : {}) };
  const reply = await app.http.inject({ method: "POST", url: "/api/payments/webhook", payload: body, headers });
  gateway.loseEvents(true);
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}
const eventOf = (event: GatewayEvent) => JSON.stringify({ id: `evt_${randomUUID()}`, event });

/** A payment whose reply was lost after the capture. */
async function lost() {
  const golfer = await app.player();
  gateway.fail("charge", "lost_after");
  const { body } = await buy(golfer);
  const { rows } = await app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [body.orderId]);
  return {
    golfer,
    orderId: body.orderId,
    attemptId: rows[0].id,
    event: eventOf({ about: "attempt", attemptId: rows[0].id }),
  };
}

describe("an event", () => {
  test("finishes an order whose reply was lost once, even if it comes many times at once", async () => {
    const { golfer, orderId, event } = await lost();
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(event)));
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: { received: true } });
    expect((await orderOf(golfer, orderId)).status).toBe("fulfilled");
    expect((await send(event)).status).toBe(200);
    expect(await transfersOf(app, orderId)).toHaveLength(1);
    expect(await activeOf(golfer)).toHaveLength(1);
  });

  test("that comes more than a minute late leaves the order unstarted", async () => {
    const { golfer, orderId, event } = await lost();
    await app.clock.advance(61);
    await send(event);
    expect((await orderOf(golfer, orderId)).status).toBe("paid");
    expect(await activeOf(golfer)).toEqual([]);
  });

  test("of a capture that arrives after we were told of a failure gives the money back", async () => {
    const golfer = await app.player();
    const { body } = await buy(golfer, { paymentInfo: { cardNumber: "4000000000000002" } });
    expect(body.success).toBe(false);
    const order = firstOf((await bodyOf(golfer.call(orderRoutes.listOrders))).orders);
    const { rows } = await app.db.pool.query(
      `UPDATE sandbox.payments g SET status = 'captured', failure_code = NULL FROM payment_attempts p
       WHERE p.id::text = g.attempt_id AND p.order_id = $1 RETURNING attempt_id`,
      [order.id],
    );
    await send(eventOf({ about: "attempt", attemptId: rows[0].attempt_id }));
    await expect.poll(async () => (await orderOf(golfer, order.id)).status).toBe("refunded");
    expect((await transfersOf(app, order.id)).map(([kind]) => kind)).toEqual([
      "capture_unfulfillable",
      "refund_settled",
    ]);
  });

  test("that the gateway cannot confirm right now is asked for again", async () => {
    const { golfer, orderId, event } = await lost();
    gateway.fail("readCharge", "lost_before");
    expect(await send(event)).toMatchObject({ status: 503, headers: { "retry-after": "10" } });
    expect((await orderOf(golfer, orderId)).status).toBe("charging");
    await send(event);
    expect((await orderOf(golfer, orderId)).status).toBe("fulfilled");
  });

  test("about nothing of ours is accepted and does nothing", async () => {
    for (const attemptId of [randomUUID(), "pi_by_hand"])
      expect((await send(eventOf({ about: "attempt", attemptId }))).status).toBe(200);
    expect((await send(eventOf({ about: "dispute", reference: "dp_none" }))).status).toBe(200);
    for (const refund of [{ attemptId: randomUUID() }, { payment: "pi_by_hand" }, {}])
      expect((await send(eventOf({ about: "refund", ...refund }))).status).toBe(200);
  });
});

describe("a forged call", () => {
  test("is refused and changes nothing: unsigned, wrongly signed, altered, replayed, or no event at all", async () => {
    const { golfer, orderId, event } = await lost();
    const good = signEvent(webhookSecret, event, app.clock.now());
    const old = signEvent(webhookSecret, event, new Date(app.clock.now().getTime() - 301_000));
    const other = signEvent("another secret", event, app.clock.now());
    const calls: [string, string][] = [
      [event, ""],
      [event, "t=1,v1=nothing"],
      [event, other],
      [event, old],
      [`${event} `, good],
      ["", good],
      ["{}", ""],
    ];
    for (const [body, signature] of calls) {
      expect(await send(body, signature)).toMatchObject({
        status: 400,
        body: { error: { code: "payments.forged_event" } },
      });
    }
    expect((await orderOf(golfer, orderId)).status).toBe("charging");
    expect((await send(event, good)).status).toBe(200);
  });

  test("is refused whatever its content type, and when it is too large", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/octet-stream"])
      expect((await send("x=1", "", type)).status).toBe(400);
    expect((await send("x".repeat(600 * 1024), "")).status).toBe(413);
  });
});

describe("a challenge", () => {
  const answer = (person: Player, attemptId: string, approved: boolean) =>
    person.call(sandboxRoutes.answerChallenge, { params: { id: attemptId }, body: { approved } });
  const check = (person: Player, id: string) => person.call(paymentRoutes.checkOrder, { params: { id } });
  const cancel = (person: Player, id: string) => person.call(paymentRoutes.cancelOrder, { params: { id } });

  async function challenged() {
    const golfer = await app.player();
    const reply = await buy(golfer, { ...challengeCard, key: "challenged" });
    expect(reply).toMatchObject({
      status: 202,
      body: { success: false, pending: true, action: { kind: "sandbox_challenge" } },
    });
    return { golfer, orderId: reply.body.orderId, attemptId: reply.body.action.attemptId };
  }

  test("charges nothing before it is answered, shows itself after a reload, then starts the session", async () => {
    const { golfer, orderId, attemptId } = await challenged();
    expect(await orderOf(golfer, orderId)).toMatchObject({ status: "created", action: { attemptId } });
    expect(await capturesOf(app, golfer.id)).toEqual([]);
    await app.clock.advance(120);
    await app.jobs.runAll();
    expect((await bodyOf(check(golfer, orderId))).order.status).toBe("created");
    expect((await answer(golfer, attemptId, true)).status).toBe(204);
    expect((await bodyOf(check(golfer, orderId))).order).toMatchObject({ status: "fulfilled", action: null });
    expect(await activeOf(golfer)).toHaveLength(1);
    expect(await capturesOf(app, golfer.id)).toEqual([500]);
    expect((await answer(golfer, attemptId, false)).status).toBe(409);
  });

  test("is ended by the webhook alone when the golfer's page is gone", async () => {
    const { golfer, orderId, attemptId } = await challenged();
    await answer(golfer, attemptId, true);
    await send(eventOf({ about: "attempt", attemptId }));
    expect((await orderOf(golfer, orderId)).status).toBe("fulfilled");
  });

  test("answered with no is a decline with a reason", async () => {
    const { golfer, orderId, attemptId } = await challenged();
    await answer(golfer, attemptId, false);
    expect((await bodyOf(check(golfer, orderId))).order).toMatchObject({
      status: "declined",
      failure: "Your bank did not get your confirmation. You were not charged.",
    });
    expect((await buy(golfer)).status).toBe(200);
  });

  test("given up by its golfer expires at once and can no longer be approved", async () => {
    const { golfer, orderId, attemptId } = await challenged();
    expect((await bodyOf(cancel(golfer, orderId))).order).toMatchObject({ status: "expired", action: null });
    expect((await answer(golfer, attemptId, true)).status).toBe(409);
    expect((await bodyOf(cancel(golfer, orderId))).order.status).toBe("expired");
    expect(await capturesOf(app, golfer.id)).toEqual([]);
  });

  test("left alone for 15 minutes expires, and the money cannot move any more", async () => {
    const { golfer, orderId, attemptId } = await challenged();
    await app.clock.advance(15 * 60 - 1);
    await app.jobs.runAll();
    expect((await orderOf(golfer, orderId)).status).toBe("created");
    await app.clock.advance(2);
    await app.jobs.runAll();
    expect((await orderOf(golfer, orderId)).status).toBe("expired");
    expect((await answer(golfer, attemptId, true)).status).toBe(409);
  });

  test("open on one device blocks payments on another, and nobody else may read or cancel it", async () => {
    const { golfer, orderId, attemptId } = await challenged();
    expect((await buy(golfer)).body.error.code).toBe("payments.open_order");
    const stranger = await app.player();
    expect((await check(stranger, orderId)).status).toBe(404);
    expect((await cancel(stranger, orderId)).status).toBe(404);
    expect((await check(app.browser() as Player, orderId)).status).toBe(401);
    const [approved, cancelled] = await Promise.all([answer(golfer, attemptId, true), cancel(golfer, orderId)]);
    await check(golfer, orderId);
    const { status } = await orderOf(golfer, orderId);
    expect([approved.status, cancelled.status, status]).toEqual(
      approved.status === 204 ? [204, 200, "fulfilled"] : [409, 200, "expired"],
    );
    expect(await capturesOf(app, golfer.id)).toEqual(approved.status === 204 ? [500] : []);
  });

  test("approved while the golfer is playing something else gives the money back", async () => {
    const { golfer, orderId, attemptId } = await challenged();
    const free = { courseId: 1, bayNumber: 3, teeTime: "15:00" };
    expect((await golfer.call(playRoutes.startFreeShot, { body: free })).status).toBe(201);
    await answer(golfer, attemptId, true);
    await check(golfer, orderId);
    await expect.poll(async () => (await orderOf(golfer, orderId)).status).toBe("refunded");
  });

  test("of a payment that is being charged cannot be cancelled", async () => {
    const { golfer, orderId } = await lost();
    expect((await cancel(golfer, orderId)).body.error?.code).toBe("payments.not_waiting");
  });
});
