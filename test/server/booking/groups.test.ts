import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { auditBooks } from "#main/server/audit-checks.ts";
import { buy, claim, freshApp, type Json, packs, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(async () => {
  expect((await auditBooks(app.db)).filter(({ violations }) => violations > 0)).toEqual([]);
  await app.close();
});

const empty = { userId: "", name: "", bayNumber: 0, ballCount: 0 };

async function group(): Promise<{ buyer: Player; friend: Player; session: Json; paid: Json }> {
  const [buyer, friend] = [await app.player("Bo Buyer"), await app.player("Fran Friend")];
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 4 },
    friends: [
      { userId: friend.userId.toLowerCase(), name: "typed", bayNumber: 2, ballCount: 3 },
      empty,
      { userId: "AAAA-AAAA-AA", name: "Guesty", bayNumber: 3, ballCount: 3 },
    ],
  };
  const { status, body } = await buy(buyer, { sessionData: { bayNumber: undefined, groupData } });
  expect(status).toBe(200);
  return { buyer, friend, session: body.session, paid: body.order };
}

const groupShot = (person: Player, mainSessionId: string, friendIndex: number | null, change: object = {}) =>
  person.call(playRoutes.recordGroupShot, {
    body: {
      mainSessionId,
      friendIndex,
      targetHole: "missed",
      prizeClaim: false,
      prizeAmount: 0,
      ...change,
    },
  });

test("each player has a row; empty slots are dropped, friends are named, unknown IDs play as guests", async () => {
  const { buyer, friend, session } = await group();
  expect(session).toMatchObject({ ballCount: 4, ballsBought: 4, bayNumber: 1, timeRemaining: 1200 });
  expect(session.groupData.friends).toEqual([
    { userId: friend.userId, name: "Fran F.", bayNumber: 2, ballCount: 3 },
    { name: "Guesty", bayNumber: 3, ballCount: 3 },
  ]);
  expect(session.groupData.friendSessionIds).toHaveLength(2);
  const guest = await bodyOf(
    buyer.call(playRoutes.getSession, { params: { id: session.groupData.friendSessionIds[1] } }),
  );
  expect(guest.session).toMatchObject({
    ballCount: 3,
    userId: null,
    playerName: "Guesty",
    mainSessionId: session.id,
  });
  const invited = await bodyOf(friend.call(playRoutes.listActiveSessions, { params: { id: friend.id } }));
  expect(invited.sessions).toEqual([]);
  expect(invited.groupSessions).toHaveLength(1);
  expect(invited.groupSessions[0]?.buyerName).toMatch(/^\w+ \w\.$/);
  expect((await buy(friend, { pack: packs.single })).status).toBe(200);
});

test("the buyer records for every row, a friend for their own only", async () => {
  const { buyer, friend, session } = await group();
  expect((await bodyOf(groupShot(buyer, session.id, null))).session.ballCount).toBe(3);
  expect((await bodyOf(groupShot(buyer, session.id, 1))).session.ballCount).toBe(2);
  expect((await bodyOf(groupShot(friend, session.id, 0))).session.ballCount).toBe(2);
  expect((await shoot(friend, session.groupData.friendSessionIds[0])).body.session.ballCount).toBe(1);
  for (const index of [null, 1, 2]) expect((await groupShot(friend, session.id, index)).status).toBe(404);
  expect((await groupShot(buyer, session.id, 2)).status).toBe(404);
});

test("a claim belongs to the player who made the shot, and a guest's to the buyer", async () => {
  const { buyer, friend, session, paid } = await group();
  const own = await bodyOf(groupShot(buyer, session.id, 0, { targetHole: "left", prizeClaim: true }));
  // The reply says whose session it is, but not the full name of somebody else.
  expect(own.claim?.playerName).toBe("Fran F.");
  const guests = await claim(buyer, session.groupData.friendSessionIds[1], "right");
  expect(guests.body.claim.playerName).toBe("Guesty");
  const namesFor = async (player: Player) =>
    (await bodyOf(player.call(claimRoutes.listMyClaims, { params: { id: player.id } }))).claims.map(
      ({ playerName }) => playerName,
    );
  expect(await namesFor(friend)).toEqual(["Fran Friend"]);
  expect((await namesFor(buyer)).toSorted()).toEqual(["Fran F.", "Guesty"]);
  expect([own.claim?.userId, guests.body.claim.userId]).toEqual([friend.id, null]);
  // The desk decides about an order's claims under whole names, by which it also searches for them.
  const admin = await app.signIn("admin@acebay.test");
  const { order } = await bodyOf(admin.call(orderSearchRoutes.getOrderFile, { params: { id: paid.id } }));
  expect(order.claims.map(({ playerName }) => playerName).toSorted()).toEqual(["Fran Friend", "Guesty"]);
});

