/**
 * How long the event loop stands still while a large file is made: `npm run bench:files` (`-- --sessions 100000`).
 *
 * The app runs here on a history of its own; another process reads the files, as fast as it can and slowly. For each
 * file, and for doing nothing, it notes the longest delay of the loop and how much processor time of our own it
 * contains. A file of rows that are all in memory (reconciliation, a settlement) is made of 100,000 lines, because no
 * history has so many.
 */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildApp } from "#main/server/app.ts";
import { seedDemo } from "#main/server/seed.ts";
import { readConfig } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { toCsv } from "#platform/server/http/csv.ts";
import { writeHistory } from "./history.ts";

const { values } = parseArgs({ options: { sessions: { type: "string", default: "100000" } } });
const sessions = Number(values.sessions);
const TICK_MS = 1;
const folder = mkdtempSync(join(tmpdir(), "acebay-files-"));
const postgres = await startEmbedded(folder);
const started = new Date();

/** Reads an address to its end. Its arguments: the address, the cookie, and whether it reads slowly. */
const READER = `
  const [url, cookie, slow] = process.argv.slice(1);
  const reply = await fetch(url, { headers: { cookie } });
  if (!reply.ok) throw new Error(url + ": " + reply.status + " " + (await reply.text()));
  let bytes = 0, lines = 0;
  for await (const part of reply.body) {
    bytes += part.length;
    for (const byte of part) if (byte === 10) lines += 1;
    if (slow) await new Promise((wait) => setTimeout(wait, 5));
  }
  console.log(JSON.stringify({ bytes, lines }));`;

function readElsewhere(url: string, cookie: string, slow: boolean): Promise<{ bytes: number; lines: number }> {
  const words = ["--input-type=module", "-e", READER, "--", url, cookie, ...(slow ? ["slow"] : [])];
  const reader = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  reader.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((done, failed) =>
    reader.once("exit", (code) => (code === 0 ? done(JSON.parse(text)) : failed(new Error(`The reader: ${code}`)))),
  );
}

/**
 * The longest time without a turn of the event loop while `work` ran, and the most processor time of its thread between
 * two turns. Only the second is caused by the program alone, because on a busy machine a thread also waits for a
 * processor.
 */
async function longestStall<T>(
  work: () => Promise<T>,
): Promise<{ made: T; longest: number; busiest: number; ms: number }> {
  await sleep(200);
  const thread = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [at, used, longest, busiest] = [performance.now(), thread(), 0, 0];
  const look = () => {
    const [now, cpu] = [performance.now(), thread()];
    longest = Math.max(longest, now - at - TICK_MS);
    busiest = Math.max(busiest, cpu - used);
    [at, used] = [now, cpu];
  };
  const timer = setInterval(look, TICK_MS);
  const began = performance.now();
  const made = await work();
  const ms = performance.now() - began;
  await sleep(20);
  clearInterval(timer);
  return { made, longest, busiest, ms };
}

const config = readConfig({ DATA_DIR: folder, SESSION_SECRET: "a-secret-for-the-bench-that-is-long-enough" });
const db = openDatabase(postgres.owner);
await migrate(db.pool);
await seedDemo(db, started);
await writeHistory(db, sessions, 365, started);
const app = await buildApp({ config, db, clock: { now: () => started }, logLevel: "silent" });
const url = await app.http.listen({ port: 0, host: "127.0.0.1" });
const cookie = await signInAsAdministrator();

/** @returns the cookies of a sign-in by the code that was mailed (from the demo's outbox) */
async function signInAsAdministrator(): Promise<string> {
  const email = "admin@acebay.test";
  const send = (path: string, body: object, cookies = "") =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: cookies },
      body: JSON.stringify(body),
    });
  const cookiesOf = (reply: Response) =>
    reply.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  const asked = cookiesOf(await send("/api/login", { email }));
  const mails = (await (await fetch(`${url}/dev/outbox.json`)).json()) as { to: string; subject: string }[]; // Ours.
  const code = mails.find(({ to, subject }) => to === email && /^\d{6} /.test(subject))?.subject.slice(0, 6);
  const signedIn = await send("/api/login", { email, code }, asked);
  if (!signedIn.ok) throw new Error(`The administrator did not sign in: ${await signedIn.text()}`);
  return cookiesOf(signedIn);
}

const memory = createServer((_, answer) => {
  const rows = (function* () {
    for (let n = 0; n < 100_000; n += 1)
      yield [`ch_${n}`, "2026-11-25 12:00:00", n / 100, "Palmetto Pines", null, "listed"];
  })();
  toCsv(["Reference", "At", "Amount", "Course", "Note", "State"], rows).pipe(answer);
});
await new Promise<void>((listening) => memory.listen(0, "127.0.0.1", listening));
const inMemory = `http://127.0.0.1:${(memory.address() as AddressInfo).port}/`; // A TCP server's address.

const table: Record<string, Record<string, string>> = {};
const files = {
  ...Object.fromEntries(
    ["sessions", "orders", "ledger", "audit"].map((of) => [of, `${url}/api/admin/export/${of}.csv`]),
  ),
  "rows in memory": inMemory,
};
table["nothing"] = told(await longestStall(async () => (await sleep(2_000), { bytes: 0, lines: 0 })));
for (const [name, address] of Object.entries(files))
  for (const slow of [false, true])
    table[`${name}${slow ? ", read slowly" : ""}`] = told(
      await longestStall(() => readElsewhere(address, cookie, slow)),
    );
console.table(table);
memory.close();
await app.close();
await db.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });

function told({
  made,
  longest,
  busiest,
  ms,
}: Awaited<ReturnType<typeof longestStall<{ bytes: number; lines: number }>>>) {
  return {
    lines: String(made.lines),
    MB: (made.bytes / 1e6).toFixed(1),
    seconds: (ms / 1_000).toFixed(1),
    "longest stall, ms": longest.toFixed(1),
    "of it work, ms": busiest.toFixed(1),
  };
}
