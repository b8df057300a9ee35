/** The bay board: who sees it, and what staff do with a running clock (rules, section 6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buildApp } from "#main/server/app.ts";
import { readConfig } from "#platform/server/config.ts";
import {
  buy,
  claim,
  freshApp,
  type Json,
  packs,
  play,
  type Player,
  type Reply,
  SECRET,
  shoot,
  type TestApp,
} from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { openOwnBays } from "#test/own-bays.ts";

let app: TestApp;
let staff: Player;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  [staff, admin] = [await app.signIn("staff@acebay.test"), await app.signIn("admin@acebay.test")];
  await openOwnBays(app);
});
afterAll(() => app.close());

const board = async (person: Player, course = 1): Promise<Json[]> =>
  (await bodyOf(person.call(bayRoutes.getBays, { params: { id: course } }))).players;
const step = (person: Player, id: string, name: string, body?: object, key?: string): Promise<Reply> =>
  person.raw("POST", `/api/admin/sessions/${id}/${name}`, body, key ? { "idempotency-key": key } : {});
const pause = (person: Player, id: string) => step(person, id, "pause", { reason: "Lightning" });
const seen = async (golfer: Player, id: string) =>
  (await bodyOf(golfer.call(playRoutes.getSession, { params: { id } }))).session;
const group = (bays: [number, number]) => ({
  mainPlayer: { bayNumber: bays[0], ballCount: 6 },
  friends: [{ name: "Guest", bayNumber: bays[1], ballCount: 4 }],
});
const trail = async (id: string) =>
  (await app.db.pool.query("SELECT action, actor_id, detail FROM audit_trail WHERE subject = $1 ORDER BY id", [id]))
    .rows;

describe("the board", () => {
  test("shows who plays in which bay, with groups and overlaps, and drops whoever is done", async () => {
    const [golfer, other] = [await app.player("Ada Single"), await app.player("Ben Group")];
    const { session } = (await buy(golfer, { sessionData: { bayNumber: 31 } })).body;
    await shoot(golfer, session.id);
    // The session that started first comes first.
    await app.clock.advance(1);
    const shared = (await buy(other, { sessionData: { groupData: group([31, 32]) } })).body.session;
    const players = (await board(staff)).filter(({ bayNumber }) => bayNumber === 31 || bayNumber === 32);
    expect(players).toMatchObject([
      { playerName: "Ada Single", ballCount: 9, ballsBought: 10, players: 1, overlaps: true, timeRemaining: 1199 },
      { playerName: "Ben Group", ballCount: 6, players: 2, overlaps: true, mainSessionId: shared.id },
      { playerName: "Guest", ballCount: 4, players: 2, overlaps: false, mainSessionId: shared.id },
    ]);
    await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
    await app.clock.advance(1200);
    // Run out, and not swept yet.
    expect((await board(staff)).filter(({ bayNumber }) => bayNumber === 31)).toEqual([]);
  });

  test("is for staff of the course and administrators", async () => {
    const golfer = await app.player();
    const courses = async (person: Player) =>
      (await bodyOf(person.call(bayRoutes.listBayCourses))).courses.map(({ id }) => id);
    expect(await courses(staff)).toEqual([1]);
    expect(await courses(admin)).toEqual([1, 2, 3, 5]);
    expect((await staff.call(bayRoutes.getBays, { params: { id: 2 } })).status).toBe(404);
    expect((await staff.raw("GET", "/api/admin/courses/2/bays/events")).status).toBe(404);
    expect((await admin.call(bayRoutes.getBays, { params: { id: 99 } })).status).toBe(404);
    expect((await golfer.call(bayRoutes.getBays, { params: { id: 1 } })).status).toBe(403);
    const there = (await buy(golfer, { sessionData: { courseId: 2 }, amount: 6 })).body.session;
    for (const [name, body] of [
      ["pause", { reason: "Rain" }],
      ["resume", undefined],
      ["extend", { minutes: 5, reason: "Rain" }],
      ["move", { bayNumber: 3, reason: "Rain" }],
    ] as const) {
      expect((await step(staff, there.id, name, body)).status).toBe(404);
      expect((await step(golfer, there.id, name, body)).status).toBe(403);
      expect((await step(admin, "no-such-thing", name, body)).status).toBe(404);
    }
    expect((await step(admin, there.id, "pause")).body.error.message).toBe("A reason is required");
  });
});

describe("a pause", () => {
  test("stops the clock: shots count, the sweeper waits, and a resume continues where the clock stopped", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    await app.clock.advance(1000);
    expect((await pause(staff, session.id)).body.session).toMatchObject({ timeRemaining: 200, status: "active" });
    await app.clock.advance(3600);
    await app.jobs.runAll();
    const held = await seen(golfer, session.id);
    expect(held).toMatchObject({ status: "active", timeRemaining: 200, endedAt: null });
    expect(held.pausedUntil).not.toBeNull();
    expect((await shoot(golfer, session.id)).status).toBe(201);
    expect((await step(staff, session.id, "resume")).body.session).toMatchObject({
      timeRemaining: 200,
      pausedUntil: null,
      expiresAt: new Date(app.clock.now().getTime() + 200_000).toISOString(),
    });
    await app.clock.advance(199);
    await app.jobs.runAll();
    expect((await seen(golfer, session.id)).status).toBe("active");
    await app.clock.advance(1);
    const over = await seen(golfer, session.id);
    expect(over).toMatchObject({ status: "completed", endReason: "time", endedAt: app.clock.now().toISOString() });
    await app.jobs.runAll();
    expect(await seen(golfer, session.id)).toEqual(over);
    // The claim window follows the clock.
    await app.clock.advance(600);
    expect((await claim(golfer, session.id, "left")).status).toBe(201);
  });

  test("ends by itself after two hours, and the clock then runs for the time that it had left", async () => {
    const golfer = await app.player();
    const session = await play(golfer, packs.single);
    await app.clock.advance(60);
    await pause(staff, session.id);
    await app.clock.advance(7200);
    await app.jobs.runAll();
    expect(await seen(golfer, session.id)).toMatchObject({ status: "active", timeRemaining: 60, pausedUntil: null });
    expect(await step(staff, session.id, "resume")).toMatchObject({ status: 409 });
    await app.clock.advance(60);
    await app.jobs.runAll();
    expect(await seen(golfer, session.id)).toMatchObject({ status: "completed", endReason: "time" });
    expect((await pause(staff, session.id)).body.error.code).toBe("play.session_over");
  });

  test("survives a restart", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    await app.clock.advance(100);
    await pause(staff, session.id);
    await app.clock.advance(3000);
    const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET });
    const again = await buildApp({ logLevel: "silent", config, db: app.db, clock: app.clock });
    try {
      await again.jobs.runAll();
      const cookie = [...golfer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const reply = await again.http.inject({ url: `/api/sessions/${session.id}`, headers: { cookie } });
      expect(reply.json().session).toMatchObject({ status: "active", timeRemaining: 1100 });
    } finally {
      await again.close();
    }
  });

  test("is for a whole group, whichever player's session is named, and only for sessions that are not over", async () => {
    const golfer = await app.player();
    const { session } = (await buy(golfer, { sessionData: { groupData: group([41, 42]) } })).body;
    const friend = firstOf(session.groupData.friendSessionIds);
    await app.clock.advance(100);
    expect((await pause(staff, friend)).status).toBe(200);
    await app.clock.advance(500);
    const view = await bodyOf(golfer.call(playRoutes.getSession, { params: { id: session.id } }));
    expect([view.session, ...view.friendSessions]).toMatchObject([{ timeRemaining: 1100 }, { timeRemaining: 1100 }]);
    await golfer.call(playRoutes.completeSession, { params: { id: friend } });
    expect((await step(staff, session.id, "resume")).status).toBe(200);
    const after = await bodyOf(golfer.call(playRoutes.getSession, { params: { id: session.id } }));
    expect(after.session).toMatchObject({ timeRemaining: 1100, pausedUntil: null });
    expect(after.friendSessions).toMatchObject([{ status: "completed", pausedUntil: null, endReason: "player" }]);
  });

  test("asked for by two at once is made once, and the second is told", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    const both = await Promise.all([pause(staff, session.id), pause(admin, session.id)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await seen(golfer, session.id)).timeRemaining).toBe(1200);
    const resumed = await Promise.all([step(staff, session.id, "resume"), step(admin, session.id, "resume")]);
    expect(new Set(resumed.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await trail(session.id)).toMatchObject([
      { action: "session.pause", detail: { reason: "Lightning", courseId: 1, before: { pausedUntil: null } } },
      { action: "session.resume", detail: { after: { expiresAt: session.expiresAt } } },
    ]);
  });

  test("of a session that its golfer ends: the session ends then, and not when the pause would", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    await pause(staff, session.id);
    await app.clock.advance(30);
    await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
    expect(await seen(golfer, session.id)).toMatchObject({
      endedAt: app.clock.now().toISOString(),
      endReason: "player",
      pausedUntil: null,
    });
    expect((await step(staff, session.id, "resume")).body.error.code).toBe("play.session_over");
  });
});

describe("an extension", () => {
  test("adds its minutes once, even for a repeated call, and puts the reason into the trail", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    const body = { minutes: 10, reason: "Ball machine stuck" };
    for (let n = 0; n < 2; n++) expect((await step(staff, session.id, "extend", body, session.id)).status).toBe(200);
    expect(await seen(golfer, session.id)).toMatchObject({ timeRemaining: 1800 });
    expect(await trail(session.id)).toMatchObject([
      { action: "session.extend", actor_id: staff.id, detail: { minutes: 10, reason: "Ball machine stuck" } },
    ]);
    for (const minutes of [0, 121, 1.5, "x"])
      expect((await step(staff, session.id, "extend", { minutes, reason: "r" })).status).toBe(400);
  });

  test("by two who saw the same clock is made once: the other is told to look again", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    const body = { minutes: 5, reason: "Rain", expiresAt: session.expiresAt };
    const both = await Promise.all([step(staff, session.id, "extend", body), step(admin, session.id, "extend", body)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await seen(golfer, session.id)).timeRemaining).toBe(1500);
  });

  test("of a paused session waits until the clock runs again", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    await pause(staff, session.id);
    expect((await step(staff, session.id, "extend", { minutes: 1, reason: "r" })).body.session.timeRemaining).toBe(
      1260,
    );
    await app.clock.advance(100);
    expect((await step(staff, session.id, "resume")).body.session.timeRemaining).toBe(1260);
  });
});

describe("a move", () => {
  test("puts one player into another bay, and changes the group's record, too", async () => {
    const golfer = await app.player();
    const { session } = (await buy(golfer, { sessionData: { groupData: group([51, 52]) } })).body;
    const friend = firstOf(session.groupData.friendSessionIds);
    expect((await step(staff, friend, "move", { bayNumber: 53, reason: "Mat torn" })).body.session.bayNumber).toBe(53);
    expect((await step(staff, session.id, "move", { bayNumber: 54, reason: "r" })).body.session.bayNumber).toBe(54);
    expect((await seen(golfer, session.id)).groupData).toMatchObject({
      mainPlayer: { bayNumber: 54 },
      friends: [{ bayNumber: 53 }],
    });
    expect((await trail(session.id))[0]).toMatchObject({
      action: "session.move",
      detail: { before: { bayNumber: 52 }, after: { bayNumber: 53 }, reason: "Mat torn" },
    });
    for (const bayNumber of [0, 101])
      expect((await step(staff, friend, "move", { bayNumber, reason: "r" })).status).toBe(400);
  });

  test("into a taken bay is refused where bays are exclusive, and the bay left behind is free", async () => {
    const at = (bayNumber: number) => ({ pack: packs.single, sessionData: { courseId: 5, bayNumber } });
    const [one, two, three] = [await app.player(), await app.player(), await app.player()];
    const first = (await buy(one, at(1))).body.session;
    await buy(two, at(2));
    const move = (id: string, bayNumber: number) => step(admin, id, "move", { bayNumber, reason: "r" });
    expect((await move(first.id, 2)).body.error.code).toBe("play.bay_taken");
    expect((await move(first.id, 3)).status).toBe(200);
    expect((await buy(three, at(3))).body.error.code).toBe("play.bay_taken");
    expect((await buy(three, at(1))).status).toBe(200);
  });

  test("of two players into one exclusive bay at once works for one; a group holds each of its bays once", async () => {
    const data = (bayNumber: number) => ({ pack: packs.single, sessionData: { courseId: 5, bayNumber } });
    const [one, two] = [await app.player(), await app.player()];
    const ids = [(await buy(one, data(6))).body.session.id, (await buy(two, data(7))).body.session.id];
    const both = await Promise.all(ids.map((id) => step(admin, id, "move", { bayNumber: 8, reason: "r" })));
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const third = await app.player();
    const sessionData = {
      courseId: 5,
      groupData: {
        mainPlayer: { bayNumber: 4, ballCount: 5 },
        friends: [{ name: "Guest", bayNumber: 5, ballCount: 5 }],
      },
    };
    const { session } = (await buy(third, { sessionData })).body;
    const friend = firstOf(session.groupData.friendSessionIds);
    expect((await step(admin, friend, "move", { bayNumber: 4, reason: "together" })).status).toBe(200);
    expect((await step(admin, session.id, "move", { bayNumber: 5, reason: "apart" })).status).toBe(200);
    const holds = await app.db.pool.query(
      "SELECT bay_number, holds_bay FROM sessions WHERE id = $1 OR main_session_id = $1 ORDER BY bay_number",
      [session.id],
    );
    expect(holds.rows).toEqual([
      { bay_number: 4, holds_bay: true },
      { bay_number: 5, holds_bay: true },
    ]);
  });
});
