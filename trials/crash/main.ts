/**
 * `npm run crash`: kills the server and its database at random moments under load, restarts them, and compares an
 * outside log of what was acknowledged with the books.
 *   --kills 60      how many kills; 1000 takes about an hour and a half
 *   --golfers 16    how many play at once
 *   --seed N        repeats another run's choices (not its timing)
 *   --external      uses the database of DATABASE_URL
 *   --port N        the server's port; a free one otherwise
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { install } from "./installation.ts";
import { freePort } from "#test/ports.ts";
import { isClean, summary } from "./report.ts";
import { crashRun } from "./run.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "60" },
    golfers: { type: "string", default: "16" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
    port: { type: "string" },
    external: { type: "boolean", default: false },
  },
});

function whole(name: "kills" | "golfers" | "seed" | "port", least: number): number {
  const given = Number(values[name]);
  if (Number.isInteger(given) && given >= least) return given;
  console.error(`--${name} is a whole number from ${least}`);
  process.exit(2);
}

const plan = { kills: whole("kills", 1), golfers: whole("golfers", 1), seed: whole("seed", 0) };
const again = `npm run crash -- --seed ${plan.seed} --kills ${plan.kills} --golfers ${plan.golfers}${values.external ? " --external" : ""}`;
const port = values.port === undefined ? await freePort() : whole("port", 1);
const folder = mkdtempSync(join(tmpdir(), "acebay-crash-"));
console.log(`Seed ${plan.seed}: ${plan.kills} kills, ${plan.golfers} golfers, in ${folder}`);
const installing = install(folder, port, { external: values.external });

let ending = false;
/** Ends all processes, and keeps the folder if it is evidence. npm sends Ctrl-C a second time. */
async function end(code: number, keep: boolean): Promise<void> {
  if (ending) return;
  ending = true;
  await installing.then(
    (installation) => installation.stop(),
    () => undefined,
  );
  if (keep) console.log(`The evidence is in ${folder}: acknowledged.jsonl, server.log, data/`);
  else rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(130, false));

try {
  const installation = await installing;
  const compareEvery = Math.max(20, Math.ceil(plan.kills / 10));
  const tell = (line: string) => console.log(line);
  const report = await crashRun({ ...plan, compareEvery }, { installation, folder, tell });
  console.log(summary(report, { external: values.external }));
  const clean = isClean(report, values.external);
  if (!clean) console.log(`Once more, in kind if not in timing: ${again}`);
  await end(clean ? 0 : 1, !clean);
} catch (error) {
  // Our own stop may cause errors, which are not failures, even if its signal is reported later.
  await sleep(100);
  if (!ending) {
    console.error(error instanceof Error ? error.stack : error);
    console.log(`Once more, in kind if not in timing: ${again}`);
    await end(1, true);
  }
}
