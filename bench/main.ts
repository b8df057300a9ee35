/**
 * Measures what calls cost: at our server, at a plain program (Express and `pg`), and at the floors below which no
 * server can get, in turns within one run, so that a noisy machine disturbs all alike. Only ratios of one run mean
 * something. Prints a table and writes `test-results/bench.json`. All servers are warm, and the databases are analysed
 * after each call's first turn, like databases in use. So it does not measure plans that PostgreSQL made while the
 * tables were empty. The last line says what screens cost that ask the plain program each second. Run: `npm run bench`,
 * or `npm run bench -- --calls payment,claim --rounds 5`; with `--beside FOLDER` another checkout of this repository
 * takes its turns, too. `--rates 3,33,333` also says what our calls cost when so many come in a second. Linux.
 *
 * Each server and each PostgreSQL has a process of its own; the load comes from this process. It calls 127.0.0.1 only.
 */
import { randomUUID } from "node:crypto";
import { execFileSync, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { recordShot } from "#features/play/server/shot-store.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { startServer } from "../e2e/server.ts";
import { type Call, callsOf } from "./calls.ts";
import { postmasterOf, secondsOf } from "./cpu.ts";
import type { FloorsOrder } from "./floors.ts";
import { callOnce, closedLoop, type Measured, openLoop, quantile, requestOf } from "./load.ts";
import { roundTrips } from "./round-trips.ts";
import { type Line, ratiosOf, table } from "./table.ts";
import { makeDatabases, makeWorld, SECRET } from "./world.ts";

const GOLFERS = 64;
const PAYERS = 24_000;
const CLAIMERS = 40_000;
const WARM_SECONDS = 1.5;
/** The work that calls leave behind: receipts and figures are made each second. */
const SETTLE_MS = 1_200;
const OPEN_SECONDS = 3;
const RATE_SECONDS = 30;
/** A closed loop leaves more work than a fixed rate: receipts, and rows to vacuum. */
const REST_MS = 15_000;
/** The subjects that get calls at a fixed rate, too: a floor with the same commits tells a slow machine from a slow server. */
const ARRIVING = new Set(["ours", "beside", "plain", "http + statement"]);
const SCREENS = 1_000;
const POLL_SECONDS = 10;

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "" },
    rounds: { type: "string", default: "3" },
    beside: { type: "string" },
    rates: { type: "string", default: "" },
  },
});
const rounds = Math.max(1, Math.min(9, Number(values.rounds) || 3));
const folder = mkdtempSync(join(tmpdir(), "acebay-bench-"));
const postgres = await startEmbedded(folder, 120);
const { host, user } = postgres.owner;
const serve = (name: string, checkout?: string) =>
  startServer(
    `bench-${name}`,
    { DATABASE_URL: `postgresql://${user}@/${name}?host=${encodeURIComponent(host)}`, SESSION_SECRET: SECRET },
    checkout === undefined ? {} : { checkout },
  );
const openNamed = (name: string) => openDatabase({ ...postgres.owner, database: name }, 12);
await makeDatabases(postgres, ["ours", "plain", "floors", "beside"]);
const server = await serve("ours");
const other = values.beside === undefined ? undefined : await serve("beside", resolve(values.beside));
// The floors have a database of their own, because our server counts whatever is played in its.
await (await serve("floors")).stop();
const databases = {
  ours: openNamed("ours"),
  plain: openNamed("plain"),
  floors: openNamed("floors"),
  beside: other && openNamed("beside"),
};
const world = await makeWorld(databases, { golfers: GOLFERS, payers: PAYERS, claimers: CLAIMERS });
const portOf = (url: string) => Number(new URL(url).port);
const ports = { ours: portOf(server.url) };
const [golfer] = world.golfers;
const answerOf = (path: string, cookie = "") => callOnce(ports.ours, requestOf("GET", path, { cookie }));
const over = await answerOf(`/api/sessions/${world.done.sessionId}`, world.done.cookie);
const etagOf = (head: string) => /^etag: (.*)$/im.exec(head)?.[1]?.trim() ?? "";
// A payer pays once, and the round trips are counted first.
const setAside = { payers: world.payers.slice(-9), claimers: world.claimers.slice(-18) };
const loaded = { payers: world.payers.slice(0, -9), claimers: world.claimers.slice(0, -18) };
const wanted = values.calls.split(",").filter(Boolean);
const rates = values.rates
  .split(",")
  .map(Number)
  .filter((rate) => rate > 0);
