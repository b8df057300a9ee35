/** Rules, sections 4 and 5: money given back by itself, and what the pot gives of it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { capturesOf, transfersOf, underOldRule } from "#test/books.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { buy, claim, freshApp, orderOf, packs, play, type Player, type Reply, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { outboxOf } from "#test/demo.ts";

const DAY = 86_400;

const gateway = faultyGateway();
let app: TestApp;
beforeAll(async () => {
  app = await freshApp({ gateway: gateway.wrap });
});
afterAll(() => app.close());

const potOf = async (courseId: number) =>
  (await bodyOf(app.browser().call(courseRoutes.getCourse, { params: { id: courseId } }))).course.jackpotAmount;
const freeShot = (person: Player) =>
  person.call(playRoutes.startFreeShot, { body: { courseId: 1, bayNumber: 3, teeTime: "15:00" } });
const refundedBy = async (refundId: string) =>
  (await app.db.pool.query("SELECT amount_cents FROM sandbox.refunds WHERE refund_id = $1", [refundId])).rows;
const settled = async (person: Player, id: string) =>
  expect.poll(async () => (await orderOf(person, id)).status, { timeout: 5_000 }).toBe("refunded");

/** Lets time pass; a month outlives a sign-in, but not the device's trust. */
async function pass(seconds: number, ...people: Player[]): Promise<void> {
  await app.clock.advance(seconds);
  for (const person of people) {
    expect((await person.call(accountRoutes.login, { body: { email: person.email } })).status).toBe(200);
  }
}

/** Pays while a free shot takes the player's place: captured, but impossible to fulfil. */
async function payForNothing(person: Player, key = "nothing"): Promise<Reply> {
  gateway.fail("charge", "held");
  const paying = buy(person, { key });
  await gateway.waiting();
  expect((await freeShot(person)).status).toBe(201);
  gateway.release();
  return paying;
}

describe("captured, but impossible to fulfil", () => {
  test("is told by mail and on the order to a golfer who has left the page", async () => {
    const golfer = await app.player();
    const { orderId } = (await payForNothing(golfer)).body.error.details;
    await settled(golfer, orderId);
    expect((await orderOf(golfer, orderId)).failure).toBe("Your session was not started. Your money was returned.");
    const mails = await outboxOf(app.browser());
    const told = mails.filter(
      ({ to, subject }: { to: string; subject: string }) => to === golfer.email && subject.startsWith("Your refund"),
    );
    expect(told).toMatchObject([{ text: expect.stringContaining("we are returning $5.00") }]);
  });

  test("is answered with 409, refunded at once, and never reaches the pot", async () => {
    const golfer = await app.player();
    const before = await potOf(1);
    const reply = await payForNothing(golfer);
    const orderId = reply.body.error.details.orderId;
    expect(reply).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "payments.given_back",
          message: "Your session could not be started, so $5 is on its way back to you.",
          details: { amount: 5 },
        },
      },
    });
    await settled(golfer, orderId);
    expect(await orderOf(golfer, orderId)).toMatchObject({
      status: "refunded",
      sessionId: null,
      refunds: [{ amount: 5, reason: "The session could not be started" }],
    });
    expect(await transfersOf(app, orderId)).toEqual([
      ["capture_unfulfillable", { cash: 500, refunds_payable: -500 }],
      ["refund_settled", { refunds_payable: 500, cash: -500 }],
    ]);
    expect(await potOf(1)).toBe(before);
    expect(
      (await bodyOf(golfer.call(playRoutes.listActiveSessions, { params: { id: golfer.id } }))).sessions,
    ).toMatchObject([{ isFreeShot: true }]);
  });

  test("is answered with the same to a repeated call, and not charged again", async () => {
    const golfer = await app.player();
    const first = await payForNothing(golfer);
    const again = await buy(golfer, { key: "nothing" });
    // The same message, with the id of the request that it answers.
    expect(again.body.error).toEqual({ ...first.body.error, requestId: expect.stringMatching(/^[\w-]{8,}$/) });
    expect(again.body.error.requestId).not.toBe(first.body.error.requestId);
    expect(await capturesOf(app, golfer.id)).toEqual([500]);
  });

  test("is refunded in the same way when the reconciler finds it", async () => {
    const golfer = await app.player();
    gateway.fail("charge", "lost_after");
    const { orderId } = (await buy(golfer)).body;
    expect((await freeShot(golfer)).status).toBe(201);
    await app.jobs.runAll();
    await settled(golfer, orderId);
    expect((await transfersOf(app, orderId)).map(([kind]) => kind)).toEqual([
      "capture_unfulfillable",
      "refund_settled",
    ]);
  });

  test("is refunded in the same way when the course has closed meanwhile", async () => {
    await app.db.pool.query(
      `INSERT INTO courses (id, name, address, latitude, longitude, time_zone, bay_count) VALUES (6, 'Closing', '-', 0, 0, 'UTC', 9)`,
    );
    const golfer = await app.player();
    gateway.fail("charge", "lost_after");
    const { orderId } = (await buy(golfer, { sessionData: { courseId: 6 } })).body;
    await app.db.pool.query("UPDATE courses SET active = false WHERE id = 6");
    await app.jobs.runAll();
    await settled(golfer, orderId);
    expect((await transfersOf(app, orderId)).map(([kind]) => kind)).toEqual([
      "capture_unfulfillable",
      "refund_settled",
    ]);
  });
});

