/** Staff change nothing on a session whose time is over, whichever of its group's sessions were ended already. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { buy, freshApp, packs, type Player, type TestApp } from "#test/app.ts";
import { firstOf } from "#test/calls.ts";
import { openOwnBays } from "#test/own-bays.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  await openOwnBays(app);
});
afterAll(() => app.close());

/** What staff can change; the sweep may end the sessions meanwhile. */
const stored = async (id: string) =>
  (
    await app.db.pool.query(
      `SELECT bay_number, expires_at, paused_until FROM sessions
       WHERE id = $1 OR main_session_id = $1 ORDER BY friend_index NULLS FIRST`,
      [id],
    )
  ).rows;

test.each([
  ["nobody has ended", 1, 2, undefined],
  ["a sale of the buyer's bay has ended", 3, 4, 3],
  ["a sale of the friend's bay has ended", 5, 6, 6],
])("of a group that has run out, and whose sessions %s", async (_, own, theirs, sold) => {
  const groupData = {
    mainPlayer: { bayNumber: own, ballCount: 6 },
    friends: [{ name: "Guest", bayNumber: theirs, ballCount: 4 }],
  };
  const { session } = (await buy(await app.player(), { sessionData: { courseId: 5, groupData } })).body;
  const friend = firstOf<string>(session.groupData.friendSessionIds);
  await app.clock.advance(1200);
  if (sold !== undefined) {
    // It frees the bays that it needs, and no others.
    const sale = { pack: packs.single, sessionData: { courseId: 5, bayNumber: sold } };
    expect((await buy(await app.player(), sale)).status).toBe(200);
  }
  const before = await stored(session.id);
  for (const id of [session.id, friend]) {
    const params = { id };
    const replies = [
      await admin.call(bayRoutes.pauseSession, { params, body: { reason: "Lightning" } }),
      await admin.call(bayRoutes.resumeSession, { params }),
      await admin.call(bayRoutes.extendSession, { params, body: { minutes: 10, reason: "Lightning" } }),
      await admin.call(bayRoutes.moveSession, { params, body: { bayNumber: 7, reason: "Lightning" } }),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(409);
      expect(body).toMatchObject({ error: { code: "play.session_over" } });
    }
  }
  expect(await stored(session.id)).toEqual(before);
});
