/** Course reports as files: what is in them, what they are called, and who may have them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CourseReport } from "#features/reports/contract.ts";
import { drawCourseReport, writeCourseReport } from "#features/reports/server/course-report-files.ts";
import type { Language } from "#platform/shared/language.ts";
import { cellsOf } from "#test/csv.ts";
import { buy, claim, freshApp, type Json, type Player, play, type Reply, shoot, type TestApp } from "#test/app.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  const golfer = await app.player("Robin Tester");
  const session = await play(golfer);
  await app.clock.advance(30);
  await shoot(golfer, session.id);
  await claim(golfer, session.id, "left");
  await buy(await app.player("李小龙"));
}, 120_000);
afterAll(() => app.close());

async function file(by: Player, of = "1/download", query = ""): Promise<Reply> {
  // An account may read ten files a minute.
  await app.clock.advance(6);
  return by.raw("GET", `/api/admin/course-report/${of}${query && `?${query}`}`);
}
const reportOf = async (query = ""): Promise<CourseReport> => (await file(admin, "1", query)).body;

test("the PDF is an attachment named by the course and the filter, tagged, of one to three pages", async () => {
  const reply = await file(admin, "1/download", "dateFilter=2026-11-21");
  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'attachment; filename="Palmetto-Pines-Driving-Range-report-2026-11-21.pdf"',
  });
  expect(reply.body).toMatch(/^%PDF-1\.7/);
  expect(reply.body).toContain("/StructTreeRoot");
  expect(pagesOf(reply.body)).toBeLessThanOrEqual(3);
  expect((await file(admin)).headers["content-disposition"]).toContain("-report-all-time.pdf");
});

/** The texts that the PDF is given, a line each. */
function writtenOf(report: CourseReport, language?: Language): string[] {
  const written: string[] = [];
  const add = (...texts: readonly string[]) => void written.push(texts.filter(Boolean).join(" | "));
  writeCourseReport(
    {
      heading: add,
      paragraph: (text) => add(text),
      facts: (pairs) => pairs.forEach((pair) => add(...pair)),
      figures: (figures) =>
        figures.forEach(({ label, value, note = "", before = "" }) => add(label, value, note, before)),
      charts: (charts) =>
        charts.forEach(({ title, points }) => add(title, ...points.map(({ value }) => String(value)))),
      shares: (_, parts) => parts.forEach(({ label, value }) => add(label, value)),
      table: (_, rows) => rows.forEach(({ cells }) => add(...cells)),
      plate: () => undefined,
      name: (text) => text,
      end: async () => Buffer.of(),
    },
    report,
    language,
  );
  return written;
}

test("the PDF is given every figure of the JSON [2.127-128]", async () => {
  const report = await reportOf();
  const written = writtenOf(report);
  expect(report).toMatchObject({
    uniquePlayers: 2,
    totalRevenue: 10,
    totalShots: 1,
    prizeClaims: 1,
    revenueGrowth: null,
  });
  for (const line of [
    "Users who played | 2 | 2 sessions",
    "Total revenue | $10.00 | New: Nov 1-21 against Oct 1-21",
    "Prize claims | 1 | $0.00 paid out",
    "Total shots | 1",
    `Current jackpot | ${report.course.jackpotAmount.toLocaleString("en-US", { style: "currency", currency: "USD" })} | at the moment`,
    "New users | 2 (100%)",
    "Returning users | 0 (0%)",
    "Left Hole | 1 (100%)",
    "Middle Hole | 0 (0%)",
    "Jackpot Ten | $5 | 2 | 100% | $10.00",
    "Busiest day | Nov 21, 2026",
    "Average daily revenue | $10.00",
    "Average daily sessions | 2",
  ])
    expect(written).toContain(line);
  const sessions = written.find((line) => line.startsWith("Sessions a day"));
  expect(sessions?.split(" | ").slice(1).map(Number)).toEqual(report.trends.map((day) => day.sessions));
  for (const { description } of report.recentActivity)
    expect(written.some((line) => line.includes(description))).toBe(true);
});

