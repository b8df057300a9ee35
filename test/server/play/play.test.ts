import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playRoutes } from "#features/play/contract.ts";
import { auditBooks } from "#main/server/audit-checks.ts";
import { buy, claim, freshApp, packs, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(async () => {
  expect((await auditBooks(app.db)).filter(({ violations }) => violations > 0)).toEqual([]);
  await app.close();
});

const get = async (person: Player, id: string) =>
  (await bodyOf(person.call(playRoutes.getSession, { params: { id } }))).session;

describe("shots", () => {
  test("the last ball finishes the balls, and only End Session completes [4.18 4.23]", async () => {
    const golfer = await app.player();
    const session = await play(golfer, packs.single);
    expect((await shoot(golfer, session.id)).body.session).toMatchObject({
      ballCount: 0,
      status: "balls_finished",
      endedAt: null,
    });
    expect(await shoot(golfer, session.id)).toMatchObject({ status: 409, body: { error: { code: "play.no_balls" } } });
    const ended = await bodyOf(golfer.call(playRoutes.completeSession, { params: { id: session.id } }));
    expect(ended.session).toMatchObject({ status: "completed", endReason: "player", timeRemaining: 0 });
    expect((await bodyOf(golfer.call(playRoutes.completeSession, { params: { id: session.id } }))).session).toEqual(
      ended.session,
    );
  });

  test("a repeated shotId is the same shot and gets the first answer", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    const shotId = randomUUID();
    const first = await shoot(golfer, session.id, { shotId });
    const again = await shoot(golfer, session.id, { shotId });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.attempt).toEqual(first.body.attempt);
    expect(again.body.session.ballCount).toBe(9);
  });

  test("twenty of the same shot at once take one ball", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    const shotId = randomUUID();
    const replies = await Promise.all(Array.from({ length: 20 }, () => shoot(golfer, session.id, { shotId })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(19);
    expect((await get(golfer, session.id)).ballCount).toBe(9);
  });

  test("twenty different shots at once take ten balls, no more", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    const replies = await Promise.all(Array.from({ length: 20 }, () => shoot(golfer, session.id)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(await get(golfer, session.id)).toMatchObject({ ballCount: 0, attempts: 10, status: "balls_finished" });
  });

  test("a shot at a hole without a claim counts as a shot; a claim with 'missed' is refused", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    expect(await shoot(golfer, session.id, { targetHole: "left" })).toMatchObject({
      status: 201,
      body: { attempt: { targetHole: "left", prizeClaim: false }, session: { claims: [] } },
    });
    expect((await shoot(golfer, session.id, { prizeClaim: true })).status).toBe(400);
    expect((await shoot(golfer, session.id, { targetHole: "water" })).status).toBe(400);
  });

  test("somebody else's session is not found", async () => {
    const [golfer, stranger] = [await app.player(), await app.player()];
    const session = await play(golfer);
    expect((await shoot(stranger, session.id)).status).toBe(404);
    expect((await stranger.call(playRoutes.getSession, { params: { id: session.id } })).status).toBe(404);
    expect((await stranger.call(playRoutes.completeSession, { params: { id: session.id } })).status).toBe(404);
    expect((await shoot(golfer, "no-such-id")).status).toBe(404);
  });

  test("undo gives the latest miss back within 10 seconds, and reopens finished balls", async () => {
    const golfer = await app.player();
    const session = await play(golfer, packs.single);
    const { attempt } = (await shoot(golfer, session.id)).body;
    const undone = await golfer.call(playRoutes.undoShot, { params: { id: attempt.id } });
    expect(undone).toMatchObject({ status: 200, body: { session: { ballCount: 1, attempts: 0, status: "active" } } });
    expect((await golfer.call(playRoutes.undoShot, { params: { id: attempt.id } })).status).toBe(409);
    const later = (await shoot(golfer, session.id)).body.attempt;
    await app.clock.advance(11);
    expect((await golfer.call(playRoutes.undoShot, { params: { id: later.id } })).status).toBe(409);
  });

  test("a miss that was kept offline counts until the claim deadline if it was made within the session", async () => {
    const golfer = await app.player();
    const session = await play(golfer, packs.single);
    await app.clock.advance(180);
    expect(await shoot(golfer, session.id)).toMatchObject({
      status: 409,
      body: { error: { code: "play.session_over" } },
    });
    expect((await shoot(golfer, session.id, { secondsAgo: 30 })).status).toBe(409);
    expect(await shoot(golfer, session.id, { secondsAgo: 100 })).toMatchObject({
      status: 201,
      body: { session: { ballCount: 0, status: "completed", endReason: "time" } },
    });
  });

  test("after the claim deadline a miss that was kept offline no longer counts, whenever it was made", async () => {
    const session = async () => {
      const golfer = await app.player();
      return { golfer, id: (await play(golfer, packs.single)).id };
    };
    const [inTime, late] = [await session(), await session()];
    await app.clock.advance(120 + 600);
    expect((await shoot(inTime.golfer, inTime.id, { secondsAgo: 700 })).status).toBe(201);
    await app.clock.advance(1);
    expect(await shoot(late.golfer, late.id, { secondsAgo: 701 })).toMatchObject({
      status: 409,
      body: { error: { code: "play.claim_window_closed" } },
    });
  });
});

