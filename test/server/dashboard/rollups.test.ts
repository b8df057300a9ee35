/** Rollups: the folded figures equal a rebuild from the rows, whatever happened in between. */
import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { createRollups, rebuild } from "#features/dashboard/server/rollups.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { freshApp, type Json, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { figuresOf } from "#test/figures.ts";
import { playSessions } from "#test/play-history.ts";
import { endConnections } from "#test/database.ts";

const ZONE = "America/New_York";
const DAY = 24 * 3600;
let app: TestApp;
let signedIn: () => Promise<Player>;
let read: (what: string, filter?: string) => Promise<Json>;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  ({ signedIn, read } = figuresOf(app));
});
afterAll(() => app.close());

const tables = ["play", "players", "sales", "claims", "accounts"];
/** Every figure that is kept. */
async function kept(db: Database = app.db): Promise<string[]> {
  const { rows } = await db.pool.query<{ line: string }>(
    `${tables.map((name) => `SELECT '${name} ' || r AS line FROM rollup_${name} r`).join(" UNION ALL ")} ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}
/** What a fold leaves, and what a rebuild makes of the rows then. */
async function foldedAndRebuilt(): Promise<[folded: string[], rebuilt: string[]]> {
  await createRollups({ db: app.db, clock: app.clock, timeZone: ZONE }).fold();
  const folded = await kept();
  await rebuild(app.db, ZONE);
  return [folded, await kept()];
}

function sumOf(entries: readonly Json[], name: string): number {
  return entries.reduce((total, of) => total + of[name], 0);
}

/** Where histories are played. */
const stage = {
  player: () => app.player(),
  advance: (seconds: number) => app.clock.advance(seconds),
  now: () => app.clock.now(),
  admin: () => signedIn(),
};

test("after a history through the API that was folded step by step, a rebuild changes nothing", async () => {
  await playSessions(stage, 40);
  const [folded, rebuilt] = await foldedAndRebuilt();
  expect(folded).toEqual(rebuilt);
  const { rows } = await app.db.pool.query(
    `SELECT (SELECT sum(shots) FROM rollup_play WHERE zone = 'course' AND span = 'day') AS shots,
      (SELECT count(*) FROM attempts WHERE withdrawn_at IS NULL) AS attempts,
      (SELECT sum(milliseconds)::bigint FROM rollup_play WHERE zone = 'operator' AND span = 'month') AS milliseconds,
      (SELECT sum(extract(epoch FROM last - s.started_at) * 1000)::bigint FROM sessions s,
        LATERAL (SELECT max(created_at) AS last FROM attempts a WHERE a.session_id = s.id AND a.withdrawn_at IS NULL) a) AS taken,
      (SELECT count(DISTINCT course_id) FROM rollup_sales WHERE refunded_cents > 0) AS refunded,
      (SELECT sum(group_sessions) FROM rollup_play) AS groups, (SELECT sum(free_sessions) FROM rollup_play) AS free`,
  );
  const [{ shots, attempts, milliseconds, taken, ...happened }] = rows;
  expect(shots).toBe(attempts);
  expect(milliseconds).toBe(taken);
  for (const [what, times] of Object.entries(happened)) expect(times, what).toBeGreaterThan(0);
});

test("after months that were folded step by step, a rebuild changes nothing, and each month is the sum of its days", async () => {
  for (const seed of [1, 2, 3]) {
    await playSessions(stage, 5, seed);
    await app.clock.advance(22 * DAY);
  }
  const [folded, rebuilt] = await foldedAndRebuilt();
  expect(folded).toEqual(rebuilt);
  const { rows } = await app.db.pool.query(
    "SELECT count(*) AS months FROM (SELECT DISTINCT day FROM rollup_play WHERE span = 'month') m",
  );
  expect(rows[0].months).toBeGreaterThan(2);
  const periods = ["2026-11-01_2027-02-28", "2026-11-23_2027-01-24", "2026-12-01_2026-12-31", "2026-11-21_2026-12-31"];
  for (const period of periods) {
    const analytics = await read("session-analytics", period);
    expect(analytics.summary.totalSessions, period).toBe(sumOf(analytics.trends, "total"));
    expect(analytics.summary.totalSessions, period).toBeGreaterThan(0);
    const report = await read("course-report/1", period);
    expect(report.totalRevenue, period).toBeCloseTo(sumOf(report.trends, "revenue"), 6);
    expect(report.totalSessions, period).toBe(sumOf(report.trends, "sessions"));
    expect(report.totalShots, period).toBe(sumOf(report.trends, "shots"));
  }
  const whole = await read("stats", "2026-11-01_2027-02-28");
  // All time has no period before it.
  expect(whole.before).toMatchObject({ totalSessions: 0 });
  expect(await read("stats")).toEqual({ ...whole, before: null });
});

test("a wrong figure is corrected by a rebuild, and not by a fold", async () => {
  const right = await kept();
  await app.db.pool.query("UPDATE rollup_play SET shots = shots + 1 WHERE zone = 'operator'");
  await (await signedIn()).call(dashboardRoutes.getStats);
  expect(await kept()).not.toEqual(right);
  await rebuild(app.db, ZONE);
  expect(await kept()).toEqual(right);
});

test("the command rebuilds, beside a running server", async () => {
  const right = await kept();
  await app.db.pool.query("DELETE FROM rollup_sales");
  const { host, user, database } = app.connection;
  const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`;
  const env = { PATH: process.env["PATH"], DATABASE_URL: url, DATA_DIR: "/tmp/unused" };
  const { stdout } = await promisify(execFile)(process.execPath, ["src/main/server/rollups.ts"], { env });
  expect(stdout).toMatch(/^Worked out \d+ .* America\/New_York\.\n$/);
  expect(await kept()).toEqual(right);
});

