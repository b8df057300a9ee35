import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { playRoutes } from "#features/play/contract.ts";
import { writeHint } from "#platform/server/live/hint.ts";
import { buy, claim, freshApp, packs, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { followStream } from "#test/stream.ts";

const largest = { packageId: 6, price: 9, balls: 20 };

let app: TestApp;
let url: string;
beforeAll(async () => {
  app = await freshApp();
  url = await app.http.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

const follow = (person: Player, sessionId: string) => followStream(url, `/api/sessions/${sessionId}/events`, person);

test("a stream sends the session at once, and each change within a second", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  const stream = await follow(golfer, session.id);
  expect(stream.type).toBe("text/event-stream; charset=utf-8");
  const first = await stream.next();
  expect(first).toMatchObject({ name: "session", data: { session: { ballCount: 10 }, friendSessions: [] } });
  expect(first.data.serverNow).toBe(app.clock.now().toISOString());
  const started = performance.now();
  // A stream may send a state twice, because it also reads by itself.
  await shoot(golfer, session.id);
  await stream.next(({ session: { ballCount } }) => ballCount === 9);
  expect(performance.now() - started).toBeLessThan(1000);
  await claim(golfer, session.id, "left");
  await stream.next(({ session: { claims } }) => claims.length === 1);
  await app.clock.advance(1200);
  await app.jobs.runAll();
  await stream.next(({ session: { status, endReason } }) => status === "completed" && endReason === "time");
  stream.end();
});

test("a stream whose address has the id in capitals hears the same", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  const stream = await follow(golfer, session.id.toUpperCase());
  await stream.next();
  const started = performance.now();
  await shoot(golfer, session.id);
  await stream.next(({ session: { ballCount } }) => ballCount === 9);
  expect(performance.now() - started).toBeLessThan(1000);
  stream.end();
});

test("a refused shot sends nothing: no screen sees what rolled back", async () => {
  const golfer = await app.player();
  const session = await play(golfer, packs.sponsored);
  const stream = await follow(golfer, session.id);
  await stream.next();
  await claim(golfer, session.id, "middle");
  await shoot(golfer, session.id);
  await stream.next(({ session: { ballCount } }) => ballCount === 4);
  expect(stream.events.every(({ data }) => data.session.claims.length === 0)).toBe(true);
  stream.end();
});

test("a shot of a golfer who plays alone reaches the screens of this process without another reading", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  const screens = [await follow(golfer, session.id), await follow(golfer, session.id)];
  for (const screen of screens) await screen.next();
  await app.jobs.stop();
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const shots = 5;
    for (let left = 9; left > 9 - shots; left--) {
      await shoot(golfer, session.id);
      for (const screen of screens) await screen.next(({ session: { ballCount } }) => ballCount === left);
    }
    const texts = query.mock.calls.map(([statement]) => JSON.stringify(statement));
    expect(texts.filter((text) => text.includes("WITH hit"))).toHaveLength(shots);
    expect(texts.filter((text) => /sessions/.test(text) && !text.includes("WITH hit"))).toEqual([]);
  } finally {
    query.mockRestore();
  }
  const shown = await bodyOf(golfer.call(playRoutes.getSession, { params: { id: session.id } }));
  for (const screen of screens) {
    expect(screen.events.at(-1)?.data).toEqual(shown);
    screen.end();
  }
});

test("the shot of a session with a claim or friends is read again with everything that the session shows", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  const stream = await follow(golfer, session.id);
  await claim(golfer, session.id, "left");
  await shoot(golfer, session.id);
  const { data } = await stream.next(({ session: { ballCount } }) => ballCount === 8);
  expect(data.session.claims).toHaveLength(1);
  stream.end();
  const [buyer, friend] = [await app.player(), await app.player()];
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 6 },
    friends: [{ userId: friend.userId, name: "", bayNumber: 2, ballCount: 4 }],
  };
  const { session: main } = (await buy(buyer, { sessionData: { bayNumber: undefined, groupData } })).body;
  const shared = await follow(buyer, main.id);
  await shared.next();
  await shoot(buyer, main.id);
  const after = await shared.next(({ session: { ballCount } }) => ballCount === 5);
  expect(after.data.friendSessions).toHaveLength(1);
  await shoot(friend, firstOf(main.groupData.friendSessionIds));
  await shared.next(({ friendSessions: [one] }) => one.ballCount === 3);
  shared.end();
});

test("however shots and hints overlap, no screen goes back to an older state", async () => {
  for (let round = 0; round < 6; round++) {
    const golfer = await app.player();
    const session = await play(golfer, largest);
    const stream = await follow(golfer, session.id);
    await stream.next();
    const hint = writeHint("another process", [`session:${session.id}`], 0);
    const hinting = setInterval(() => void app.owner.pool.query("SELECT pg_notify('acebay_live', $1)", [hint]), 5);
    // Two balls are left for later.
    const each = (largest.balls - 2) / 6;
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let n = 0; n < each; n++) expect((await shoot(golfer, session.id)).status).toBe(201);
      }),
    );
    clearInterval(hinting);
    await stream.next(({ session: { ballCount } }) => ballCount === 2);
    const balls = stream.events.map(({ data }) => data.session.ballCount);
    expect(balls).toEqual(balls.toSorted((one, other) => other - one));
    // A shot that is undone afterwards is the newer state, although it has more balls.
    await app.clock.advance(1);
    const { attempt } = (await shoot(golfer, session.id)).body;
    await bodyOf(golfer.call(playRoutes.undoShot, { params: { id: attempt.id } }));
    await expect.poll(() => stream.events.at(-1)?.data.session.ballCount).toBe(2);
    stream.end();
  }
});

test("a stream is open only to those who may read the session", async () => {
  const [golfer, stranger] = [await app.player(), await app.player()];
  const session = await play(golfer);
  expect((await follow(stranger, session.id)).status).toBe(404);
  expect((await fetch(`${url}/api/sessions/${session.id}/events`)).status).toBe(401);
});

test("a shot costs one SQL statement, and at most one more for the session cookie", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  // Statements of the timed jobs do not belong to the shot.
  await app.jobs.stop();
  // Every statement goes through a client's query.
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    expect((await shoot(golfer, session.id)).status).toBe(201);
    const texts = query.mock.calls
      .map(([statement]) => JSON.stringify(statement))
      // Hints go their own way, some shots together.
      .filter((text) => !text.includes("pg_notify"));
    // Who called a moment ago may be known from memory.
    const kinds = texts.map((text) => /sign_ins|WITH hit/.exec(text)?.[0]);
    expect(kinds.slice(kinds[0] === "sign_ins" ? 1 : 0)).toEqual(["WITH hit"]);
  } finally {
    query.mockRestore();
  }
});