test("the PDF in Spanish has the same figures in Spanish words, and is of that language", async () => {
  const report = await reportOf();
  const written = writtenOf(report, "es");
  expect(written).toHaveLength(writtenOf(report).length);
  for (const line of [
    "Jugadores que jugaron | 2 | 2 sesiones",
    "Ingresos totales | $10.00 | Nuevo: 1-21 nov frente a 1-21 oct",
    "Jugadores nuevos | 2 (100%)",
    "Hoyo izquierdo | 1 (100%)",
    "Ingresos diarios en promedio | $10.00",
  ])
    expect(written).toContain(line);
  const own = /America\/New_York|^(?:Jackpot Ten|FREE TEE TIME SHOT)/;
  const spoken = written.map((line) => line.replace(own, "")).join("\n");
  expect(spoken).not.toMatch(/\b(?:users|revenue|claims?|shots?|sessions?|hole|day|days|when|what|of|to|and|new)\b/i);
  const pdf = (await drawCourseReport.run(report, "Acebay", "es")).toString("latin1");
  expect(pdf).toMatch(/\/Lang \(es/);
});

test("the CSV has every figure of the JSON, a row each, with the course and period", async () => {
  const report = await reportOf("dateFilter=2026-11-15_2026-11-21");
  const reply = await file(admin, "1/download.csv", "dateFilter=2026-11-15_2026-11-21");
  expect(reply.headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="Palmetto-Pines-Driving-Range-report-2026-11-15_2026-11-21.csv"',
  });
  const [header, ...rows] = String(reply.body)
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\r\n");
  expect(header).toBe("Course,Period,Time zone,Section,Of,Figure,Value");
  const start = "Palmetto Pines Driving Range,2026-11-15_2026-11-21,America/New_York";
  expect(rows.every((row) => row.startsWith(start))).toBe(true);
  const has = (end: string) => expect(rows).toContain(`${start},${end}`);
  has("Summary,,Total revenue (USD),10");
  has("Summary,Nov 1-21 against Oct 1-21,Revenue growth (%),New");
  has("Period before,2026-11-08_2026-11-14,Users who played,0");
  has("Period before,2026-11-08_2026-11-14,Total revenue (USD),0");
  has("Package popularity,Jackpot Ten,Revenue (USD),10");
  has("Prize distribution,Left Hole,Claims,1");
  for (const { date, revenue, sessions } of report.trends) {
    has(`Days,${date},Revenue (USD),${revenue}`);
    has(`Days,${date},Sessions,${sessions}`);
  }
  expect(rows.filter((row) => row.includes(",Recent activity (UTC),"))).toHaveLength(report.recentActivity.length);
});

test("the CSV in Spanish has the same values under Spanish sections and figures", async () => {
  const rowsIn = async (language: string) =>
    cellsOf(
      String((await file(admin, "1/download.csv", `dateFilter=2026-11-15_2026-11-21&language=${language}`)).body),
    );
  const [english, spanish] = [await rowsIn("en"), await rowsIn("es")];
  expect(spanish).toHaveLength(english.length);
  for (const [at, row] of spanish.entries()) {
    const same = english[at] ?? [];
    // The section, and the figure but for the moments of the activities.
    expect(row[3]).not.toBe(same[3]);
    if (same[3] !== "Recent activity (UTC)") expect(row[5]).not.toBe(same[5]);
    if (at > 0 && same[6] !== "New" && !same[5]?.endsWith("(UTC)")) expect(row[6]).toBe(same[6]);
  }
});

