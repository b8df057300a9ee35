/** A friend who deletes the account while a group with a seat for them is being started. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { playRoutes } from "#features/play/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { buy, claim, freshApp, type TestApp } from "#test/app.ts";
import { atOnce } from "#test/at-once.ts";
import { bodyOf } from "#test/calls.ts";
import { placesOf } from "#test/places.ts";
import { canary, remove } from "./forgotten-people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

test("plays as a guest in a group that was paid ahead, and is named nowhere", async () => {
  const { golfer, traces } = await canary(app, "Tristan Aheadgone", "239 555 0170");
  await bodyOf(golfer.call(profileRoutes.exportUser, { params: { id: golfer.id } }));
  const buyer = await app.player("Bo Buyer");
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 5 },
    friends: [{ userId: golfer.userId, bayNumber: 2, ballCount: 5 }],
  };
  const { order } = await bodyOf(buy(buyer, { start: false }));
  const body = { courseId: 1, packageId: 4, orderId: order.id, groupData };
  // The deletion has locked the account, and waits for this table; the start finds the account as it was before.
  const [gone, begun] = await atOnce(
    app,
    "LOCK TABLE staff_invitations IN SHARE MODE",
    () => remove(golfer),
    () => buyer.call(playRoutes.startSession, { body }),
  );
  expect(gone.status).toBe(204);
  expect(begun.status).toBe(201);
  const [main] = (await bodyOf(buyer.call(playRoutes.listActiveSessions, { params: { id: buyer.id } }))).sessions;
  expect(main?.groupData?.friends).toEqual([{ name: "Friend 1", bayNumber: 2, ballCount: 5 }]);
  // What is won in the seat belongs to the buyer, as for every guest.
  const seat = main?.groupData?.friendSessionIds?.[0] ?? "";
  expect((await claim(buyer, seat, "left")).body.claim).toMatchObject({ userId: null, playerName: "Friend 1" });
  for (const trace of traces.slice(0, 2)) expect([trace, await placesOf(app, trace)]).toEqual([trace, []]);
});
