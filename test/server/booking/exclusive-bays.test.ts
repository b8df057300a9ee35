/** Bays that are shared by nobody (`exclusiveBays`), and groups whose rows meet at once; all found by the simulation. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { courseRoutes } from "#features/courses/contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, freshApp, packs, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { openOwnBays } from "#test/own-bays.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  await openOwnBays(app);
});
afterAll(() => app.close());

const pair = (first: number, second: number, bays: [number, number]) => ({
  mainPlayer: { bayNumber: bays[0], ballCount: first },
  friends: [{ name: "Guest", bayNumber: bays[1], ballCount: second }],
});
const friendShot = (person: Player, mainSessionId: string, change: object = {}) =>
  person.call(playRoutes.recordGroupShot, {
    body: {
      mainSessionId,
      friendIndex: 0,
      targetHole: "missed",
      prizeClaim: false,
      prizeAmount: 0,
      ...change,
    },
  });
const at = (bayNumber: number) => ({ pack: packs.single, sessionData: { courseId: 5, bayNumber } });

test("a course whose jackpot begins at zero is shown with an empty pot", async () => {
  const { courses } = await bodyOf(app.browser().call(courseRoutes.listCourses));
  expect(courses.find(({ id }) => id === 5)).toMatchObject({ jackpotAmount: 0 });
});

describe("an exclusive bay", () => {
  test("is taken while a friend still plays there, even if the player who reserved it has no balls left", async () => {
    const golfer = await app.player();
    const sessionData = { courseId: 5, groupData: pair(1, 4, [1, 1]) };
    const { session } = (await buy(golfer, { pack: packs.sponsored, sessionData })).body;
    await shoot(golfer, session.id);
    const next = await app.player();
    expect((await buy(next, at(1))).body.error.code).toBe("play.bay_taken");
    for (let n = 0; n < 4; n++) expect((await friendShot(golfer, session.id)).status).toBe(201);
    expect((await buy(next, at(1))).status).toBe(200);
  });

  test("that somebody else has taken cannot be played in again by an undo", async () => {
    const golfer = await app.player();
    const { session } = (await buy(golfer, at(2))).body;
    const { attempt } = (await shoot(golfer, session.id)).body;
    expect((await buy(await app.player(), at(2))).status).toBe(200);
    const undo = await golfer.call(playRoutes.undoShot, { params: { id: attempt.id } });
    expect(undo).toMatchObject({ status: 409, body: { error: { code: "play.bay_taken" } } });
  });

  test("an active session is reported before a taken bay", async () => {
    const golfer = await app.player();
    expect((await buy(golfer, at(3))).status).toBe(200);
    expect((await buy(await app.player(), at(4))).status).toBe(200);
    expect((await buy(golfer, at(4))).body.error.code).toBe("play.active_session");
  });

  test("asked for by ten golfers at once goes to one", async () => {
    const golfers = await Promise.all(Array.from({ length: 10 }, () => app.player()));
    const replies = await Promise.all(golfers.map((golfer) => buy(golfer, at(5))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("a friend's claim at the same moment", () => {
  test.each([
    [
      "as the end of the session",
      (golfer: Player, id: string) => golfer.call(playRoutes.completeSession, { params: { id } }),
    ],
    [
      "as a refund",
      async (golfer: Player) => {
        const order = firstOf((await bodyOf(golfer.call(orderRoutes.listOrders))).orders);
        return admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { reason: "Rain" } });
      },
    ],
  ])("%s: both calls are answered", async (_name, act) => {
    const statuses = new Set<number>();
    for (let n = 0; n < 12; n++) {
      const golfer = await app.player();
      const { session } = (await buy(golfer, { pack: packs.sponsored, sessionData: { groupData: pair(2, 3, [1, 2]) } }))
        .body;
      const hit = { targetHole: "left", prizeClaim: true };
      const replies = await Promise.all([friendShot(golfer, session.id, hit), act(golfer, session.id)]);
      for (const { status } of replies) statuses.add(status);
    }
    expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  });
});