describe("an order that is not started within 30 days", () => {
  const ahead = async (courseId: number, amount: number, pack = packs.jackpot) => {
    const golfer = await app.player();
    const { order } = (await buy(golfer, { pack, start: false, amount, sessionData: { courseId } })).body;
    return { golfer, orderId: order.id };
  };

  /** An order that was paid ahead when its capture still booked the shares. */
  const aheadBefore = async (courseId: number, amount: number) => {
    const bought = await ahead(courseId, amount);
    await underOldRule(app, bought.orderId);
    return bought;
  };

  test("is refunded in full from the deferred money; the pot never had any of it", async () => {
    const { golfer, orderId } = await ahead(3, 7.5);
    expect(await potOf(3)).toBe(1000);
    await pass(30 * DAY, golfer);
    await app.jobs.runAll();
    expect((await orderOf(golfer, orderId)).status).toBe("paid");
    await app.clock.advance(1);
    await app.jobs.runAll();
    await settled(golfer, orderId);
    expect(await orderOf(golfer, orderId)).toMatchObject({
      refunds: [{ amount: 7.5, reason: "Not started within 30 days" }],
    });
    expect(await transfersOf(app, orderId)).toEqual([
      ["capture_ahead", { cash: 750, deferred: -750 }],
      ["refund_ahead", { deferred: 750, refunds_payable: -750 }],
      ["refund_settled", { refunds_payable: 750, cash: -750 }],
    ]);
    expect(await potOf(3)).toBe(1000);
    expect(
      (await golfer.call(playRoutes.startSession, { body: { courseId: 3, packageId: 4, bayNumber: 1, orderId } }))
        .status,
    ).toBe(402);
    await app.jobs.runAll();
    expect(await transfersOf(app, orderId)).toHaveLength(3);
  });

  test("takes from a pot that was claimed meanwhile no more than it has above its base", async () => {
    // Paid before what is paid ahead was kept apart: their shares are in the pot already.
    const [none, some] = [await aheadBefore(2, 6), await aheadBefore(2, 6)];
    const winner = await app.player();
    const { session } = (await buy(winner, { sessionData: { courseId: 2 }, amount: 6 })).body;
    expect((await claim(winner, session.id, "middle")).body.claim.prizeAmount).toBe(1003.6);
    expect(await potOf(2)).toBe(1000);
    await pass(30 * DAY + 1, none.golfer, some.golfer);
    // Twenty-four cents above the base when the first of the two is refunded, none for the second.
    await buy(await app.player(), { pack: packs.single, sessionData: { courseId: 2 }, amount: 1.2 });
    await app.jobs.runAll();
    for (const { golfer, orderId } of [none, some]) await settled(golfer, orderId);
    const given = (await Promise.all([none, some].map(({ orderId }) => transfersOf(app, orderId)))).map(
      (transfers) => transfers.find(([kind]) => kind === "refund")?.[1],
    );
    expect(given).toHaveLength(2);
    expect(given).toEqual(
      expect.arrayContaining([
        { pot: 24, revenue: 576, refunds_payable: -600 },
        { revenue: 600, refunds_payable: -600 },
      ]),
    );
    expect(await potOf(2)).toBe(1000);
  });

  test("is refunded although its course has closed since", async () => {
    await app.db.pool.query(
      `INSERT INTO courses (id, name, address, latitude, longitude, time_zone, bay_count, base_jackpot_cents) VALUES (7, 'Closed', '-', 0, 0, 'UTC', 9, 0)`,
    );
    await app.db.pool.query(
      "INSERT INTO ledger_accounts (key, kind, course_id, changed_at) VALUES ('pot:7', 'pot', 7, now())",
    );
    const { golfer, orderId } = await ahead(7, 5);
    await app.db.pool.query("UPDATE courses SET active = false WHERE id = 7");
    await pass(30 * DAY + 1, golfer);
    await app.jobs.runAll();
    await settled(golfer, orderId);
    expect((await transfersOf(app, orderId))[1]).toEqual(["refund_ahead", { deferred: 500, refunds_payable: -500 }]);
  });

  test("is either started or refunded when both happen at the same moment", async () => {
    for (let n = 0; n < 5; n++) {
      const { golfer, orderId } = await ahead(1, 5);
      await pass(30 * DAY + 1, golfer);
      const [started] = await Promise.all([
        golfer.call(playRoutes.startSession, { body: { courseId: 1, packageId: 4, bayNumber: 1, orderId } }),
        app.jobs.runAll(),
      ]);
      if (started.status === 402) await settled(golfer, orderId);
      else expect([started.status, (await orderOf(golfer, orderId)).status]).toEqual([201, "fulfilled"]);
    }
  });

  test("a started order is not refunded by itself", async () => {
    const golfer = await app.player();
    await play(golfer);
    await pass(31 * DAY, golfer);
    await app.jobs.runAll();
    expect((await bodyOf(golfer.call(orderRoutes.listOrders))).orders).toMatchObject([
      { status: "fulfilled", refunds: [] },
    ]);
  });
});