describe("the clock", () => {
  test("a session that ran out reads the same before and after the sweep", async () => {
    const golfer = await app.player();
    const session = await play(golfer, packs.single);
    await app.clock.advance(125);
    const before = await get(golfer, session.id);
    expect(before).toMatchObject({
      status: "completed",
      endReason: "time",
      endedAt: session.expiresAt,
      timeRemaining: 0,
    });
    await app.jobs.runAll();
    expect(await get(golfer, session.id)).toEqual(before);
  });

  test("a session that ran out does not block the next one", async () => {
    const golfer = await app.player();
    await play(golfer, packs.single);
    expect(await buy(golfer)).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "play.active_session",
          message: "You already have an active session. Please complete it before starting a new one.",
        },
      },
    });
    await app.clock.advance(121);
    expect((await buy(golfer)).status).toBe(200);
  });

  test("buying while the balls are finished completes that session", async () => {
    const golfer = await app.player();
    const first = await play(golfer, packs.single);
    await shoot(golfer, first.id);
    const second = await buy(golfer, { sessionData: { purchaseContext: "buy_more_balls" } });
    expect(second.body.session).toMatchObject({ purchaseContext: "buy_more_balls", timeRemaining: 1200 });
    expect(await get(golfer, first.id)).toMatchObject({ status: "completed", endReason: "buy_more" });
  });
});

describe("claims", () => {
  test("a claim is for the miss of the last minute, or else for a new ball, or else for the latest miss", async () => {
    const golfer = await app.player();
    const session = await play(golfer, { ...packs.sponsored });
    const miss = (await shoot(golfer, session.id)).body.attempt;
    expect((await claim(golfer, session.id, "left")).body).toMatchObject({
      attempt: { id: miss.id, targetHole: "left" },
      session: { ballCount: 4, attempts: 1 },
    });
    await shoot(golfer, session.id);
    await app.clock.advance(61);
    expect((await claim(golfer, session.id, "right")).body.session).toMatchObject({ ballCount: 2, attempts: 3 });
    await shoot(golfer, session.id);
    await shoot(golfer, session.id);
    await app.clock.advance(61);
    expect((await claim(golfer, session.id, "right")).body.session).toMatchObject({ ballCount: 0, attempts: 5 });
  });

  test("a claim may name its miss, and one that names no miss is refused", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    const shotId = randomUUID();
    await shoot(golfer, session.id, { shotId });
    await shoot(golfer, session.id);
    expect((await claim(golfer, session.id, "left", { missShotId: shotId })).body.attempt).toMatchObject({
      shotId,
      targetHole: "left",
    });
    expect((await claim(golfer, session.id, "left", { missShotId: shotId })).status).toBe(409);
  });

  test("an id of a shot is the same in capital letters: for its repetition, and for the claim that names it", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    const shotId = randomUUID();
    const first = (await shoot(golfer, session.id, { shotId: shotId.toUpperCase() })).body.attempt;
    expect(first).toMatchObject({ shotId });
    expect(await shoot(golfer, session.id, { shotId })).toMatchObject({ status: 200, body: { attempt: first } });
    const claimed = await claim(golfer, session.id, "left", { missShotId: shotId.toUpperCase() });
    expect(claimed).toMatchObject({ status: 201, body: { attempt: { id: first.id, targetHole: "left" } } });
  });

  test("the claim window closes 10 minutes after the end", async () => {
    const golfer = await app.player();
    const session = await play(golfer, packs.single);
    await shoot(golfer, session.id);
    await app.clock.advance(120 + 600);
    const inTime = await claim(golfer, session.id, "left");
    expect(inTime.status).toBe(201);
    const other = await app.player();
    const late = await play(other, packs.single);
    await shoot(other, late.id);
    await app.clock.advance(120 + 601);
    expect(await claim(other, late.id, "left")).toMatchObject({
      status: 409,
      body: { error: { message: "The claim window has closed" } },
    });
  });

  test("a player may have one pending middle claim at a course", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    const replies = await Promise.all(Array.from({ length: 8 }, () => claim(golfer, session.id, "middle")));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  test("a repeated claim gets its first answer", async () => {
    const golfer = await app.player();
    const session = await play(golfer);
    await shoot(golfer, session.id);
    const shotId = randomUUID();
    const first = await claim(golfer, session.id, "left", { shotId });
    const again = await claim(golfer, session.id, "left", { shotId });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.claim).toEqual(first.body.claim);
  });
});
