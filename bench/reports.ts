/**
 * Measures the times of the administrators' reads over generated histories, and the size of the rollups. Run: `npm run
 * bench:reports`, or with other sizes: `npm run bench:reports -- --sizes 10000,100000,1000000`.
 *
 * Each history has a database of its own with 8 shots a session: a business of three courses that grows, so the larger
 * ones are longer, too. Reads are called on the app itself, without a network, every size in turn: the lower quartile
 * of many, in milliseconds. At the end 500 more sessions are played through the API on each, and the folded figures are
 * compared with a rebuild.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { createRollups, rebuild } from "#features/dashboard/server/rollups.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { type App, buildApp } from "#main/server/app.ts";
import { seedDemo } from "#main/server/seed.ts";
import { readConfig } from "#platform/server/config.ts";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { addDays, localDay } from "#platform/shared/days.ts";
import type { Browser, Player } from "../test/app.ts";
import { bodyOf, callsBy, firstOf, type RawCall } from "../test/calls.ts";
import { codesTo } from "../test/demo.ts";
import { playSessions } from "../test/play-history.ts";
import { card } from "./client.ts";
import { writeHistory } from "./history.ts";

const { values } = parseArgs({
  options: { sizes: { type: "string", default: "10000,100000" }, more: { type: "string", default: "500" } },
});
const sizes = values.sizes.split(",").map(Number);
const MORE = Number(values.more);
const CALLS = 80;
const SHOTS = 10;
const rollups = ["play", "players", "sales", "claims", "accounts"].map((name) => `rollup_${name}`);

const folder = mkdtempSync(join(tmpdir(), "acebay-bench-"));
const postgres = await startEmbedded(folder);
const config = readConfig({ DATA_DIR: folder, SESSION_SECRET: "a-secret-for-the-bench-that-is-long-enough" });
const started = new Date();
let registered = 0;
const table: Record<string, Record<string, string>> = {};

const subjects: Subject[] = [];
for (const size of sizes) subjects.push(await prepared(size, size <= 10_000 ? 90 : size <= 100_000 ? 365 : 1000));
const today = localDay(started, config.operatorTimeZone);
const filters = { "all-time": "all-time", day: addDays(today, -3), "7 days": `${addDays(today, -6)}_${today}` };
const ofPeriods: Record<string, (by: Player, dateFilter: string) => Promise<unknown>> = {
  stats: (by, dateFilter) => bodyOf(by.call(dashboardRoutes.getStats, { query: { dateFilter } })),
  activity: (by, dateFilter) => bodyOf(by.call(dashboardRoutes.listActivity, { query: { dateFilter } })),
  "session-analytics": (by, dateFilter) =>
    bodyOf(by.call(dashboardRoutes.getSessionAnalytics, { query: { dateFilter } })),
  "course-report/1": (by, dateFilter) =>
    bodyOf(by.call(reportRoutes.getCourseReport, { params: { courseId: 1 }, query: { dateFilter } })),
};
for (const [what, read] of Object.entries(ofPeriods))
  for (const [name, filter] of Object.entries(filters)) await readInTurn(`${what} ${name}`, (by) => read(by, filter));
await readInTurn("live-sessions", (by) => bodyOf(by.call(dashboardRoutes.listLiveSessions)));
await readInTurn("attention", (by) => bodyOf(by.call(dashboardRoutes.getAttention)));
await readInTurn("prize-claims", (by) => bodyOf(by.call(claimRoutes.listClaims)));
for (const subject of subjects) await playOn(subject);
console.table(table);
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

interface Subject {
  size: number;
  db: Database;
  app: App;
  clock: { now: () => Date; advance: (seconds: number) => Promise<void> };
  admin: Player;
}

function note(name: string, column: number | string, value: number | string): void {
  (table[name] ??= {})[String(column)] = String(value);
}

/** A history on a database of its own, with an app on it. */
async function prepared(size: number, days: number): Promise<Subject> {
  const root = openDatabase({ ...postgres.owner, database: "postgres" }, 1);
  await root.pool.query(`CREATE DATABASE size_${size}`);
  await root.close();
  const db = openDatabase({ ...postgres.owner, database: `size_${size}` });
  await migrate(db.pool);
  await seedDemo(db, started);
  note("write the history, s", size, await seconds(() => writeHistory(db, size, days, started)));
  note("rebuild, s", size, await seconds(() => rebuild(db, config.operatorTimeZone)));
  let offset = 0;
  const clock = {
    now: () => new Date(started.getTime() + offset),
    advance: async (by: number) => void (offset += by * 1000),
  };
  const app = await buildApp({ config, db, clock, logLevel: "silent" });
  await app.http.ready();
  return { size, db, app, clock, admin: await signIn(app, "admin@acebay.test") };
}

/** Every size in turn, call by call, so that a noisy machine disturbs all of them equally. */
async function readInTurn(name: string, read: (by: Player) => Promise<unknown>): Promise<void> {
  const taken = subjects.map((): number[] => []);
  for (let n = 0; n < CALLS; n++)
    for (const [index, { admin }] of subjects.entries()) {
      const began = performance.now();
      await read(admin);
      taken[index]?.push(performance.now() - began);
    }
  const typical = taken.map(lowerQuartile);
  for (const [index, { size }] of subjects.entries()) note(`${name}, ms`, size, (typical[index] ?? 0).toFixed(2));
  note(`${name}, ms`, "growth", ((typical.at(-1) ?? 0) / (typical[0] ?? 1)).toFixed(2));
}

