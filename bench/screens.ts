/**
 * Open game screens against the built server, with golfers who play: how late a screen shows a shot, what that costs,
 * and what an open screen costs at rest. Slow clients read nothing; dead ones lose their network without any message.
 * Prints a table and writes `test-results/screens.json`. Run: `npm run bench:screens`, or `-- --sizes 1000 --seconds
 * 60`. Linux.
 *
 * The load comes from another process. As root it all runs in a network namespace of its own, because cutting the dead
 * clients off needs a route of its own; otherwise there are no dead clients.
 */
import { fork, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openDatabase } from "#platform/server/db/database.ts";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { startServer } from "../e2e/server.ts";
import { memoryOf, openFrom, postmasterOf, secondsOf } from "./cpu.ts";
import type { WatchersOrder, WatchersSaid } from "./watchers.ts";
import { makeDatabases, makeGolfers, SECRET } from "./world.ts";

/** Shots a second of one screen: 667 for 10,000. */
const SHOTS_A_SCREEN = 667 / 10_000;
/** More balls than are hit, and so few that the sums of all golfers' balls fit into the figures' columns. */
const BALLS = 20_000;
/** The number of slow clients, and of dead ones: together they are the most streams that one account may have. */
const ODD = 10;
const [SLOW, DEAD] = ["127.0.66.1", "127.0.77.1"];
/**
 * The size of the system's buffers for a connection. On one machine they would hold megabytes, which is more than with
 * phones.
 */
const SYSTEM_BYTES = 131_072;
/** By then the work that follows the opening is done. */
const SETTLE_MS = 20_000;
const REST_SECONDS = 30;

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,5000,10000" },
    seconds: { type: "string", default: "300" },
    inside: { type: "boolean", default: false },
  },
});
const sizes = values.sizes.split(",").map(Number);
const seconds = Number(values.seconds);
const isRoot = process.getuid?.() === 0;
if (isRoot && !values.inside) {
  const inner = [
    "sh",
    "-c",
    `ip link set lo up && for kind in tcp_wmem tcp_rmem; do echo 4096 16384 ${SYSTEM_BYTES} > /proc/sys/net/ipv4/$kind; done && exec "$@"`,
    "sh",
    process.execPath,
    ...process.argv.slice(1),
    "--inside",
  ];
  process.exit(spawnSync("unshare", ["--net", ...inner], { stdio: "inherit" }).status ?? 1);
}

/** Drops all packets to the dead clients without any message, or stops doing so. */
function cut(way: "add" | "del"): void {
  if (isRoot) spawnSync("ip", ["route", way, "blackhole", `${DEAD}/32`, "table", "local"], { stdio: "inherit" });
}

interface Row {
  screens: number;
  seconds: number;
  shots: number;
  accepted: { p50: number; p99: number };
  sent: { p50: number; p99: number };
  wrong: number;
  unseen: number;
  again: number;
  /** Processors for 1,000 players, and of all screens at rest. */
  cpu: number;
  rest: number;
  memory: { first: number; last: number };
  slowShed: string;
  deadShed: string;
  load: number;
}

async function measure(size: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "acebay-bench-"));
  const postgres = await startEmbedded(folder, 120);
  const { host, user } = postgres.owner;
  await makeDatabases(postgres, ["screens"]);
  const url = `postgresql://${user}@/screens?host=${encodeURIComponent(host)}`;
  const server = await startServer("bench-screens", { DATABASE_URL: url, SESSION_SECRET: SECRET });
  const watchers = fork(new URL("watchers.ts", import.meta.url), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const tell = (order: WatchersOrder) => {
    watchers.send(order);
    return new Promise<WatchersSaid>((done, fail) => {
      watchers.once("message", (said) => done(said as WatchersSaid)); // It says nothing else.
      watchers.once("exit", () => fail(new Error("The screens' process has ended")));
    });
  };
  try {
    const db = openDatabase({ ...postgres.owner, database: "screens" }, 2);
    const [busy, ...golfers] = await makeGolfers(db, size + 1, BALLS);
    await db.pool.query("ANALYZE");
    await db.close();
    if (!busy) throw new Error("No screens were wanted");
    const port = Number(new URL(server.url).port);
    await tell({ kind: "open", port, golfers, busy, slow: SLOW, dead: DEAD, odd: ODD });
    cut("add");
    await sleep(SETTLE_MS);
    const pids = [server.pid(), postmasterOf(folder)];
    const used = async (work: Promise<unknown>) => {
      const [before, began] = [secondsOf(pids), performance.now()];
      await work;
      return ((secondsOf(pids) - before) * 1000) / (performance.now() - began);
    };
    const rest = await used(sleep(REST_SECONDS * 1000));
    const playing = tell({ kind: "play", perSecond: size * SHOTS_A_SCREEN, seconds });
    const memory = { first: Number.NaN, last: Number.NaN };
    void sleep(Math.min(60, seconds / 2) * 1000).then(() => (memory.first = memoryOf(server.pid())));
    const cpu = (await used(playing)) / (size / 1000);
    memory.last = memoryOf(server.pid());
    const shed = (address: string) => `${ODD - openFrom(address, port)} of ${ODD}`;
    const [slowShed, deadShed] = [shed(SLOW), isRoot ? shed(DEAD) : "not cut"];
    const { shots = 0, accepted, sent, unseen = 0 } = await playing;
    const { wrong = 0, again = 0 } = await tell({ kind: "compare" });
    if (!accepted || !sent) throw new Error("No shot was measured");
    const load = loadavg()[0] ?? Number.NaN;
    return {
      screens: size,
      seconds,
      shots,
      accepted,
      sent,
      wrong,
      unseen,
      again,
      cpu,
      rest,
      memory,
      slowShed,
      deadShed,
      load,
    };
  } finally {
    watchers.removeAllListeners("exit");
    watchers.disconnect();
    await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
    cut("del");
  }
}

const HEAD =
  "screens | shots | accepted to screen, p50; p99 | sent to screen, p50; p99 | wrong; unseen; opened again | CPUs per 1,000 players | CPUs at rest | MB after a minute; at the end | slow shed | dead shed | load of the machine";
const [ms, cpus] = [(of: number) => `${of.toFixed(0)} ms`, (of: number) => of.toFixed(3)];
const lineOf = (row: Row) =>
  [
    row.screens,
    row.shots,
    `${ms(row.accepted.p50)}; ${ms(row.accepted.p99)}`,
    `${ms(row.sent.p50)}; ${ms(row.sent.p99)}`,
    `${row.wrong}; ${row.unseen}; ${row.again}`,
    cpus(row.cpu),
    cpus(row.rest),
    `${row.memory.first.toFixed(0)}; ${row.memory.last.toFixed(0)}`,
    row.slowShed,
    row.deadShed,
    row.load.toFixed(1),
  ].join(" | ");

const rows: Row[] = [];
for (const size of sizes) {
  rows.push(await measure(size));
  const lines = [
    HEAD,
    HEAD.split(" | ")
      .map(() => "---")
      .join(" | "),
    ...rows.map(lineOf),
  ];
  console.log(lines.map((line) => `| ${line} |`).join("\n"));
  mkdirSync("test-results", { recursive: true });
  writeFileSync("test-results/screens.json", `${JSON.stringify(rows, null, 2)}\n`);
}