/** The ports of a process, by the name of the server behind each. */
type Ports = Readonly<Record<string, number>>;

/** Starts a module of the bench in a process of its own. @returns its ports once it is ready */
async function child(file: string, order: unknown): Promise<{ pid: number; ports: Ports; end: () => void }> {
  const started = fork(new URL(file, import.meta.url), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const ready = new Promise<Ports>((done, fail) => {
    started.once("message", (said) => done(said as Ports)); // Both modules say nothing else.
    started.once("exit", () => fail(new Error(`${file} has ended`)));
  });
  started.send(order as object);
  return { pid: started.pid ?? 0, ports: await ready, end: () => started.disconnect() };
}

const plain = await child("plain/server.ts", { ...postgres.owner, database: "plain" });
const overPlain = await callOnce(
  plain.ports["http"] ?? 0,
  requestOf("GET", `/api/sessions/${world.done.sessionId}`, { cookie: world.done.cookie }),
);
const etag = `${etagOf(over.head)}, ${etagOf(overPlain.head)}`;
const all = callsOf({ ...world, ...loaded }, etag);
const calls = all.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const floorPaths = all.flatMap(({ floorPath }) => floorPath ?? []);
const answers = Object.fromEntries(
  await Promise.all(floorPaths.map(async (path) => [path, (await answerOf(path, golfer?.cookie)).body] as const)),
);
const floors = await child("floors.ts", {
  connection: { ...postgres.owner, database: "floors" },
  answers,
  golfers: Object.fromEntries(world.golfers.map(({ cookie, sessionId, userId }) => [cookie, { sessionId, userId }])),
} satisfies FloorsOrder);
const database = postmasterOf(folder);

interface Subject {
  name: string;
  pid: number;
  /** A slice of load. */
  load: (seconds: number) => Promise<Measured>;
  open?: (perSecond: number, seconds: number) => Promise<Measured>;
}

function subjectsOf(call: Call): Subject[] {
  const at = (name: string, pid: number, port: number, next = call.requests()): Subject => {
    const load = { port, connections: call.connections, next, status: call.status };
    return {
      name,
      pid,
      load: (seconds) => closedLoop({ ...load, seconds }),
      open: (perSecond, seconds) => openLoop({ ...load, seconds }, perSecond),
    };
  };
  const { floorPath } = call;
  const floorRequest = requestOf("GET", floorPath ?? "/");
  const bare = () => floorRequest;
  const floorPorts = { http: floors.ports["http"] ?? 0, fastify: floors.ports["fastify"] ?? 0 };
  return [
    at("ours", server.pid(), ports.ours),
    ...(other ? [at("beside", other.pid(), portOf(other.url))] : []),
    ...(call.isPlain ? [at("plain", plain.pid, plain.ports["http"] ?? 0)] : []),
    ...(floorPath === undefined
      ? []
      : [at("http", floors.pid, floorPorts.http, bare), at("fastify", floors.pid, floorPorts.fastify, bare)]),
    ...(call.name === "POST attempts"
      ? [at("http + statement", floors.pid, floorPorts.http), { name: "statement", pid: 0, load: straight }]
      : []),
  ];
}

/** The shot's statement straight through the driver, with as many connections as the server has. */
async function straight(seconds: number): Promise<Measured> {
  const times: number[] = [];
  const began = performance.now();
  const one = async (n: number) => {
    const of = world.golfers[n];
    while (of && performance.now() - began < seconds * 1000) {
      const [now, at] = [new Date(), performance.now()];
      const shot = { id: randomUUID(), shotId: randomUUID(), targetHole: "missed", moment: now, now } as const;
      await recordShot(databases.floors, { sessionId: of.sessionId, callerId: of.userId }, shot);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, n) => one(n)));
  times.sort((a, b) => a - b);
  return { calls: times.length, perSecond: (times.length * 1000) / (performance.now() - began), times };
}

/**
 * Autovacuum does this within a minute of use. Before that, a call has plans that were made for empty tables and read
 * whole tables.
 */
async function analyse(): Promise<void> {
  for (const db of Object.values(databases)) await db?.pool.query("ANALYZE");
}

const median = (of: readonly number[]) =>
  quantile(
    of.toSorted((a, b) => a - b),
    0.5,
  );
