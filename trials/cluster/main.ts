/**
 * `npm run cluster-test`: builds a cluster on this machine from Debian's packages and the configuration of
 * `deploy/cluster`, and breaks one part of it after the other under load. What was acknowledged must be there, once; the
 * audit must be clean; calls and live screens must recover by themselves. Needs root; says what to install.
 *   --kind K       one kind; all of them in turn otherwise
 *   --times N      so often; results are added to test-results/cluster.json
 *   --golfers 6    how many play at once
 *   --table        only prints the table of all results so far
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { underLoad } from "../crash/under-load.ts";
import type { Sent } from "../crash/caller.ts";
import { buildCluster, type Cluster } from "./cluster.ts";
import { type Kind, kinds } from "./kinds.ts";
import { lacking } from "./needs.ts";
import { isLaid, removeNetwork } from "./network.ts";
import { play } from "./play.ts";
import { readReports } from "./reports.ts";
import { addResult, readResults, table } from "./results.ts";

const { values } = parseArgs({
  options: {
    kind: { type: "string" },
    times: { type: "string", default: "1" },
    golfers: { type: "string", default: "6" },
    table: { type: "boolean", default: false },
  },
});
const [times, golfers] = [Number(values.times), Number(values.golfers)];
const chosen = kinds.filter(({ name }) => values.kind === undefined || name === values.kind);
if (![times, golfers].every((given) => Number.isInteger(given) && given > 0) || chosen.length === 0) {
  const all = kinds.map(({ name, what }) => `  ${name}: ${what}`);
  console.error(["--times and --golfers are whole numbers from 1; the kinds are:", ...all].join("\n"));
  process.exit(2);
}
if (values.table) {
  console.log(table(readResults()));
  process.exit(0);
}
const lack =
  lacking() ?? (isLaid() ? "Another cluster test runs, or one was killed: ip link del acebay-br" : undefined);
if (lack) {
  console.error(lack);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "acebay-cluster-"));
console.log(`The cluster is made in ${folder}`);
const building: Promise<Cluster> = buildCluster(folder);

let ending = false;
/** Ends everything, and keeps the folder if it is evidence. */
async function end(code: number, keep: boolean): Promise<void> {
  if (ending) return;
  ending = true;
  await building.then(
    (cluster) => cluster.close(),
    () => removeNetwork(),
  );
  if (keep) console.log(`The evidence is in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(130, false));

try {
  const cluster = await building;
  const sent: Sent[] = [];
  const violations: string[] = [];
  const installation = { url: cluster.url, connection: cluster.connection, audit: () => cluster.servers[0].audit() };
  const seed = Math.floor(Math.random() * 1_000_000);
  const tell = (line: string) => console.log(line);
  const onCall = (call: Sent) => void sent.push(call);
  const load = await underLoad({ seed, golfers }, { installation, folder, violations, tell, onCall });
  const endReports = await readReports(cluster.url, onCall);
  const turns: Kind[] = Array.from({ length: times }, () => chosen).flat();
  let isSound = true;
  for (const [n, kind] of turns.entries()) {
    console.log(`${n + 1} of ${turns.length}: ${kind.what}`);
    const seen = await play(kind, n, { cluster, load, sent, violations });
    addResult(seen);
    console.log(JSON.stringify(seen));
    sent.length = 0;
    isSound = seen.wrong.length === 0 && load.isSound();
    if (!isSound) break;
    if (n + 1 < turns.length) load.goOn();
  }
  await endReports();
  if (isSound) await load.finish();
  console.log(`\n${table(readResults())}`);
  await end(isSound ? 0 : 1, !isSound);
} catch (error) {
  // Our own stop may cause errors, which are not failures, even if its signal is reported later.
  await sleep(100);
  if (!ending) {
    console.error(error instanceof Error ? error.stack : error);
    await end(1, true);
  }
}
