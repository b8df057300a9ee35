/**
 * Measures what a server costs while nobody calls it: its start, then a minute of processor time, of the database's
 * transactions (at rest a statement is one each), and its memory. Prints a table and writes `test-results/rest.json`.
 * Linux. Run: `npm run bench:rest`, or `-- --seconds 120`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openDatabase } from "#platform/server/db/database.ts";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { startServer } from "../e2e/server.ts";
import { memoryOf, postmasterOf, secondsOf } from "./cpu.ts";
import { makeDatabases, SECRET } from "./world.ts";

/** By then the work of the start is done, and workers without work have ended. */
const SETTLE_MS = 15_000;

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" } } });
const seconds = Number(values.seconds);
const folder = mkdtempSync(join(tmpdir(), "acebay-bench-"));
const postgres = await startEmbedded(folder, 120);
const { host, user } = postgres.owner;
const url = `postgresql://${user}@/rest?host=${encodeURIComponent(host)}`;
await makeDatabases(postgres, ["rest"]);
const server = await startServer("bench-rest", { DATABASE_URL: url, SESSION_SECRET: SECRET });
try {
  // The first start migrates. An operator's later starts do not, so a later start is measured.
  await server.halt();
  const began = performance.now();
  await server.restart();
  const started = performance.now() - began;
  await sleep(SETTLE_MS);
  const db = openDatabase({ ...postgres.owner, database: "postgres" }, 1);
  const transactions = async () => {
    const { rows } = await db.pool.query<{ n: number }>(
      "SELECT (xact_commit + xact_rollback)::float8 AS n FROM pg_stat_database WHERE datname = 'rest'",
    );
    return rows[0]?.n ?? Number.NaN;
  };
  const of = () => [secondsOf([server.pid()]), secondsOf([postmasterOf(folder)])] as const;
  const [[app, database], before] = [of(), await transactions()];
  await sleep(seconds * 1000);
  const [[appAfter, databaseAfter], after] = [of(), await transactions()];
  const row = {
    startMs: Math.round(started),
    serverPercent: ((appAfter - app) / seconds) * 100,
    databasePercent: ((databaseAfter - database) / seconds) * 100,
    transactionsASecond: (after - before) / seconds,
    memory: Math.round(memoryOf(server.pid())),
    load: loadavg()[0] ?? Number.NaN,
  };
  console.table([row]);
  mkdirSync("test-results", { recursive: true });
  writeFileSync("test-results/rest.json", `${JSON.stringify(row, null, 2)}\n`);
  await db.close();
} finally {
  await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