/** Measured after more play: the time from a shot, the sizes, and whether the folds are right. */
async function playOn({ size, db, app, clock, admin }: Subject): Promise<void> {
  const golfer = await register(app);
  const bought = { paymentInfo: card, sessionData: { courseId: 1, packageId: 6, bayNumber: 1 }, amount: 9 };
  const { session } = await bodyOf(golfer.call(paymentRoutes.processPayment, { body: bought }), 200);
  if (!session) throw new Error("the purchase started no session");
  const sessionId = session.id;
  const shot = () =>
    golfer.call(playRoutes.recordShot, {
      body: { sessionId, targetHole: "missed", prizeClaim: false, prizeAmount: 0 },
    });
  note("stats right after a shot, ms", size, await statsAfter(admin, shot));
  note("shot to dashboard event, ms", size, await shotToEvent(app, admin, shot));
  note("rollups, MB", size, megabytes(await bytes(db, rollups)));
  note("sessions and attempts, MB", size, megabytes(await bytes(db, ["sessions", "attempts"])));

  let by = admin;
  const stage = {
    player: () => register(app),
    advance: clock.advance,
    now: clock.now,
    admin: async () => {
      if ((await by.call(accountRoutes.me)).status !== 200) by = await signIn(app, "admin@acebay.test");
      return by;
    },
  };
  await playSessions(stage, MORE);
  await createRollups({ db, clock, timeZone: config.operatorTimeZone }).fold();
  const folded = await contents(db);
  await app.close();
  await rebuild(db, config.operatorTimeZone);
  note(`${MORE} more, folded as rebuilt`, size, folded === (await contents(db)) ? "yes" : "NO");
  await db.close();
}

async function statsAfter(admin: Player, shot: () => Promise<unknown>): Promise<string> {
  const taken: number[] = [];
  for (let n = 0; n < SHOTS; n++) {
    await shot();
    const began = performance.now();
    await bodyOf(admin.call(dashboardRoutes.getStats));
    taken.push(performance.now() - began);
  }
  return lowerQuartile(taken).toFixed(2);
}

/** The lower quartile of many times, which other work has hardly disturbed. */
function lowerQuartile(taken: readonly number[]): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 4)] ?? 0;
}

/** The time from a shot's call to the event with it: the median of some shots at random moments. */
async function shotToEvent(app: App, admin: Player, shot: () => Promise<unknown>): Promise<string> {
  const url = await app.http.listen({ port: 0, host: "127.0.0.1" });
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const ending = new AbortController();
  const reply = await fetch(`${url}/api/admin/events`, { headers: { cookie }, signal: ending.signal });
  let shots = 0;
  let heard: (() => void) | undefined;
  const listen = async () => {
    let text = "";
    for await (const part of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (text + part).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        if (!event.startsWith("event: stats\n")) continue;
        const { totalShots } = JSON.parse(event.slice(event.indexOf("data: ") + 6)) as { totalShots: number };
        if (totalShots > shots) heard?.();
        shots = totalShots;
      }
    }
  };
  const listening = listen().catch(() => undefined);
  // The first events, and those of the purchase, are skipped.
  await new Promise((wait) => setTimeout(wait, 3000));
  const taken: number[] = [];
  for (let n = 0; n < 5; n++) {
    await new Promise((wait) => setTimeout(wait, 1000 + Math.random() * 1000));
    const next = new Promise<void>((done) => (heard = done));
    const began = performance.now();
    await shot();
    await next;
    taken.push(performance.now() - began);
  }
  ending.abort();
  await listening;
  return taken.toSorted((a, b) => a - b)[2]?.toFixed(0) ?? "";
}

function browser(app: App): Browser {
  const cookies = new Map<string, string>();
  const raw: RawCall = async (method, path, body) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const payload = body === undefined ? {} : { payload: body as object }; // JSON of any kind.
    const reply = await app.http.inject({ method, url: path, headers: cookie ? { cookie } : {}, ...payload });
    for (const { name, value } of reply.cookies) cookies.set(name, value);
    const isJson = String(reply.headers["content-type"]).includes("json");
    return { status: reply.statusCode, body: isJson ? reply.json() : reply.body, headers: reply.headers };
  };
  return { cookies, ...callsBy(raw) };
}

async function register(app: App): Promise<Player> {
  const person = browser(app);
  const email = `bench${registered++}@example.com`;
  const body = { name: "Bench", email, phone: "555 010 0100" };
  const { user } = await bodyOf(person.call(accountRoutes.register, { body }));
  return { ...person, id: user.id, userId: user.userId, email };
}

async function signIn(app: App, email: string): Promise<Player> {
  const person = browser(app);
  await person.call(accountRoutes.login, { body: { email } });
  const code = firstOf(await codesTo(person, email));
  const { user } = await bodyOf(person.call(accountRoutes.login, { body: { email, code } }), 200);
  return { ...person, id: user.id, userId: user.userId, email };
}

async function seconds(work: () => Promise<unknown>): Promise<string> {
  const began = performance.now();
  await work();
  return ((performance.now() - began) / 1000).toFixed(1);
}

async function bytes(db: Database, names: readonly string[]): Promise<number> {
  const { rows } = await db.pool.query<{ bytes: number }>(
    "SELECT sum(pg_total_relation_size(name::regclass))::bigint AS bytes FROM unnest($1::text[]) AS name",
    [names],
  );
  return rows[0]?.bytes ?? 0;
}

function megabytes(count: number): string {
  return (count / 1_000_000).toFixed(1);
}

/** Every stored figure, as one text. */
async function contents(db: Database): Promise<string> {
  const all = rollups.map((name) => `SELECT '${name} ' || r AS line FROM ${name} r`).join(" UNION ALL ");
  const { rows } = await db.pool.query<{ line: string }>(`${all} ORDER BY 1`);
  return rows.map(({ line }) => line).join("\n");
}
