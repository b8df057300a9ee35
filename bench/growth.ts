/**
 * What golfers' calls cost on a long history: each kind of call, reads and writes, on databases with histories of 0,
 * 10,000 and 100,000 sessions (`-- --sizes 0,1000000` for others) and 10,000 golfers who play now. Every size has its
 * turn call by call, on the app itself and without a network. Prints the lower quartile of many in milliseconds and its
 * ratio to that of the database without a history, and writes `test-results/growth.json`. Run: `npm run bench:growth`.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rebuild } from "#features/dashboard/server/rollups.ts";
import { type App, buildApp } from "#main/server/app.ts";
import { seedDemo } from "#main/server/seed.ts";
import { systemClock } from "#platform/server/clock.ts";
import { readConfig } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { card } from "./client.ts";
import { writeHistory } from "./history.ts";
import { COURSE, enrolled, makeGolfers, PACKAGE, type Person, SECRET } from "./world.ts";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "0,10000,100000" },
    running: { type: "string", default: "10000" },
    rounds: { type: "string", default: "120" },
  },
});
const sizes = values.sizes.split(",").map(Number);
const running = Number(values.running);
const rounds = Number(values.rounds);
/** The first calls of a kind are not measured, because they prepare its statements. */
const WARM = 20;
const DAYS = 365;

interface Subject {
  size: number;
  app: App;
  /** Golfers who play; each call takes the next one. */
  golfers: readonly Person[];
  /** Without a session. */
  payers: readonly Person[];
  end: () => Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), "acebay-bench-"));
const postgres = await startEmbedded(folder, 120);
const config = readConfig({ DATA_DIR: folder, SESSION_SECRET: SECRET });

async function prepared(size: number): Promise<Subject> {
  const name = `size_${size}`;
  const root = openDatabase({ ...postgres.owner, database: "postgres" }, 1);
  await root.pool.query(`CREATE DATABASE ${name}`);
  await root.close();
  const connection = { ...postgres.owner, database: name };
  const db = openDatabase(connection);
  await migrate(db.pool);
  const began = performance.now();
  await seedDemo(db, new Date(Date.now() - (DAYS + 1) * 86_400_000));
  if (size > 0) await writeHistory(db, size, DAYS, new Date());
  if (size > 0) await rebuild(db, config.operatorTimeZone);
  const golfers = await makeGolfers(db, running);
  const payers = await enrolled(db, 3 * (rounds + WARM));
  await db.pool.query("VACUUM ANALYZE");
  const app = await buildApp({ config, db, direct: connection, clock: systemClock, logLevel: "silent" });
  await app.http.ready();
  // The jobs do not run, because their work beside a call would be measured with it.
  await app.jobs.stop();
  const { rows } = await db.pool.query("SELECT pg_database_size(current_database()) / 1000000 AS mb");
  console.log(
    `${size} sessions, and ${running} running: ${rows[0]?.mb} MB, ready after ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  const end = async () => {
    await app.close();
    await db.close();
  };
  return { size, app, golfers, payers, end };
}

/** A call of a golfer. @returns the body of the answer; refused calls end the bench */
async function call(app: App, method: "GET" | "POST", url: string, cookie: string, payload?: object) {
  const reply = await app.http.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url} answered ${reply.statusCode}: ${reply.body}`);
  return reply;
}

type Reply = Awaited<ReturnType<typeof call>>;
interface Kind {
  name: string;
  /** Who makes the call: somebody who plays, or who pays. */
  by: "golfers" | "payers";
  call: (app: App, person: Person, made: string) => Promise<Reply>;
  /** Does what must happen shortly before the call, which is not measured. @returns what the call needs of it */
  before?: (app: App, person: Person) => Promise<string>;
}

const shot = (app: App, person: Person, targetHole: string) =>
  call(app, "POST", "/api/attempts", person.cookie, {
    sessionId: person.sessionId,
    shotId: randomUUID(),
    targetHole,
    prizeClaim: targetHole !== "missed",
    prizeAmount: 0,
  });
const pay = (app: App, person: Person, start: boolean) =>
  call(app, "POST", "/api/process-payment", person.cookie, {
    paymentInfo: card,
    sessionData: { courseId: COURSE, packageId: PACKAGE, bayNumber: 1 },
    amount: 5,
    start,
  });
