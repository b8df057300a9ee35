import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { claim, freshApp, packs, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { followStream } from "#test/stream.ts";

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
    const kinds = texts.map((text) => /sign_ins|WITH row/.exec(text)?.[0]);
    expect(kinds.slice(kinds[0] === "sign_ins" ? 1 : 0)).toEqual(["WITH row"]);
  } finally {
    query.mockRestore();
  }
});
