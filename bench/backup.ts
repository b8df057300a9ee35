/**
 * How long a backup and its restore take, how large the file is, how much memory they need, and what golfers notice
 * beside it. Run: `npm run bench:backup -- --sessions 10000`.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openDatabase } from "#platform/server/db/database.ts";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { freePort } from "#test/ports.ts";
import { serve } from "../trials/crash/serving.ts";
import { card, openClient } from "./client.ts";
import { writeHistory } from "./history.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({ options: { sessions: { type: "string", default: "10000" } } });
const sessions = Number(values.sessions);
const QUIET_MS = 10_000;
const GOLFERS = 4;
/** The pause between two shots of a golfer. */
const BETWEEN_MS = 100;
const BALLS = 10;

const folder = mkdtempSync(join(tmpdir(), "acebay-bench-"));
const [data, restored, file] = ["data", "restored", "backup"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const out = openSync(join(folder, "log"), "a");

/** Runs a command of ours. @returns its seconds, and the most memory that it had, in MB; -1 where the system does not say */
async function measured(
  program: string,
  args: string[],
  dataDir: string,
): Promise<{ seconds: number; megabytes: number }> {
  const since = performance.now();
  const child = spawn(process.execPath, [`src/main/server/${program}.ts`, ...args], {
    cwd: root,
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
    stdio: ["ignore", out, out],
  });
  let code: number | null | undefined;
  child.once("exit", (ended) => (code = ended));
  let kilobytes = -1000;
  while (code === undefined) {
    kilobytes = Math.max(kilobytes, memoryOf(child.pid));
    await sleep(50);
  }
  // The books of an invented history are not clean: its orders have no receipts.
  const isWhole = code === 0 || /^Restored\. The books are not clean/m.test(readFileSync(join(folder, "log"), "utf8"));
  if (!isWhole) throw new Error(`${program} ended with ${code}; see ${folder}/log`);
  return { seconds: (performance.now() - since) / 1000, megabytes: kilobytes / 1000 };
}

/** On Linux, the largest memory that the process has had. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? -1000);
  } catch {
    return -1000;
  }
}

/** Golfers who pay and hit until `over`. @returns the milliseconds of each shot */
async function play(url: string, over: Promise<unknown>): Promise<number[]> {
  const client = openClient(url, GOLFERS);
  const times: number[] = [];
  let ended = false;
  void over.finally(() => (ended = true));
  async function golfer(bayNumber: number): Promise<void> {
    const cookie = await client.register(`${randomUUID()}@example.com`);
    while (!ended) {
      const sessionData = { courseId: 1, packageId: 4, bayNumber };
      const paid = await client.post("/api/process-payment", cookie, { paymentInfo: card, sessionData, amount: 5 });
      const sessionId: string = JSON.parse(paid.body).session.id;
      for (let ball = 0; ball < BALLS && !ended; ball += 1) {
        const shot = { sessionId, shotId: randomUUID(), targetHole: "missed", prizeClaim: false, prizeAmount: 0 };
        const since = performance.now();
        const { status, body } = await client.post("/api/attempts", cookie, shot);
        if (status !== 201) throw new Error(`A shot was answered with ${status}: ${body}`);
        times.push(performance.now() - since);
        await sleep(BETWEEN_MS);
      }
      await client.post(`/api/sessions/${sessionId}/complete`, cookie, {});
    }
  }
  await Promise.all(Array.from({ length: GOLFERS }, (_, n) => golfer(n + 1)));
  client.close();
  return times;
}

function told(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms of ${sorted.length}`;
}

async function main(): Promise<void> {
  const port = await freePort();
  const start = () => serve(port, { root, out, env: { DATA_DIR: data } });
  // The first start migrates, and makes the demo's courses.
  await (await start()).end();
  const postgres = await startEmbedded(data);
  const owner = openDatabase(postgres.owner, 1);
  const since = performance.now();
  await writeHistory(owner, sessions, sessions <= 10_000 ? 90 : 1000, new Date());
  const { rows } = await owner.pool.query("SELECT pg_database_size(current_database()) / 1000000 AS megabytes");
  await owner.close();
  await postgres.stop();
  console.log(
    `${sessions} sessions with 8 shots each, written in ${((performance.now() - since) / 1000).toFixed(0)} s; the database has ${rows[0].megabytes} MB`,
  );
  const server = await start();
  const url = `http://127.0.0.1:${port}`;
  try {
    console.log(`shots alone            ${told(await play(url, sleep(QUIET_MS)))}`);
    const backup = measured("backup", [file], data);
    const beside = await play(url, backup);
    const { seconds, megabytes } = await backup;
    console.log(`shots beside a backup  ${told(beside)}`);
    console.log(
      `backup                 ${seconds.toFixed(1)} s, ${(statSync(file).size / 1e6).toFixed(1)} MB, at most ${megabytes.toFixed(0)} MB of memory`,
    );
  } finally {
    await server.end();
  }
  const { seconds, megabytes } = await measured("restore", [file], restored);
  console.log(`restore, with audit    ${seconds.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB of memory`);
}

try {
  await main();
  rmSync(folder, { recursive: true, force: true });
} catch (error) {
  console.error(error);
  console.log(`What there is is in ${folder}`);
  process.exitCode = 1;
}