test("a changed time zone of the operator makes the first fold rebuild", async () => {
  const before = await kept();
  const elsewhere = createRollups({ db: app.db, clock: app.clock, timeZone: "Asia/Tokyo" });
  await elsewhere.fold();
  const there = await kept();
  expect(there).not.toEqual(before);
  expect(there.filter((line) => line.includes("(course,"))).toEqual(before.filter((line) => line.includes("(course,")));
  await createRollups({ db: app.db, clock: app.clock, timeZone: ZONE }).fold();
  expect(await kept()).toEqual(before);
});

test("a course that moves to another time zone, and back, has its days and months folded again", async () => {
  const before = await kept();
  const moveTo = (zone: string) => app.db.pool.query("UPDATE courses SET time_zone = $1 WHERE id = 1", [zone]);
  await moveTo("Asia/Tokyo");
  const [folded, rebuilt] = await foldedAndRebuilt();
  expect(folded).toEqual(rebuilt);
  expect(folded).not.toEqual(before);
  await moveTo(ZONE);
  const [back] = await foldedAndRebuilt();
  expect(back).toEqual(before);
});

test("shots beside folds in two processes and cut connections are neither lost nor counted twice", async () => {
  const golfers = await Promise.all(Array.from({ length: 6 }, () => app.player()));
  const sessions = await Promise.all(golfers.map(async (golfer) => ({ golfer, session: await play(golfer) })));
  const others = [openDatabase(app.connection, 2), openDatabase(app.connection, 2)];
  const keepers = others.map((db) => createRollups({ db, clock: app.clock, timeZone: ZONE }));
  let over = false;
  const folding = keepers.map(async (keeper) => {
    while (!over) await keeper.fold().catch(() => undefined);
  });
  const cutting = (async () => {
    while (!over) {
      await sleep(15);
      await endConnections(
        app.db,
        "query ~ 'rollup_(play|players|state|marks)' AND state <> 'idle' AND random() < 0.5",
      );
    }
  })();
  const shots = sessions.map(async ({ golfer, session }) => {
    let taken = 0;
    // The cut may hit the statement of a shot, whose trigger writes a mark; then the shot is not recorded either.
    while (taken < 10) if ((await shoot(golfer, session.id)).status === 201) taken += 1;
  });
  await Promise.all(shots);
  over = true;
  await Promise.all([...folding, cutting]);
  const [folded, rebuilt] = await foldedAndRebuilt();
  expect(folded).toEqual(rebuilt);
  await Promise.all(others.map((db) => db.close()));
});

test("readers at the same time share a fold that knows what each of them did before", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  const by = await signedIn();
  const total = async () => (await bodyOf(by.call(dashboardRoutes.getStats))).totalShots;
  const before = await total();
  const seen = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      await shoot(golfer, session.id);
      return (await total()) - before >= 1 ? index : "a read without its own shot";
    }),
  );
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect((await total()) - before).toBe(8);
});

test("a fold that is cut off half-way changes nothing", async () => {
  await app.jobs.stop();
  const golfer = await app.player();
  const session = await play(golfer);
  await createRollups({ db: app.db, clock: app.clock, timeZone: ZONE }).fold();
  const before = await kept();
  await shoot(golfer, session.id);
  const holder = await app.db.pool.connect();
  await holder.query("BEGIN; LOCK TABLE rollup_play IN EXCLUSIVE MODE");
  const folding = createRollups({ db: app.db, clock: app.clock, timeZone: ZONE }).fold();
  const cut = () => endConnections(app.db, "wait_event_type = 'Lock' AND query ~ 'rollup_play'");
  const outcome = folding.then(
    () => "folded",
    () => "cut off",
  );
  try {
    await expect.poll(cut, { timeout: 10_000 }).toBe(1);
    expect(await outcome).toBe("cut off");
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
  expect(await kept()).toEqual(before);
  const [folded, rebuilt] = await foldedAndRebuilt();
  expect(folded).toEqual(rebuilt);
  expect(await kept()).not.toEqual(before);
});
