/**
 * Rules, section 4: unknown outcomes. Nobody is charged twice, nobody's money is lost, and no session starts without
 * its golfer.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { orderRoutes } from "#features/orders/contract.ts";
import { reconcile } from "#features/payments/server/reconcile.ts";
import { enterCharge } from "#features/payments/server/sandbox-balance.ts";
import { createSandbox } from "#features/payments/server/sandbox.ts";
import { playRoutes } from "#features/play/contract.ts";
import { capturesOf, transfersOf } from "#test/books.ts";
import { type Fault, faultyGateway } from "#test/faulty-gateway.ts";
import { buy, freshApp, noClaims, orderOf, packs, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

const gateway = faultyGateway();
let app: TestApp;
beforeAll(async () => {
  // The reconciler alone: webhooks have tests of their own.
  gateway.loseEvents(true);
  app = await freshApp({ gateway: gateway.wrap });
});
afterEach(() => vi.useRealTimers());
afterAll(() => app.close());

const lostAfter = { paymentInfo: { cardNumber: "4000 0000 0006 0006" } };
const lostBefore = { paymentInfo: { cardNumber: "4000 0000 0007 0005" } };
const activeOf = async (person: Player) =>
  (await bodyOf(person.call(playRoutes.listActiveSessions, { params: { id: person.id } }))).sessions;
/** Pays under a fault; the answer must be that the payment is being checked. */
async function payLost(
  person: Player,
  fault: Fault | undefined,
  change: Parameters<typeof buy>[1] = {},
): Promise<string> {
  if (fault) gateway.fail("charge", fault);
  const { status, body } = await buy(person, change);
  expect([status, body]).toEqual([
    202,
    {
      success: false,
      pending: true,
      message: "Checking payment. You will not be charged twice.",
      orderId: expect.any(String),
    },
  ]);
  return body.orderId;
}

test("a capture after a failure, whose event was lost, is found in the gateway's list and given back", async () => {
  const golfer = await app.player();
  expect((await buy(golfer, { paymentInfo: { cardNumber: "4000000000000002" } })).status).toBe(402);
  const { id } = firstOf((await bodyOf(golfer.call(orderRoutes.listOrders))).orders);
  await app.db.transaction(async (tx) => {
    const [captured] = await tx.read(
      `UPDATE sandbox.payments g SET status = 'captured', failure_code = NULL FROM payment_attempts p
       WHERE p.id::text = g.attempt_id AND p.order_id = $1 RETURNING g.attempt_id`,
      [id],
    );
    await enterCharge(tx, String(captured?.["attempt_id"]));
  });
  // While the gateway does not answer, nothing is stored, and the next run asks again.
  gateway.fail("readCharge", "lost_before");
  await app.clock.advance(60);
  await app.jobs.runAll();
  // One job finds the charge and another pays it back, in either order.
  for (let round = 0; round < 3; round++) {
    await app.clock.advance(60);
    await app.jobs.runAll();
  }
  expect((await orderOf(golfer, id)).status).toBe("refunded");
  const kinds = (await transfersOf(app, id)).map(([kind]) => kind);
  expect(kinds).toEqual(["capture_unfulfillable", "refund_settled"]);
});

describe("a lost reply", () => {
  test("of a capture is 202 and open; then the reconciler starts the session after one charge", async () => {
    const golfer = await app.player();
    const orderId = await payLost(golfer, undefined, lostAfter);
    expect(await orderOf(golfer, orderId)).toMatchObject({ status: "charging", sessionId: null });
    expect(await activeOf(golfer)).toEqual([]);
    expect(await transfersOf(app, orderId)).toEqual([]);
    await app.clock.advance(60);
    await app.jobs.runAll();
    const [session] = await activeOf(golfer);
    expect(session).toMatchObject({ status: "active", timeRemaining: 1200 });
    expect(await orderOf(golfer, orderId)).toMatchObject({ status: "fulfilled", sessionId: session?.id });
    expect(await capturesOf(app, golfer.id)).toEqual([500]);
    expect(await transfersOf(app, orderId)).toEqual([["capture", { cash: 500, pot: -100, revenue: -400 }]]);
  });

  test("of a request that never arrived is 202, then declined: nothing was charged, and the golfer may pay again", async () => {
    const golfer = await app.player();
    const orderId = await payLost(golfer, undefined, lostBefore);
    await app.jobs.runAll();
    expect(await orderOf(golfer, orderId)).toMatchObject({
      status: "declined",
      failure: "The payment did not go through. You were not charged.",
    });
    expect(await capturesOf(app, golfer.id)).toEqual([]);
    expect((await buy(golfer)).status).toBe(200);
  });

  test("blocks every other payment (409) until it is known, and nothing else of the player", async () => {
    const golfer = await app.player();
    await payLost(golfer, undefined, lostAfter);
    for (const change of [{}, { start: false }, { pack: packs.single }, { key: "another" }]) {
      expect(await buy(golfer, change)).toMatchObject({
        status: 409,
        body: { error: { code: "payments.open_order" } },
      });
    }
    expect(
      (await golfer.call(playRoutes.startSession, { body: { courseId: 1, packageId: 4, bayNumber: 1 } })).status,
    ).toBe(402);
    await app.jobs.runAll();
    expect(await capturesOf(app, golfer.id)).toEqual([500]);
  });

  test("of a payment ahead leaves the order paid and not started", async () => {
    const golfer = await app.player();
    const orderId = await payLost(golfer, undefined, { ...lostAfter, start: false });
    await app.jobs.runAll();
    expect((await orderOf(golfer, orderId)).status).toBe("paid");
    expect(await activeOf(golfer)).toEqual([]);
  });
});