test("completing the main session completes all of the group, and a friend's only their own", async () => {
  const { buyer, friend, session } = await group();
  const [friendRow, guestRow] = session.groupData.friendSessionIds;
  expect((await bodyOf(friend.call(playRoutes.completeSession, { params: { id: friendRow } }))).session.status).toBe(
    "completed",
  );
  expect((await bodyOf(buyer.call(playRoutes.getSession, { params: { id: guestRow } }))).session.status).toBe("active");
  await buyer.call(playRoutes.completeSession, { params: { id: session.id } });
  expect((await bodyOf(buyer.call(playRoutes.getSession, { params: { id: guestRow } }))).session).toMatchObject({
    status: "completed",
    endReason: "player",
  });
});

test("a friend may leave and becomes a guest", async () => {
  const { buyer, friend, session } = await group();
  const [row] = session.groupData.friendSessionIds;
  expect((await buyer.call(playRoutes.leaveGroup, { params: { id: row } })).status).toBe(404);
  expect((await friend.call(playRoutes.leaveGroup, { params: { id: row } })).status).toBe(204);
  expect((await friend.call(playRoutes.getSession, { params: { id: row } })).status).toBe(404);
  const main = (await bodyOf(buyer.call(playRoutes.getSession, { params: { id: session.id } }))).session;
  expect(main.groupData?.friends[0]).toEqual({ name: "Friend 1", bayNumber: 2, ballCount: 3 });
});

test("the buyer cannot buy while a friend still has balls; all finished, the session is replaced", async () => {
  const { buyer, session } = await group();
  for (let ball = 0; ball < 4; ball++) await groupShot(buyer, session.id, null);
  const more = () =>
    buy(buyer, {
      sessionData: {
        bayNumber: undefined,
        purchaseContext: "buy_more_balls",
        groupData: {
          mainPlayer: { bayNumber: 1, ballCount: 0 },
          friends: [
            { name: "Guesty", bayNumber: 3, ballCount: 10 },
            { name: "Out", bayNumber: 2, ballCount: 0 },
          ],
        },
      },
    });
  expect((await more()).status).toBe(409);
  for (const index of [0, 1]) for (let ball = 0; ball < 3; ball++) await groupShot(buyer, session.id, index);
  const bought = await more();
  // The largest share is 10 balls, so 20 minutes; a player without balls does not play.
  expect(bought).toMatchObject({
    status: 200,
    body: {
      session: {
        ballCount: 0,
        status: "balls_finished",
        timeRemaining: 1200,
        groupData: { friends: [{ name: "Guesty" }] },
      },
    },
  });
  expect(
    (await bodyOf(buyer.call(playRoutes.getSession, { params: { id: session.groupData.friendSessionIds[0] } })))
      .session,
  ).toMatchObject({ status: "completed", endReason: "buy_more" });
});

describe("buying more", () => {
  const friends = [
    { name: "Ann", bayNumber: 2, ballCount: 6 },
    { name: "Out", bayNumber: 3, ballCount: 0 },
  ];
  const more = (buyer: Player, own: number) =>
    buy(buyer, {
      sessionData: {
        bayNumber: undefined,
        purchaseContext: "buy_more_balls",
        groupData: { mainPlayer: { bayNumber: 1, ballCount: own }, friends },
      },
    });

  test("runs for as long as the largest share takes, without players who get no balls", async () => {
    const buyer = await app.player();
    const { session } = (await more(buyer, 4)).body;
    expect(session).toMatchObject({ ballCount: 4, timeRemaining: 720, groupData: { friends: [friends[0]] } });
    const row = await bodyOf(
      buyer.call(playRoutes.getSession, { params: { id: firstOf(session.groupData.friendSessionIds) } }),
    );
    expect(row.session).toMatchObject({ ballCount: 6, timeRemaining: 720 });
  });

  test.each([3, 5])("is refused with another sum, and charges nothing: %i and 6 of 10", async (own) => {
    const buyer = await app.player();
    expect(await more(buyer, own)).toMatchObject({
      status: 400,
      body: { error: { message: "Please distribute exactly 10 balls among players." } },
    });
    expect((await bodyOf(buyer.call(orderRoutes.listOrders))).orders).toEqual([]);
  });
});

test.each([
  [{ mainPlayer: { bayNumber: 1, ballCount: 4 }, friends: [] }, "Please allocate exactly 10 balls (currently 4)"],
  [{ mainPlayer: { bayNumber: 0, ballCount: 10 }, friends: [] }, "Please enter your bay number"],
  [
    { mainPlayer: { bayNumber: 1, ballCount: 0 }, friends: [{ name: "A", bayNumber: 1, ballCount: 10 }] },
    "Please enter your ball count",
  ],
  [
    { mainPlayer: { bayNumber: 1, ballCount: 5 }, friends: [{ name: "A", bayNumber: 0, ballCount: 5 }] },
    "All friends must have bay numbers and ball counts",
  ],
  [{ mainPlayer: { bayNumber: 101, ballCount: 10 }, friends: [] }, "Please choose a bay from 1 to 100"],
])("a wrong allocation is refused and charges nothing: %j", async (groupData, message) => {
  const buyer = await app.player();
  expect(await buy(buyer, { sessionData: { bayNumber: undefined, groupData } })).toMatchObject({
    status: 400,
    body: { error: { message } },
  });
  expect((await bodyOf(buyer.call(orderRoutes.listOrders))).orders).toEqual([]);
});
