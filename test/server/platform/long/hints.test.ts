/** Two processes on one database: a change on one is seen on the other, even if messages between them are lost. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, freshApp, packs, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { type Second, secondApp } from "#test/second.ts";
import { type Followed, followStream } from "#test/stream.ts";
import { endConnections } from "#test/database.ts";

/** Longer than a hint takes, and shorter than until a stream reads by itself. */
const BY_HINT_MS = 5_000;
const BY_ITSELF_MS = 16_500;

let app: TestApp;
let other: Second;
/** Its hints all get lost. */
let mute: Second;
let here: string;
let there: string;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  other = await secondApp(app);
  mute = await secondApp(app, { isMute: true });
  here = `http://127.0.0.1:${await app.listen()}`;
  there = await other.listen();
  // The clock of the tests stands still: what is due now is done, and no job announces anything later.
  for (const one of [app, other.app, mute.app]) await one.jobs.stop();
});
afterAll(async () => {
  await mute.close();
  await other.close();
  await app.close();
});

async function watched(pack = packs.jackpot) {
  const golfer = await app.player();
  const session = await play(golfer, pack);
  const path = `/api/sessions/${session.id}/events`;
  const [own, others] = [await followStream(here, path, golfer), await followStream(there, path, golfer)];
  for (const stream of [own, others]) await stream.next();
  return { golfer, id: session.id, own, others };
}

const ballsLeft = (balls: number) => (data: { session: { ballCount: number } }) => data.session.ballCount === balls;

async function within(ms: number, stream: Followed, balls: number): Promise<void> {
  const started = performance.now();
  await stream.next(ballsLeft(balls));
  expect(performance.now() - started).toBeLessThan(ms);
}

/** Listens to the hints, as another process does. */
async function overhear() {
  const client = new pg.Client(app.connection);
  const heard: string[] = [];
  client.on("notification", ({ payload = "" }) => heard.push(payload));
  await client.connect();
  await client.query("LISTEN acebay_live");
  /** The hints about sessions; processes also report that they are alive. */
  const ofSessions = () => heard.filter((payload) => payload.includes("session"));
  return { ofSessions, end: () => client.end() };
}

// Begun first, so that the other tests run while it waits.
let mended: Promise<number>;
test("two streams show changes of their own process while all hints of a third process are lost", async () => {
  const { golfer, id, others } = await watched();
  const started = performance.now();
  expect((await shoot(mute.browser(golfer), id)).status).toBe(201);
  mended = others.next(ballsLeft(9)).then(() => performance.now() - started);
  await sleep(1_000);
  expect(others.events).toHaveLength(1);
});

test("a shot, a claim and an end on one process show on the other's stream within a second, and once on its own", async () => {
  const { golfer, id, own, others } = await watched();
  await shoot(golfer, id);
  await within(1_000, others, 9);
  await sleep(300);
  expect([own.events.length, others.events.length]).toEqual([2, 2]);
  expect((await claim(golfer, id, "left")).status).toBe(201);
  expect((await others.next()).data.session.claims).toHaveLength(1);
  // The other way round.
  await shoot(other.browser(golfer), id);
  await within(1_000, own, 8);
  await golfer.call(playRoutes.completeSession, { params: { id } });
  await others.next(({ session }) => session.status === "completed");
  own.end();
  others.end();
});

test("the bays and the claims of a course show on both", async () => {
  const staff = await app.signIn("staff@acebay.test");
  const bays = await followStream(there, "/api/admin/courses/1/bays/events", staff);
  const claims = await followStream(there, "/api/admin/courses/1/claims/events", staff);
  expect([bays.status, claims.status]).toEqual([200, 200]);
  const golfer = await app.player();
  const session = await play(golfer);
  const { body } = await claim(golfer, session.id, "right");
  const text = (stream: Followed) => JSON.stringify(stream.events.at(-1)?.data);
  await expect.poll(() => text(bays), { timeout: BY_HINT_MS }).toContain(session.id);
  await expect.poll(() => text(claims), { timeout: BY_HINT_MS }).toContain(body.claim.id);
  bays.end();
  claims.end();
});

test("a change that rolls back sends no hint", async () => {
  const { golfer, id, others } = await watched(packs.sponsored);
  const line = await overhear();
  expect((await claim(golfer, id, "middle")).status).toBe(409);
  expect((await buy(golfer, { pack: packs.jackpot })).status).toBe(409);
  await sleep(300);
  expect(line.ofSessions()).toEqual([]);
  await shoot(golfer, id);
  await within(1_000, others, 4);
  expect(line.ofSessions()).toHaveLength(1);
  await line.end();
});

test("shots of one moment share a hint", async () => {
  const golfers: { golfer: Player; id: string }[] = [];
  for (let n = 0; n < 10; n++) golfers.push(await watched());
  // By now the hints of the purchases have arrived.
  await sleep(200);
  const line = await overhear();
  const started = performance.now();
  for (let round = 0; round < 8; round++) await Promise.all(golfers.map(({ golfer, id }) => shoot(golfer, id)));
  const took = performance.now() - started;
  await sleep(300);
  expect(line.ofSessions().length).toBeGreaterThan(0);
  expect(line.ofSessions().length).toBeLessThanOrEqual(took / 50 + 2);
  await line.end();
});

// This test must come before the next one, in which a returning connection makes every stream read.
test("each stream looks by itself, so that no lost hint matters", async () => {
  expect(await mended).toBeLessThan(BY_ITSELF_MS);
});

test("a shot that falls into the time without a listening connection shows once there is one again", async () => {
  const { golfer, id, others } = await watched();
  const cut = () => endConnections(app.owner, "application_name = 'acebay hints'");
  expect(await cut()).toBe(2);
  // Connections that come back meanwhile are cut again.
  const cutting = setInterval(() => void cut(), 20);
  await sleep(100);
  await shoot(golfer, id);
  await sleep(200);
  clearInterval(cutting);
  await within(BY_HINT_MS, others, 9);
  // And hints come as before.
  await shoot(golfer, id);
  await within(1_000, others, 8);
});