const read = (name: string, path: (person: Person) => string): Kind => ({
  name,
  by: "golfers",
  call: (app, person) => call(app, "GET", path(person), person.cookie),
});

/** The order matters: a golfer's session ends after the calls that need it. */
const kinds: readonly Kind[] = [
  read("who am I", () => "/api/me"),
  read("courses", () => "/api/courses"),
  read("winners of a course", () => `/api/courses/${COURSE}/winners`),
  read("session's view", ({ sessionId }) => `/api/sessions/${sessionId}`),
  read("open sessions", ({ userId }) => `/api/users/${userId}/sessions/active`),
  read("history of sessions", ({ userId }) => `/api/users/${userId}/sessions`),
  read("own claims", ({ userId }) => `/api/users/${userId}/claims`),
  read("orders", () => "/api/orders"),
  read("profile", ({ userId }) => `/api/users/${userId}`),
  read("devices", () => "/api/devices"),
  { name: "shot", by: "golfers", call: (app, person) => shot(app, person, "missed") },
  {
    name: "undo of a shot",
    by: "golfers",
    before: async (app, person) => (await shot(app, person, "missed")).json().attempt.id,
    call: (app, person, made) => call(app, "POST", `/api/attempts/${made}/undo`, person.cookie),
  },
  { name: "claim of a prize", by: "golfers", call: (app, person) => shot(app, person, "left") },
  { name: "claim of the jackpot", by: "golfers", call: (app, person) => shot(app, person, "middle") },
  {
    name: "end of a session",
    by: "golfers",
    call: (app, person) => call(app, "POST", `/api/sessions/${person.sessionId}/complete`, person.cookie, {}),
  },
  { name: "payment", by: "payers", call: (app, person) => pay(app, person, true) },
  { name: "payment ahead", by: "payers", call: (app, person) => pay(app, person, false) },
  {
    name: "registration",
    by: "payers",
    call: (app) =>
      call(app, "POST", "/api/register", "", {
        name: "Bench Golfer",
        email: `${randomUUID()}@example.com`,
        phone: "555 010 0100",
      }),
  },
  {
    name: "sign-in on a known device",
    by: "golfers",
    call: (app, { email, cookie }) =>
      call(app, "POST", "/api/login", cookie.replace(/acebay_session=[^;]*; /, ""), { email }),
  },
];

const subjects: Subject[] = [];
for (const size of sizes) subjects.push(await prepared(size));
const rows: { call: string; ms: number[]; ratios: number[] }[] = [];
let paid = 0;
for (const kind of kinds) {
  const times = subjects.map((): number[] => []);
  // Every size in turn, so that other work disturbs all alike.
  for (let n = 0; n < rounds + WARM; n++)
    for (const [index, subject] of subjects.entries()) {
      const person = kind.by === "golfers" ? subject.golfers[n] : subject.payers[paid + n];
      if (!person) throw new Error("There are too few people");
      const made = (await kind.before?.(subject.app, person)) ?? "";
      const began = performance.now();
      await kind.call(subject.app, person, made);
      if (n >= WARM) times[index]?.push(performance.now() - began);
    }
  if (kind.by === "payers" && kind.name !== "registration") paid += rounds + WARM;
  const ms = times.map(lowerQuartile);
  const ratios = ms.map((one) => one / (ms[0] ?? Number.NaN));
  rows.push({ call: kind.name, ms, ratios });
  console.log(
    `${kind.name.padEnd(28)}${ms.map((one, at) => `${one.toFixed(2)} ms (${(ratios[at] ?? 0).toFixed(2)})`.padStart(20)).join("")}`,
  );
}
const load = loadavg().map((one) => one.toFixed(1));
console.log(`sizes ${sizes.join(", ")}; load of the machine ${load.join(" ")}`);
mkdirSync("test-results", { recursive: true });
writeFileSync("test-results/growth.json", `${JSON.stringify({ sizes, running, load, rows }, null, 2)}\n`);
for (const { end } of subjects) await end();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

/** The lower quartile of many times, which other work has hardly disturbed. */
function lowerQuartile(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 4)] ?? Number.NaN;
}
