/** The dashboard's stream: each answer at once and when it changed, never more than once a second. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { claim, freshApp, type Json, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
let url: string;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  url = await app.http.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app.close());

/** Follows the stream; `wait` gives the next event of a name, `all` what has come. */
async function follow(person: Player, query = "") {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const ending = new AbortController();
  const reply = await fetch(`${url}/api/admin/events${query}`, { headers: { cookie }, signal: ending.signal });
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  const all: { name: string; data: Json }[] = [];
  let text = "";
  const reading = (async () => {
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      const events = (text + part.value).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const name = /^event: (.*)$/m.exec(event)?.[1];
        if (name) all.push({ name, data: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "") });
      }
    }
  })().catch(() => undefined);
  return {
    all,
    until: (name: string, holds: (data: Json) => boolean) =>
      expect.poll(() => all.some((event) => event.name === name && holds(event.data)), { timeout: 8000 }).toBe(true),
    end: async () => {
      ending.abort();
      await reading;
    },
  };
}

test("sends everything at once, and then what changes", async () => {
  const stream = await follow(admin);
  await expect.poll(() => stream.all.length).toBe(5);
  expect(stream.all.map(({ name }) => name).toSorted()).toEqual([
    "activity",
    "live-sessions",
    "prize-claims",
    "session-analytics",
    "stats",
  ]);
  const golfer = await app.player();
  const session = await play(golfer);
  await stream.until("live-sessions", (live) => live.length === 1 && live[0].ballCount === 10);
  await stream.until("activity", (list) => list.some(({ type }: Json) => type === "purchase"));
  await shoot(golfer, session.id);
  await stream.until("stats", ({ totalShots }) => totalShots === 1);
  await stream.until("live-sessions", ([live]) => live?.ballCount === 9);
  await claim(golfer, session.id, "left");
  await stream.until("prize-claims", ({ pending }) => pending === 1);
  await stream.until("stats", ({ pendingPrizeClaims }) => pendingPrizeClaims === 1);
  // An event has the same data as the call's answer.
  const stats = stream.all.filter(({ name }) => name === "stats").at(-1)?.data;
  expect(await bodyOf(admin.call(dashboardRoutes.getStats))).toEqual(stats);
  await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
  await stream.until("live-sessions", (live) => live.length === 0);
  await stream.end();
});

test("sends at most one event a second for many shots, and to each filter its own answers", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  const elsewhere = await follow(admin, "?courseId=2");
  const today = await follow(admin);
  const before = await follow(admin, "?dateFilter=2026-11-20");
  const started = performance.now();
  for (let n = 0; n < 9; n++) {
    await shoot(golfer, session.id);
    await new Promise((wait) => setTimeout(wait, 200));
  }
  await today.until("stats", ({ totalShots }) => totalShots === 10);
  const seconds = (performance.now() - started) / 1000;
  // One at the start and then one a second; how soon each is read depends on the machine.
  const events = today.all.filter(({ name }) => name === "stats").length;
  expect(events).toBeLessThanOrEqual(2 + Math.ceil(seconds));
  await before.until("stats", ({ totalShots }) => totalShots === 0);
  expect(before.all.every(({ name, data }) => name !== "stats" || data.totalShots === 0)).toBe(true);
  await elsewhere.until("live-sessions", (live) => live.length === 0);
  const ofOthers = ({ name, data }: { name: string; data: Json }) =>
    name === "stats" ? data.totalShots > 0 : name === "live-sessions" && data.length > 0;
  expect(elsewhere.all.some(ofOthers)).toBe(false);
  await today.end();
  await before.end();
  await elsewhere.end();
});

test("ends with the next heartbeat once its listener is signed out, has lost the role, or serves other courses", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const member = async (courseIds: number[]) => {
      const { email, id } = await app.player("Lee Listener");
      await admin.call(staffRoutes.addStaff, { body: { email, role: "staff", courseIds } });
      return { id, person: await app.signIn(email) };
    };
    const listen = async ({ cookies }: Player, path: string) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const ending = new AbortController();
      const reply = await fetch(`${url}${path}`, { headers: { cookie }, signal: ending.signal });
      expect(reply.status).toBe(200);
      const stream = { ended: false, stop: () => ending.abort() };
      void reply.text().then(
        () => (stream.ended = true),
        () => undefined,
      );
      return stream;
    };
    const [gone, moved, stays] = [await member([1]), await member([1]), await member([1])];
    const out = await app.player();
    const session = await play(out);
    const bays = "/api/admin/courses/1/bays/events";
    const streams = [
      await listen(gone.person, bays),
      await listen(moved.person, bays),
      await listen(out, `/api/sessions/${session.id}/events`),
    ];
    const kept = await listen(stays.person, bays);
    vi.advanceTimersByTime(15_000);
    await new Promise((done) => setTimeout(done, 300));
    expect(streams.map(({ ended }) => ended)).toEqual([false, false, false]);
    await admin.call(staffRoutes.changeStaff, { params: { id: gone.id }, body: { role: "player" } });
    await admin.call(staffRoutes.changeStaff, { params: { id: moved.id }, body: { courseIds: [2] } });
    await out.call(accountRoutes.logout);
    vi.advanceTimersByTime(15_000);
    await expect.poll(() => streams.map(({ ended }) => ended)).toEqual([true, true, true]);
    expect(kept.ended).toBe(false);
    kept.stop();
  } finally {
    vi.useRealTimers();
  }
});

test("while nobody follows it, folds are a minute apart, and a read still has what was done just now", async () => {
  const marks = async () => Number((await app.db.pool.query("SELECT count(*) AS n FROM rollup_marks")).rows[0]?.n);
  const sessions = async () => (await bodyOf(admin.call(dashboardRoutes.getStats))).totalSessions;
  // Two heartbeats after the streams of other tests.
  await app.clock.advance(31);
  await app.jobs.runAll();
  const before = await sessions();
  await play(await app.player());
  // The job looks three times meanwhile.
  await sleep(3200);
  expect(await marks()).toBeGreaterThan(0);
  expect(await sessions()).toBe(before + 1);
  await play(await app.player());
  await app.clock.advance(60);
  await expect.poll(marks, { timeout: 8000 }).toBe(0);
  const stream = await follow(admin);
  await play(await app.player());
  await stream.until("stats", ({ totalSessions }) => totalSessions === before + 3);
  await stream.end();
});