/** How many processors the plain program and its database use for 1,000 screens that each ask once a second. */
async function polls(): Promise<number> {
  const paths = world.golfers.map(({ sessionId, cookie }) =>
    requestOf("GET", `/api/sessions/${sessionId}`, { cookie }),
  );
  let asked = 0;
  const load = {
    port: plain.ports["http"] ?? 0,
    connections: 64,
    seconds: POLL_SECONDS,
    status: 200,
    next: () => paths[asked++ % paths.length],
  };
  const before = secondsOf([plain.pid, database]);
  await openLoop(load, SCREENS);
  return (secondsOf([plain.pid, database]) - before) / POLL_SECONDS;
}

/**
 * What calls cost at a fixed rate: few that come at once share less of their work than many.
 * @returns processor seconds for 1,000 calls, with what the server does at rest
 */
async function costAt({ pid, open }: Subject, perSecond: number): Promise<number> {
  await sleep(REST_MS);
  const before = secondsOf([pid, database]);
  const made = await open?.(perSecond, RATE_SECONDS);
  await sleep(SETTLE_MS);
  return ((secondsOf([pid, database]) - before) / (made?.calls ?? 0)) * 1000;
}

const lines: Line[] = [];
let polling = Number.NaN;
try {
  const trips = await roundTrips(
    { ours: { ...postgres.owner, database: "ours" }, plain: { ...postgres.owner, database: "plain" } },
    callsOf({ ...world, ...setAside }, etag).filter(({ name }) => calls.some((call) => call.name === name)),
  );
  for (const call of calls) {
    const subjects = subjectsOf(call);
    const seen = subjects.map((): { perSecond: number; p99: number; cpu: number }[] => []);
    for (const { load } of subjects) await load(WARM_SECONDS);
    if (call.hasWorkAfter) await sleep(SETTLE_MS);
    await analyse();
    for (let n = 0; n < rounds; n++)
      for (const [index, subject] of subjects.entries()) {
        const pids = [subject.pid, database];
        const before = secondsOf(pids);
        const { calls: made, perSecond, times } = await subject.load(call.seconds);
        if (call.hasWorkAfter) await sleep(SETTLE_MS);
        seen[index]?.push({ perSecond, p99: quantile(times, 0.99), cpu: ((secondsOf(pids) - before) / made) * 1000 });
      }
    const halves = seen.map((of) => median(of.map(({ perSecond }) => perSecond)) / 2);
    const opened = subjects.map((): number[] => []);
    for (let n = 0; n < rounds; n++)
      for (const [index, { name, open }] of subjects.entries()) {
        if (!open || !ARRIVING.has(name)) continue;
        // What the load before has left to the database is not a part of this one.
        await sleep(SETTLE_MS);
        opened[index]?.push(quantile((await open(halves[index] ?? Number.NaN, OPEN_SECONDS)).times, 0.99));
      }
    const line: Line = { call: call.name, connections: call.connections, subjects: {}, trips: undefined };
    for (const [index, { name }] of subjects.entries()) {
      const of = seen[index] ?? [];
      const arriving = opened[index] ?? [];
      line.subjects[name] = {
        perSecond: median(of.map((one) => one.perSecond)),
        p99: median(of.map((one) => one.p99)),
        cpu: median(of.map((one) => one.cpu)),
        openP99: arriving.length > 0 ? median(arriving) : undefined,
      };
    }
    const counted = trips[call.name];
    if (counted) line.trips = { ours: counted.ours.length, plain: counted.plain, statements: counted.ours };
    lines.push(line);
    console.log(table([line]));
    const [ours] = subjects;
    if (!ours) continue;
    for (const rate of rates)
      console.log(`${call.name}, ${rate} a second: ${(await costAt(ours, rate)).toFixed(2)} s for 1,000`);
  }
  polling = await polls();
} finally {
  plain.end();
  floors.end();
  await server.stop();
  await other?.stop();
  for (const db of Object.values(databases)) await db?.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(table(lines));
console.log(`${SCREENS} screens that ask the plain program each second: ${polling.toFixed(2)} processors`);
mkdirSync("test-results", { recursive: true });
const run = {
  at: new Date().toISOString(),
  commit: execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" }).trim(),
  load: loadavg(),
  cores: availableParallelism(),
};
const results = lines.map((line) => ({ ...line, ratios: ratiosOf(line) }));
writeFileSync("test-results/bench.json", `${JSON.stringify({ ...run, polling, results }, null, 2)}\n`);