test("for names in any script both files are made, under a safe file name with the name itself beside it", async () => {
  const rename = (name: string) => app.db.pool.query("UPDATE courses SET name = $1 WHERE id = 2", [name]);
  for (const [name, plain, whole] of [
    ["高尔夫球场", "report-all-time", "高尔夫球场-report-all-time"],
    ["Гольф «Берёзка»", "report-all-time", "Гольф-Берёзка-report-all-time"],
    ["ملعب الجولف", "report-all-time", "ملعب-الجولف-report-all-time"],
    ["Łódź 'Golf' (1)*", undefined, "Łódź-Golf-1-report-all-time"],
    ['x"; filename=evil\r\n', "x-filename-evil-report-all-time", undefined],
    ["=HYPERLINK(1)", "HYPERLINK-1-report-all-time", undefined],
    ["⛳", "report-all-time", undefined],
    ["../../etc", "etc-report-all-time", undefined],
  ] as const) {
    await rename(name);
    for (const [of, type] of [
      ["2/download", "pdf"],
      ["2/download.csv", "csv"],
    ] as const) {
      const { status, headers, body } = await file(admin, of);
      expect(status).toBe(200);
      const [, safe, , beside] =
        /^attachment; filename="([A-Za-z0-9._-]+)"(; filename\*=UTF-8''([A-Za-z0-9._~%-]+))?$/.exec(
          String(headers["content-disposition"]),
        ) ?? [];
      if (plain !== undefined) expect(safe).toBe(`${plain}.${type}`);
      expect(beside && decodeURIComponent(beside)).toBe(whole && `${whole}.${type}`);
      if (type === "csv") expect(body).not.toMatch(/^=/m);
      else expect(body).toMatch(/^%PDF-/);
    }
  }
});

test("both files are made for no data, for a day, and for years with many packages", async () => {
  const report = await reportOf();
  const empty: CourseReport = { ...report, trends: [], popularPackages: [], recentActivity: [], peakDay: null };
  const [first] = report.popularPackages;
  const [event] = report.recentActivity;
  if (!first || !event) throw new Error("The history has packages and events");
  const large: CourseReport = {
    ...report,
    course: { ...report.course, name: "نادي الجولف ".repeat(6), address: "A long address ".repeat(12) },
    dateFilter: "2017-01-01_2026-11-21",
    trends: Array.from({ length: 3600 }, (_, n) => ({
      date: new Date(Date.UTC(2017, 0, 1 + n)).toISOString().slice(0, 10),
      revenue: n % 50 === 0 ? -3 : n,
      sessions: n,
      shots: n,
    })),
    popularPackages: Array.from({ length: 60 }, (_, id) => ({
      ...first,
      id,
      name: `Package ${id} ${"long ".repeat(8)}`,
    })),
    recentActivity: Array.from({ length: 20 }, (_, n) => ({
      ...event,
      id: String(n),
      description: "高尔夫 ".repeat(30),
    })),
  };
  for (const [of, pages] of [
    [empty, 1],
    [report, 2],
    [large, 3],
  ] as const) {
    const pdf = (await drawCourseReport.run(of, "Acebay")).toString("latin1");
    expect(pagesOf(pdf)).toBe(pages);
    expect(pdf).not.toContain("NaN");
  }
});

test("the files are for administrators and the course's own staff; 401 for visitors, 403 for players, 404 for staff of another course", async () => {
  const [visitor, golfer, staff] = [app.browser(), await app.player(), await app.signIn("staff@acebay.test")];
  const statuses = async (by: Pick<Player, "raw">) =>
    Promise.all(
      ["1/download", "1/download.csv", "2/download", "2/download.csv", "77/download"].map(
        async (of) => (await by.raw("GET", `/api/admin/course-report/${of}`)).status,
      ),
    );
  expect(await statuses(visitor)).toEqual([401, 401, 401, 401, 401]);
  expect(await statuses(golfer)).toEqual([403, 403, 403, 403, 403]);
  expect(await statuses(staff)).toEqual([200, 200, 404, 404, 404]);
  expect(await statuses(admin)).toEqual([200, 200, 200, 200, 404]);
});

test.each(["yesterday", "2026-11-31", "2026-11-21_2026-11-20", "2026-11-21_", "_", "2026-11-21&dateFilter=all-time"])(
  "dateFilter=%s is 400",
  async (filter) => {
    for (const path of ["1/download", "1/download.csv"]) {
      const { status, body }: { status: number; body: Json } = await file(admin, path, `dateFilter=${filter}`);
      expect([status, body.error.code]).toEqual([400, "request.invalid"]);
    }
  },
);

function pagesOf(pdf: string): number {
  return Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf)?.[1]);
}
