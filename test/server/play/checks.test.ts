/** What a heartbeat compares tells every change of what a screen shows, and is the same as long as nothing changes. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toClaim } from "#features/claims/server/view.ts";
import { readOfSessions } from "#features/claims/server/store.ts";
import { playRoutes, type SessionView } from "#features/play/contract.ts";
import { AfterShot, readTexts, textOfView, viewFrom, viewsTogether } from "#features/play/server/load.ts";
import { shotsTogether } from "#features/play/server/shot-store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { buy, claim, freshApp, packs, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

let app: TestApp;
let load: (id: string, callerId: string) => Promise<SessionView>;
let check: (id: string) => Promise<string | undefined>;
beforeAll(async () => {
  app = await freshApp();
  await app.jobs.stop();
  const ofSessions = async (db: Db, ids: readonly string[]) =>
    (await readOfSessions(db, ids)).map((row) => toClaim(row));
  const deps = { db: app.db, clock: app.clock, claims: { ofSessions } };
  load = viewsTogether(deps);
  check = async (id) => (await readTexts(deps, [id])).get(id);
});
afterAll(() => app.close());

/** Changes a row as another process or an operator does, without any announcement. */
const change = (id: string, to: string) => app.owner.pool.query(`UPDATE sessions SET ${to} WHERE id = $1`, [id]);

/** Whether the check of a session's screen tells a deed that changes it, and said nothing before. */
async function tells(golfer: Player, id: string, deed: () => Promise<unknown>): Promise<boolean> {
  const shown = textOfView(await load(id, golfer.id));
  expect(await check(id)).toBe(shown);
  await app.clock.advance(1);
  expect(await check(id)).toBe(shown);
  await deed();
  const after = await check(id);
  expect(after).toBe(textOfView(await load(id, golfer.id)));
  return after !== shown;
}

test("each change of a session that is played alone is told, also those of time alone", async () => {
  const golfer = await app.player();
  const { id } = await play(golfer);
  expect(await tells(golfer, id, () => shoot(golfer, id))).toBe(true);
  expect(await tells(golfer, id, () => change(id, "player_name = 'Another'"))).toBe(true);
  expect(await tells(golfer, id, () => change(id, "bay_number = 4"))).toBe(true);
  const soon = new Date(app.clock.now().getTime() + 60_000).toISOString();
  expect(await tells(golfer, id, () => change(id, `paused_until = '${soon}'`))).toBe(true);
  expect(await tells(golfer, id, () => app.clock.advance(60))).toBe(true);
  expect(await tells(golfer, id, () => app.clock.advance(1200))).toBe(true);
  expect(
    await tells(golfer, id, () => change(id, "status = 'completed', end_reason = 'time', ended_at = expires_at")),
  ).toBe(true);
});

test("a session that gets claims, and each step of a claim, is told", async () => {
  const golfer = await app.player();
  const { id } = await play(golfer, packs.sponsored);
  expect(await tells(golfer, id, () => claim(golfer, id, "left"))).toBe(true);
  const decide = () =>
    app.owner.pool.query("UPDATE claims SET created_at = created_at + interval '1 second' WHERE session_id = $1", [id]);
  expect(await tells(golfer, id, decide)).toBe(true);
});

test("a friend's shot is told to the screen of who bought the round", async () => {
  const [buyer, friend] = [await app.player(), await app.player()];
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 6 },
    friends: [{ userId: friend.userId, name: "", bayNumber: 2, ballCount: 4 }],
  };
  const { session } = (await buy(buyer, { sessionData: { bayNumber: undefined, groupData } })).body;
  const shot = () => shoot(friend, firstOf(session.groupData.friendSessionIds));
  expect(await tells(buyer, session.id, shot)).toBe(true);
});

test("a session that is gone is told", async () => {
  expect(await check(randomUUID())).toBeUndefined();
});

test("a view says nothing of the check to its reader", async () => {
  const golfer = await app.player();
  const { id } = await play(golfer);
  const view = await load(id, golfer.id);
  expect(Object.keys(view).toSorted()).toEqual(["friendSessions", "serverNow", "session"]);
  expect(JSON.parse(JSON.stringify(view))).toEqual(
    await bodyOf(golfer.call(playRoutes.getSession, { params: { id } })),
  );
});

test("after a shot, alone or together with others, a screen is not read again until something changes", async () => {
  const golfers = [await app.player(), await app.player()];
  const both = await Promise.all(golfers.map(async (golfer) => ({ golfer, id: (await play(golfer)).id })));
  const record = shotsTogether(app.db);
  const now = app.clock.now();
  const hit = async ({ golfer, id }: { golfer: Player; id: string }) => {
    const shot = { id: randomUUID(), shotId: randomUUID(), targetHole: "missed" as const, moment: now, now };
    const row = await record({ sessionId: id, callerId: golfer.id }, shot);
    const view = row && viewFrom(new AfterShot(row), golfer.id, now);
    if (!view) expect.fail();
    expect(textOfView(view)).toBe(await check(id));
  };
  for (const one of both) await hit(one);
  await Promise.all(both.map(hit));
});
