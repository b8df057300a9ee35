/** Whoever asks at the same moment shares statements: the claims of others take none of mine away. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readOfSessions } from "#features/claims/server/store.ts";
import { toClaim } from "#features/claims/server/view.ts";
import { playRoutes } from "#features/play/contract.ts";
import { readTexts } from "#features/play/server/load.ts";
import type { Db } from "#platform/server/db/database.ts";
import { claim, freshApp, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

/** More than one statement ever read of one golfer. */
const MANY = 501;

let app: TestApp;
let lucky: Player;
let golfer: Player;
let [many, one] = ["", ""];
beforeAll(async () => {
  app = await freshApp({ poolSize: 20, breaksBooks: true });
  await app.jobs.stop();
  [lucky, golfer] = [await app.player(), await app.player()];
  [many, one] = [(await play(lucky)).id, (await play(golfer)).id];
  await app.owner.pool.query("UPDATE sessions SET balls_left = $2, balls_bought = $2 WHERE id = $1", [many, 2 * MANY]);
  for (let n = 0; n < MANY; n++) await claim(lucky, many, "left");
  await app.clock.advance(5);
  await claim(golfer, one, "left");
}, 120_000);
afterAll(() => app.close());

const claimsSeen = async (person: Player, id: string) =>
  (await bodyOf(person.call(playRoutes.getSession, { params: { id } }))).session.claims.length;

test("a view that is read together with one of many claims has its own", async () => {
  // Who called a moment ago is known from memory, and only they ask in the same turn.
  for (let n = 0; n < 20; n++)
    expect(await Promise.all([claimsSeen(lucky, many), claimsSeen(golfer, one)])).toEqual([MANY, 1]);
});

test("so has one that is looked at in one heartbeat with it", async () => {
  const ofSessions = async (db: Db, ids: readonly string[]) =>
    (await readOfSessions(db, ids)).map((row) => toClaim(row));
  const deps = { db: app.db, clock: app.clock, claims: { ofSessions } };
  const [all, alone] = [await readTexts(deps, [many, one]), await readTexts(deps, [one])];
  expect(all.get(one)).toBe(alone.get(one));
  const { claims } = (await bodyOf(golfer.call(playRoutes.getSession, { params: { id: one } }))).session;
  expect(all.get(one)).toContain(claims[0]?.id);
});