describe("a refund that the gateway does not take", () => {
  test("stays due, delays no other refund, and is paid once when the gateway is back", async () => {
    const [first, second] = [await app.player(), await app.player()];
    // The first fails at once and at the next run; a bad one must not stand in the way of the others.
    gateway.fail("refund", "broken_before");
    const firstOrder = (await payForNothing(first)).body.error.details.orderId;
    // Its refund was tried: the next failure is for the next try.
    await app.db.idle();
    gateway.fail("refund", "broken_before");
    const secondOrder = (await payForNothing(second)).body.error.details.orderId;
    await settled(second, secondOrder);
    expect((await orderOf(first, firstOrder)).status).toBe("refund_due");
    await app.jobs.runAll();
    await settled(first, firstOrder);
  });

  test("because its reply is lost is paid once by its id", async () => {
    const golfer = await app.player();
    gateway.fail("refund", "lost_after");
    const { orderId } = (await payForNothing(golfer)).body.error.details;
    const { rows } = await app.db.pool.query("SELECT id FROM refunds WHERE order_id = $1", [orderId]);
    await expect.poll(() => refundedBy(rows[0].id)).toEqual([{ amount_cents: 500 }]);
    await app.jobs.runAll();
    await settled(golfer, orderId);
    expect(await refundedBy(rows[0].id)).toEqual([{ amount_cents: 500 }]);
    expect(await transfersOf(app, orderId)).toHaveLength(2);
  });
});
