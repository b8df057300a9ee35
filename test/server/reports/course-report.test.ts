/** The course report and the trends: days of whose zone, spans, peaks, averages, growth. And who may read. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportRoutes } from "#features/reports/contract.ts";
import { readConfig } from "#platform/server/config.ts";
import { buy, freshApp, type Json, packs, type Player, SECRET, type TestApp } from "#test/app.ts";
import { figuresOf } from "#test/figures.ts";

let app: TestApp;
let admin: Player;
let read: (what: string, filter?: string) => Promise<Json>;
beforeAll(async () => {
  app = await freshApp();
  // Its midnight is 11:00 UTC, the operator's 05:00.
  await app.db.pool.query(
    `INSERT INTO courses (id, name, address, time_zone, bay_count, price_factor_bp) VALUES (9, 'Tāmaki Range', '-', 'Pacific/Auckland', 50, 10000)`,
  );
  await moveTo("2026-11-30T10:30:00Z");
  await buyAt(9);
  await buyAt(1, packs.jackpot);
  await moveTo("2026-11-30T11:30:00Z");
  await buyAt(9);
  await buyAt(9);
  await moveTo("2026-12-02T11:30:00Z");
  await buyAt(9, packs.jackpot);
  await moveTo("2026-12-05T03:00:00Z");
  const figures = figuresOf(app);
  admin = await figures.signedIn();
  ({ read } = figures);
});
afterAll(() => app.close());

async function moveTo(moment: string) {
  await app.clock.advance((Date.parse(moment) - app.clock.now().getTime()) / 1000);
}
async function buyAt(courseId: number, pack = packs.single) {
  expect((await buy(await app.player(), { pack, sessionData: { courseId } })).status).toBe(200);
}

test("the report counts in the course's days, the dashboard in the operator's", async () => {
  const report = await read("course-report/9", "2026-11-30");
  expect(report).toMatchObject({ timeZone: "Pacific/Auckland", totalSessions: 1, totalRevenue: 1 });
  expect(await read("course-report/9", "2026-12-01")).toMatchObject({ totalSessions: 2, totalRevenue: 2 });
  expect(await read("course-report/1", "2026-11-30")).toMatchObject({ timeZone: "America/New_York", totalRevenue: 5 });
  expect(await read("stats", "2026-11-30")).toMatchObject({ timeZone: "America/New_York", totalRevenue: 8 });
  expect(await read("stats", "2026-12-01")).toMatchObject({ totalSessions: 0, totalRevenue: 0 });
});

test("the report has the peak day, averages over all days, and the growth of the month to date", async () => {
  expect(await read("course-report/9")).toMatchObject({
    course: { id: 9, name: "Tāmaki Range", distance: null },
    dateFilter: "all-time",
    // The third of December there: 5.00 beats two sessions.
    peakDay: "2026-12-03",
    // Since 30 November there, to 5 December: six days.
    avgDailyRevenue: 1.33,
    avgDailySessions: 0.7,
    // 1 to 5 December against 1 to 5 November, when there was nothing.
    revenueGrowth: null,
    totalRevenue: 8,
    uniquePlayers: 4,
  });
  expect(await read("course-report/9", "2026-11-30_2026-12-01")).toMatchObject({
    peakDay: "2026-12-01",
    avgDailyRevenue: 1.5,
    avgDailySessions: 1.5,
    dateFilter: "2026-11-30_2026-12-01",
    before: { from: "2026-11-28", to: "2026-11-29", uniquePlayers: 0, totalRevenue: 0, prizeClaims: 0, totalShots: 0 },
  });
  expect(await read("course-report/9", "2026-12-02_2026-12-03")).toMatchObject({
    totalRevenue: 5,
    before: { from: "2026-11-30", to: "2026-12-01", uniquePlayers: 3, totalRevenue: 3 },
  });
  expect((await read("course-report/9")).before).toBeNull();
  expect((await read("course-report/9", "2027-01-01")).peakDay).toBeNull();
});

test("the trends have an entry for each day, and for all time the last thirty days", async () => {
  const days = await read("session-analytics", "2026-11-29_2026-12-02");
  expect(days.trends).toEqual([
    { date: "2026-11-29", individual: 0, group: 0, freeShots: 0, total: 0 },
    { date: "2026-11-30", individual: 4, group: 0, freeShots: 0, total: 4 },
    { date: "2026-12-01", individual: 0, group: 0, freeShots: 0, total: 0 },
    { date: "2026-12-02", individual: 1, group: 0, freeShots: 0, total: 1 },
  ]);
  const { trends, summary } = await read("session-analytics");
  expect(trends).toHaveLength(30);
  expect([trends[0].date, trends[29].date]).toEqual(["2026-11-05", "2026-12-04"]);
  expect(summary.totalSessions).toBe(5);
  expect((await read("course-report/9", "2026-12-01_2026-12-02")).trends).toEqual([
    { date: "2026-12-01", revenue: 2, sessions: 2, shots: 0 },
    { date: "2026-12-02", revenue: 0, sessions: 0, shots: 0 },
  ]);
  expect((await read("session-analytics", "1900-01-01_2999-12-31")).trends).toHaveLength(3660);
});

test("a course that moves to another time zone counts in that zone's days at once", async () => {
  await app.db.pool.query("UPDATE courses SET time_zone = 'UTC' WHERE id = 9");
  expect(await read("course-report/9", "2026-11-30")).toMatchObject({ timeZone: "UTC", totalSessions: 3 });
  await app.db.pool.query("UPDATE courses SET time_zone = 'Pacific/Auckland' WHERE id = 9");
  expect(await read("course-report/9", "2026-11-30")).toMatchObject({ totalSessions: 1 });
});

test.each([
  [{ OPERATOR_LATITUDE: "26.1" }],
  [{ OPERATOR_LATITUDE: "91", OPERATOR_LONGITUDE: "0" }],
  [{ OPERATOR_LATITUDE: "here", OPERATOR_LONGITUDE: "there" }],
])("the operator's location %j stops the start", (env) => {
  expect(() => readConfig({ SESSION_SECRET: SECRET, ...env })).toThrow("OPERATOR_LATITUDE and OPERATOR_LONGITUDE");
});

describe("who may read", () => {
  const global = ["stats", "activity", "session-analytics", "live-sessions"];

  test("staff read the reports of their courses, and no global figure", async () => {
    const staff = await app.signIn("staff@acebay.test");
    const status = async (path: string) => (await staff.raw("GET", `/api/admin/${path}`)).status;
    expect(await status("course-report/1")).toBe(200);
    for (const other of ["2", "9", "77"]) expect(await status(`course-report/${other}`)).toBe(404);
    for (const path of [...global, "events"]) expect(await status(path), path).toBe(403);
  });

  test("nobody else reads anything", async () => {
    const golfer = await app.player();
    for (const path of [...global, "events", "course-report/1"]) {
      expect((await golfer.raw("GET", `/api/admin/${path}`)).status, path).toBe(403);
      expect((await app.browser().raw("GET", `/api/admin/${path}`)).status, path).toBe(401);
    }
  });

  test.each(["yesterday", "2026-13-01", "2026-12-02_2026-12-01", "2026-12-01_", "all"])(
    "a filter of %s is 400",
    async (filter) => {
      for (const path of ["stats", "activity", "session-analytics", "events", "course-report/1"]) {
        const reply = await admin.raw("GET", `/api/admin/${path}?dateFilter=${filter}`);
        expect(reply, path).toMatchObject({ status: 400, body: { error: { code: "request.invalid" } } });
      }
    },
  );

  test("an empty filter is all time; an unknown course is 404 [4.37]", async () => {
    expect(await read("course-report/9", "")).toMatchObject({ dateFilter: "all-time" });
    expect((await admin.call(reportRoutes.getCourseReport, { params: { courseId: 77 } })).status).toBe(404);
    expect((await admin.call(reportRoutes.getCourseReport, { params: { courseId: "x" } })).status).toBe(400);
  });
});
