/**
 * `npm run restarts`: two servers on one database, under load, behind a proxy that asks them for `/readyz`. In turn,
 * each is asked to end (SIGTERM) and started again. No call may fail, and every answered call must be in the books.
 *   --times 20     how many restarts
 *   --golfers 8    how many play at once
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { freePort } from "#test/ports.ts";
import { startProxy } from "./proxy.ts";
import { type Load, startLoad } from "./load.ts";
import { addressOf, serve } from "./serving.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({
  options: { times: { type: "string", default: "20" }, golfers: { type: "string", default: "8" } },
});
const [times, golfers] = [Number(values.times), Number(values.golfers)];
if (![times, golfers].every((given) => Number.isInteger(given) && given > 0)) {
  console.error("--times and --golfers are whole numbers from 1");
  process.exit(2);
}

/** As in production. */
const DRAIN_SECONDS = 5;
const folder = mkdtempSync(join(tmpdir(), "acebay-restarts-"));
const dataDir = join(folder, "data");
mkdirSync(dataDir);
const postgres = await startEmbedded(dataDir);
const out = openSync(join(folder, "servers.log"), "a");

const env = {
  DATA_DIR: dataDir,
  DATABASE_URL: addressOf(postgres.connection),
  DATABASE_OWNER_URL: addressOf(postgres.owner),
  DRAIN_SECONDS: String(DRAIN_SECONDS),
};
const start = (port: number) => serve(port, { root, out, env });

async function main(): Promise<number> {
  // One after the other, because the first one migrates.
  const servers = [await start(await freePort()), await start(await freePort())];
  const proxy = await startProxy(servers.map(({ port }) => port));
  const load: Load = await startLoad(proxy.url, golfers);
  await sleep(1_000);
  const slowest = { end: 0, start: 0 };
  const codes: (number | null)[] = [];
  for (let n = 0; n < times; n++) {
    const server = servers[n % 2];
    if (!server) break;
    const before = performance.now();
    codes.push(await server.end());
    const between = performance.now();
    servers[n % 2] = await start(server.port);
    slowest.end = Math.max(slowest.end, between - before);
    slowest.start = Math.max(slowest.start, performance.now() - between);
    // Until the proxy has seen it.
    await sleep(500);
  }
  const done = await load.stop();
  const audit = spawn(process.execPath, ["src/main/server/audit.ts"], {
    cwd: root,
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, DATABASE_URL: addressOf(postgres.connection) },
    stdio: ["ignore", out, out],
  });
  const audited = await new Promise<number | null>((end) => audit.once("exit", end));
  await proxy.close();
  for (const server of servers) codes.push(await server.end());
  const badEnds = codes.filter((code) => code !== 0).length;
  const lost = await done.lost(postgres.connection);
  console.log(
    [
      `restarts   ${times}, the slowest end ${(slowest.end / 1000).toFixed(1)} s, the slowest start ${(slowest.start / 1000).toFixed(1)} s, ended otherwise than with 0: ${badEnds}`,
      `calls      ${done.calls} (${done.payments} payments, ${done.shots} shots, ${done.streams} streams that came back)`,
      `failed     ${done.failures.length}${done.failures.length > 0 ? `: ${[...new Set(done.failures)].slice(0, 5).join("; ")}` : ""}`,
      `lost       ${lost} of what was answered`,
      `audit      ${audited === 0 ? "clean" : "BROKEN"}`,
    ].join("\n"),
  );
  return done.failures.length + lost + badEnds + (audited ?? 1);
}

let code = 1;
try {
  code = Math.min(1, await main());
} finally {
  await postgres.stop();
  if (code === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`The evidence is in ${folder}`);
}
process.exit(code);