describe("a capture learned of late", () => {
  test("by more than a minute leaves the order for its golfer to start", async () => {
    const golfer = await app.player();
    const orderId = await payLost(golfer, "lost_after");
    await app.clock.advance(61);
    await app.jobs.runAll();
    expect(await orderOf(golfer, orderId)).toMatchObject({ status: "paid", sessionId: null });
    expect(await activeOf(golfer)).toEqual([]);
    expect(await transfersOf(app, orderId)).toEqual([["capture_ahead", { cash: 500, deferred: -500 }]]);
    expect(
      (await golfer.call(playRoutes.startSession, { body: { courseId: 1, packageId: 4, bayNumber: 3, orderId } }))
        .status,
    ).toBe(201);
  });

  test("by its own caller from the gateway leaves the order to its golfer, too", async () => {
    const golfer = await app.player();
    gateway.fail("charge", "held");
    const paying = buy(golfer);
    await gateway.waiting();
    await app.clock.advance(61);
    gateway.release();
    expect(await paying).toMatchObject({ status: 200, body: { order: { status: "paid" } } });
    expect(await activeOf(golfer)).toEqual([]);
  });
});

describe("a crash between the charge and our books", () => {
  test("shows a payment that is being checked, and not an error that asks to pay again", async () => {
    const golfer = await app.player();
    const orderId = await payLost(golfer, "broken_after");
    await app.jobs.runAll();
    expect((await orderOf(golfer, orderId)).status).toBe("fulfilled");
    const other = await app.player();
    const voided = await payLost(other, "broken_before");
    await app.jobs.runAll();
    expect((await orderOf(other, voided)).status).toBe("declined");
  });

  test("of the whole process is found by the reconciler after half a minute, and not before", async () => {
    const golfer = await app.player();
    gateway.fail("charge", "silent_after");
    void buy(golfer);
    await gateway.waiting();
    const orderId = firstOf((await bodyOf(golfer.call(orderRoutes.listOrders))).orders).id;
    await app.clock.advance(30);
    await app.jobs.runAll();
    expect((await orderOf(golfer, orderId)).status).toBe("charging");
    await app.clock.advance(1);
    await app.jobs.runAll();
    expect((await orderOf(golfer, orderId)).status).toBe("fulfilled");
    expect(await capturesOf(app, golfer.id)).toEqual([500]);
  });

  test("before the charge voids the attempt, so that the request on its way cannot capture it any more", async () => {
    const golfer = await app.player();
    const real = createSandbox({ db: app.db, clock: app.clock, secret: "for tests" });
    gateway.fail("charge", "silent_before");
    void buy(golfer);
    await gateway.waiting();
    await app.clock.advance(31);
    await app.jobs.runAll();
    const { rows } = await app.db.pool.query(
      "SELECT p.id, p.status FROM payment_attempts p JOIN orders o ON o.id = p.order_id WHERE o.user_id = $1",
      [golfer.id],
    );
    expect(rows).toMatchObject([{ status: "failed" }]);
    expect(
      await real.charge({ attemptId: rows[0].id, amountCents: 500, source: { method: "paypal", token: undefined } }),
    ).toMatchObject({ status: "failed" });
    expect(await capturesOf(app, golfer.id)).toEqual([]);
  });

  test("makes the late answer of a waiting caller change nothing", async () => {
    const golfer = await app.player();
    gateway.fail("charge", "held");
    const paying = buy(golfer);
    await gateway.waiting();
    await app.clock.advance(31);
    await app.jobs.runAll();
    const [session] = await activeOf(golfer);
    gateway.release();
    expect(await paying).toMatchObject({
      status: 200,
      body: { session: { id: session?.id }, order: { status: "fulfilled" } },
    });
    expect(await transfersOf(app, (await paying).body.order.id)).toHaveLength(1);
  });
});

describe("a gateway that never answers", () => {
  test("is given up after 20 seconds, and the payment is being checked", async () => {
    const golfer = await app.player();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    gateway.fail("charge", "silent_after");
    const paying = buy(golfer);
    await gateway.waiting();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(await Promise.race([paying, Promise.resolve("waiting")])).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await paying).toMatchObject({ status: 202, body: { pending: true } });
    vi.useRealTimers();
    await app.jobs.runAll();
    expect(await activeOf(golfer)).toHaveLength(1);
  });
});

describe("the reconciler", () => {
  test("asks again when the gateway does not answer, and one bad attempt delays no other", async () => {
    const [first, second] = [await app.player(), await app.player()];
    const orders = [await payLost(first, "lost_after"), await payLost(second, "lost_after")] as const;
    gateway.fail("settle", "lost_before", "lost_before");
    await app.jobs.runAll();
    expect((await orderOf(first, orders[0])).status).toBe("charging");
    gateway.fail("settle", "broken_before");
    await app.jobs.runAll();
    expect((await orderOf(first, orders[0])).status).toBe("charging");
    expect((await orderOf(second, orders[1])).status).toBe("fulfilled");
    await app.jobs.runAll();
    expect((await orderOf(first, orders[0])).status).toBe("fulfilled");
  });

  test("may run in many processes at once and still makes one session and one entry", async () => {
    const golfer = await app.player();
    const orderId = await payLost(golfer, "lost_after");
    const failures: unknown[] = [];
    const deps = {
      db: app.db,
      clock: app.clock,
      gateway: createSandbox({ ...app, secret: "for tests" }),
      announce: () => undefined,
      claims: noClaims,
      mailer: app.mailer,
      productName: "Acebay",
      onFailure: (error: unknown) => failures.push(error),
    };
    await Promise.all(Array.from({ length: 10 }, () => reconcile(deps)));
    expect(failures).toEqual([]);
    expect(await transfersOf(app, orderId)).toHaveLength(1);
    expect(await activeOf(golfer)).toHaveLength(1);
  });
});
