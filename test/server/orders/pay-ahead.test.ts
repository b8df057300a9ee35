/** Rules, section 4: paying ahead (`start: false`), and the session that uses the paid order up. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderRoutes } from "#features/orders/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { capturesOf } from "#test/books.ts";
import { buy, freshApp, orderOf, packs, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  await app.db.pool.query(
    `INSERT INTO courses (id, name, address, latitude, longitude, time_zone, bay_count, exclusive_bays) VALUES (5, 'Own Bays', '-', 0, 0, 'UTC', 9, true)`,
  );
  await app.db.pool.query(
    "INSERT INTO ledger_accounts (key, kind, course_id, changed_at) VALUES ('pot:5', 'pot', 5, now())",
  );
});
afterAll(() => app.close());

const ahead = async (person: Player, change: Parameters<typeof buy>[1] = {}) =>
  (await buy(person, { start: false, ...change })).body.order.id;
const start = (person: Player, change: object = {}) =>
  person.call(playRoutes.startSession, { body: { courseId: 1, packageId: 4, bayNumber: 7, ...change } });
const notPaid = { status: 402, body: { error: { code: "play.not_paid" } } };

describe("a payment with start: false", () => {
  test("leaves a paid order and no session; starting it uses it up", async () => {
    const golfer = await app.player();
    const paid = await buy(golfer, { start: false });
    expect(paid).toMatchObject({
      status: 200,
      body: { success: true, order: { status: "paid", amount: 5, bayNumber: 7, sessionId: null, refunds: [] } },
    });
    expect(paid.body).not.toHaveProperty("session");
    expect((await bodyOf(golfer.call(playRoutes.listActiveSessions, { params: { id: golfer.id } }))).sessions).toEqual(
      [],
    );
    await app.clock.advance(3600);
    const { session } = await bodyOf(start(golfer, { orderId: paid.body.order.id }), 201);
    expect(session).toMatchObject({ timeRemaining: 1200, ballCount: 10 });
    expect(await orderOf(golfer, paid.body.order.id)).toMatchObject({
      status: "fulfilled",
      sessionId: session.id,
    });
    expect(await capturesOf(app, golfer.id)).toEqual([500]);
  });

  test("can be used once, and not again while its session runs or after it", async () => {
    const golfer = await app.player();
    const orderId = await ahead(golfer);
    const { session } = await bodyOf(start(golfer, { orderId }));
    expect((await start(golfer, { orderId })).status).toBe(409);
    await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
    for (const change of [{ orderId }, {}]) expect(await start(golfer, change)).toMatchObject(notPaid);
  });

  test("can be used once by twenty starts at the same moment, with and without its id", async () => {
    const golfer = await app.player();
    const orderId = await ahead(golfer);
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => start(golfer, n % 2 ? { orderId } : {})));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true);
  });

  test("is found without its id, by course and package", async () => {
    const golfer = await app.player();
    await ahead(golfer, { pack: packs.sponsored });
    const orderId = await ahead(golfer);
    expect((await start(golfer)).status).toBe(201);
    expect((await orderOf(golfer, orderId)).status).toBe("fulfilled");
  });

  test("fixes balls and time, whatever the start says; the start sets the purchase context", async () => {
    const golfer = await app.player();
    const orderId = await ahead(golfer, { sessionData: { purchaseContext: "buy_more_balls" } });
    const { session } = await bodyOf(
      start(golfer, {
        orderId,
        bayNumber: null,
        ballCount: 99,
        timeRemaining: 9,
        isFreeShot: false,
        purchaseContext: "initial",
        amount: 0,
      }),
    );
    expect(session).toMatchObject({
      ballCount: 10,
      timeRemaining: 1200,
      bayNumber: 7,
      purchaseContext: "initial",
    });
  });

  test("may start in another bay, and for the group that it was paid for", async () => {
    const golfer = await app.player();
    const groupData = {
      mainPlayer: { bayNumber: 3, ballCount: 6 },
      friends: [{ name: "Pal", bayNumber: 4, ballCount: 4 }, {}],
    };
    const orderId = await ahead(golfer, { sessionData: { groupData, bayNumber: undefined } });
    const { session } = await bodyOf(start(golfer, { orderId }));
    expect(session).toMatchObject({
      bayNumber: 3,
      ballCount: 6,
      groupData: { friends: [{ name: "Pal", ballCount: 4 }], friendSessionIds: [expect.any(String)] },
    });
    const single = await app.player();
    const order = await ahead(single);
    expect((await bodyOf(start(single, { orderId: order, bayNumber: 9 }))).session.bayNumber).toBe(9);
  });

  test("with an active session is 409, like any purchase", async () => {
    const golfer = await app.player();
    await play(golfer);
    expect(await buy(golfer, { start: false, pack: packs.single })).toMatchObject({
      status: 409,
      body: { error: { code: "play.active_session" } },
    });
    expect(await start(golfer, { packageId: 1 })).toMatchObject({
      status: 409,
      body: { error: { code: "play.active_session" } },
    });
  });

  test("a group whose buyer has no ball in it does not start beside the buyer's own game", async () => {
    const player = await app.player();
    const groupData = {
      mainPlayer: { bayNumber: 1, ballCount: 0 },
      friends: [{ name: "Sam", bayNumber: 2, ballCount: packs.jackpot.balls }],
    };
    const paid = await buy(player, {
      pack: packs.jackpot,
      start: false,
      sessionData: { bayNumber: undefined, groupData, purchaseContext: "buy_more_balls" },
    });
    const session = await play(player, packs.sponsored);
    const begin = () =>
      player.call(playRoutes.startSession, {
        body: { courseId: 1, packageId: packs.jackpot.packageId, orderId: paid.body.order.id },
      });
    expect(await begin()).toMatchObject({ status: 409, body: { error: { code: "play.active_session" } } });
    await player.call(playRoutes.completeSession, { params: { id: session.id } });
    expect(await begin()).toMatchObject({ status: 201 });
  });
});

describe("a session without a paid order for it", () => {
  test("is 402 when there is none, or one that is unknown, declined, another golfer's, or of another course or package", async () => {
    const [golfer, other] = [await app.player(), await app.player()];
    expect(await start(golfer)).toMatchObject(notPaid);
    const theirs = await ahead(other);
    const mine = await ahead(golfer);
    for (const change of [
      { courseId: 2 },
      { packageId: 1 },
      { courseId: 2, orderId: mine },
      { packageId: 6, orderId: mine },
      { orderId: theirs },
      { orderId: "no order" },
      { orderId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" },
    ]) {
      expect([change, (await start(golfer, change)).status]).toEqual([change, 402]);
    }
    await buy(golfer, { pack: packs.single, start: false, paymentInfo: { cardNumber: "4000000000000002" } });
    expect((await start(golfer, { packageId: 3 })).status).toBe(402);
    expect((await orderOf(other, theirs)).status).toBe("paid");
    expect((await start(golfer, { orderId: mine })).status).toBe(201);
  });

  test("says what is wrong before it says 402 [5.7-8]", async () => {
    const golfer = await app.player();
    expect((await start(golfer, { courseId: 99 })).status).toBe(404);
    expect((await start(golfer, { packageId: 99 })).status).toBe(404);
    expect((await start(golfer, { bayNumber: undefined })).body.error?.message).toBe("Bay selection required");
    expect((await start(golfer, { packageId: null })).body.error?.message).toBe("Missing required selections");
  });
});

describe("one waiting order for the same thing", () => {
  test("is the limit: a second payment is 409, started or not; one for another package is accepted", async () => {
    const golfer = await app.player();
    const first = await ahead(golfer);
    for (const wanted of [false, true])
      expect(await buy(golfer, { start: wanted })).toMatchObject({
        status: 409,
        body: { error: { code: "payments.waiting_order" } },
      });
    await ahead(golfer, { pack: packs.sponsored });
    await ahead(golfer, { amount: 6, sessionData: { courseId: 2 } });
    expect(await capturesOf(app, golfer.id)).toEqual([500, 300, 600]);
    const { session } = await bodyOf(start(golfer, { orderId: first }));
    await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
    expect((await buy(golfer, { start: false })).status).toBe(200);
  });

  test("is the result of twenty payments at the same moment", async () => {
    const golfer = await app.player();
    const replies = await Promise.all(Array.from({ length: 20 }, () => buy(golfer, { start: false })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await capturesOf(app, golfer.id)).toEqual([500]);
  });
});

describe("what can be known before is refused before the charge:", () => {
  const twice = (friend: Player) => ({
    mainPlayer: { bayNumber: 1, ballCount: 4 },
    friends: [1, 2].map(() => ({ userId: friend.userId, bayNumber: 2, ballCount: 3 })),
  });

  test("a group with one friend twice, or with the buyer as a friend", async () => {
    const [golfer, friend] = [await app.player(), await app.player()];
    for (const wanted of [true, false]) {
      for (const [groupData, field, message] of [
        [twice(friend), "groupData.friends.1.userId", "This friend is in the group already"],
        [
          {
            mainPlayer: { bayNumber: 1, ballCount: 5 },
            friends: [{ userId: golfer.userId.toLowerCase(), bayNumber: 2, ballCount: 5 }],
          },
          "groupData.friends.0.userId",
          "This is your own player ID. You are in the group already.",
        ],
      ] as const) {
        expect(await buy(golfer, { start: wanted, sessionData: { groupData } })).toMatchObject({
          status: 400,
          body: { error: { code: "booking.group_invalid", message, details: { problems: [{ field, message }] } } },
        });
      }
    }
    expect(await capturesOf(app, golfer.id)).toEqual([]);
    expect((await bodyOf(golfer.call(orderRoutes.listOrders))).orders).toEqual([]);
  });

  test("a taken bay on a course with exclusive bays; paid ahead it may be free by then", async () => {
    const [first, second] = [await app.player(), await app.player()];
    const there = { sessionData: { courseId: 5, bayNumber: 2 } };
    expect((await buy(first, there)).status).toBe(200);
    expect(await buy(second, there)).toMatchObject({ status: 409, body: { error: { code: "play.bay_taken" } } });
    expect(await capturesOf(app, second.id)).toEqual([]);
    const orderId = await ahead(second, there);
    expect((await start(second, { courseId: 5, bayNumber: 2, orderId })).status).toBe(409);
    expect((await start(second, { courseId: 5, bayNumber: 3, orderId })).status).toBe(201);
  });

  test("a group whose balls do not add up", async () => {
    const golfer = await app.player();
    const groupData = {
      mainPlayer: { bayNumber: 1, ballCount: 4 },
      friends: [{ name: "Pal", bayNumber: 2, ballCount: 3 }],
    };
    expect((await buy(golfer, { sessionData: { groupData } })).body.error.message).toBe(
      "Please allocate exactly 10 balls (currently 7)",
    );
    expect(await capturesOf(app, golfer.id)).toEqual([]);
  });
});
