/**
 * `npm run upgrade-test`: the release before serves golfers while the migrations of the new one run, then both serve,
 * then the new one alone. Then back to the release before on the migrated database, and forward again. A browser keeps
 * its page open over all of it.
 *   --from REF     the release before; otherwise the newest tag or, without tags, the newest commit that lacks a
 *                  migration of the new release
 *   --to REF       the new release; otherwise HEAD
 *   --plant FILE   a migration that the new release gets in addition: trials/upgrade/planted has bad ones
 *   --golfers 6    how many play at once
 *   --no-page      without the browser
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { freePort } from "#test/ports.ts";
import { type Failed, startProxy } from "../crash/proxy.ts";
import { addressOf, serve, type Serving } from "../crash/serving.ts";
import type { UnderLoad, underLoad as ofThis } from "../crash/under-load.ts";
import { callWitness } from "../witness/witness.ts";
import { type Document, misunderstandings } from "./contracts.ts";
import { judge, type Sent } from "./judge.ts";
import { watchLocks } from "./locks.ts";
import { openPage } from "./page.ts";
import { prepare, type Release, releaseBefore } from "./release.ts";

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    to: { type: "string", default: "HEAD" },
    plant: { type: "string" },
    golfers: { type: "string", default: "6" },
    "no-page": { type: "boolean", default: false },
  },
});

/** A transaction that reads every table is open for so long, as a backup's. */
const LONG_TRANSACTION_MS = 6_000;
const BETWEEN_MS = 4_000;

const folder = mkdtempSync(join(tmpdir(), "acebay-upgrade-"));
const dataDir = join(folder, "data");
mkdirSync(dataDir);
const serversLog = join(folder, "servers.log");
const out = openSync(serversLog, "a");
const faults: string[] = [];
const tell = (line: string) => console.log(line);
const fault = (line: string) => {
  faults.push(line);
  tell(`FAULT: ${line}`);
};

async function main(before: Release, after: Release): Promise<void> {
  const postgres = await startEmbedded(dataDir);
  const serving = { DATA_DIR: dataDir, DATABASE_URL: addressOf(postgres.connection), DRAIN_SECONDS: "1" };
  const owning = { ...serving, DATABASE_OWNER_URL: addressOf(postgres.owner) };
  const run = (release: Release, program: string, env: Record<string, string>) =>
    new Promise<{ code: number | null; output: string }>((done) => {
      const child = spawn(process.execPath, [`src/main/server/${program}.ts`], {
        cwd: release.root,
        env: { PATH: process.env["PATH"], ...env },
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
      child.once("exit", (code) => done({ code, output }));
    });
  const ports = { before: await freePort(), after: await freePort() };
  const start = (release: Release) =>
    serve(release === before ? ports.before : ports.after, { root: release.root, out, env: serving });
  let running: Serving | undefined;
  /** Starts the other release beside the one that runs, and ends that after a while. */
  async function change(release: Release): Promise<void> {
    const next = await start(release);
    await sleep(BETWEEN_MS);
    const code = await running?.end();
    if (running && code !== 0) fault(`A server ended with ${code}`);
    running = next;
    await sleep(BETWEEN_MS);
  }

  const first = await run(before, "migrate", owning);
  if (first.code !== 0) throw new Error(first.output);
  running = await start(before);
  const [sent, failed]: [Sent[], Failed[]] = [[], []];
  const proxy = await startProxy([ports.before, ports.after], (one) => void failed.push(one));
  const witness = callWitness();
  const locks = await watchLocks(postgres.owner);
  let seed = 0;
  /** Golfers as a release's own pages are: by its contracts. */
  async function golfers(release: Release): Promise<UnderLoad> {
    const load: { underLoad: typeof ofThis } = await import(join(release.root, "trials/crash/under-load.ts"));
    const at = join(folder, `load-${(seed += 1)}`);
    mkdirSync(at);
    const installation = { url: proxy.url, connection: postgres.connection, audit: () => run(after, "audit", serving) };
    const onCall = (one: Sent) => void sent.push(one);
    return load.underLoad(
      { seed, golfers: Number(values.golfers) },
      { installation, folder: at, violations: faults, tell, onCall },
    );
  }
  async function settle(load: UnderLoad, when: string): Promise<void> {
    await load.compareBooks(when);
    const told = await load.finish();
    for (const found of Object.values(told.verdict).flat()) fault(found);
    tell(`${[...told.acknowledgements.values()].reduce((sum, n) => sum + n, 0)} intents were acknowledged`);
    for (const [route, times] of told.tally.faults) fault(`${route} was answered with 500, ${times} times`);
  }
  /** Judges the calls since a moment of `performance.now()`. */
  function judgeSince(since: number, what: string): void {
    const calls = sent.filter(({ to }) => to >= since);
    const theirs = failed.filter(({ to }) => to >= performance.timeOrigin + since);
    const slowest = Math.max(0, ...calls.map(({ from, to }) => to - from));
    const { faults: found, excused } = judge(
      calls,
      theirs,
      { machine: witness.between, lock: locks.inTheWay, log: () => readFileSync(serversLog, "utf8") },
      performance.timeOrigin,
    );
    tell(
      `${what}: ${calls.length} calls, ${theirs.length} failed, the slowest took ${(slowest / 1000).toFixed(1)} s, ${excused.length} because of the machine`,
    );
    for (const line of excused) tell(`  ${line}`);
    if (calls.length === 0) fault(`${what}: nobody called`);
    for (const line of found) fault(`${what}: ${line}`);
  }

  try {
    const old = await golfers(before);
    await sleep(BETWEEN_MS);
    const reader = await readEverything(postgres.owner);
    let since = performance.now();
    const ending = sleep(LONG_TRANSACTION_MS).then(() => reader.end());
    const migrated = await run(after, "migrate", owning);
    tell(migrated.output.trim());
    if (migrated.code !== 0) fault("The migrations did not run");
    await ending;
    await sleep(BETWEEN_MS);
    judgeSince(since, "during the migrations");
    since = performance.now();
    await change(after);
    judgeSince(since, "while the new release took over, with pages of the release before");
    await settle(old, "the upgrade");
    const fresh = await golfers(after);
    since = performance.now();
    await change(before);
    await change(after);
    judgeSince(since, "back and forward again, with pages of the new release");
    await settle(fresh, "the way back and forward");
    await compareContracts();
    if (!values["no-page"]) await playOnAPage();
  } finally {
    await running?.end();
    await proxy.close();
    await Promise.all([witness.end(), locks.end()]);
    await postgres.stop();
  }

  async function compareContracts(): Promise<void> {
    const documentOf = async (port: number): Promise<Document> =>
      (await fetch(`http://127.0.0.1:${port}/api/openapi.json`)).json();
    const beside = await start(before);
    const [theirs, ours] = [await documentOf(ports.before), await documentOf(ports.after)];
    await beside.end();
    for (const line of misunderstandings(theirs, ours)) fault(`a page of the release before: ${line}`);
    // Such pages exist only after a roll back, and are then told to reload; the operator who rolls back must know what
    // they lack.
    for (const line of misunderstandings(ours, theirs)) tell(`after a roll back, a page of the new release: ${line}`);
  }

  async function playOnAPage(): Promise<void> {
    await change(before);
    const page = await openPage(proxy.url);
    try {
      await page.play(2);
      await page.playOffline(2);
      await change(after);
      await page.comeBack();
      await page.play(1);
      await page.takeNewVersion();
      await page.play(1);
      await page.playOffline(1);
      await change(before);
      await page.comeBack();
      await page.play(1);
      tell(
        "a page of the release before played on, took the new version, and played on after the way back: 8 shots, each once",
      );
    } finally {
      await page.close();
    }
  }
}

/** Reads every table in one transaction, until it is ended. */
async function readEverything(owner: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(`BEGIN; DO $$ DECLARE t text; BEGIN
    FOR t IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname !~ '^pg_|^information' LOOP
      EXECUTE 'LOCK TABLE ' || t || ' IN ACCESS SHARE MODE';
    END LOOP; END $$`);
  return client;
}

const releases: Release[] = [];
let code = 1;
try {
  const before = prepare(values.from ?? releaseBefore(values.to), join(folder, "before"));
  releases.push(before);
  const after = prepare(values.to, join(folder, "after"), values.plant);
  releases.push(after);
  tell(`from ${before.commit}\nto   ${after.commit}${values.plant === undefined ? "" : ` and ${values.plant}`}`);
  await main(before, after);
  code = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error);
} finally {
  for (const release of releases) release.remove();
}
tell(code === 0 ? "Sound." : `${faults.length} faults. The evidence is in ${folder}`);
if (code === 0) rmSync(folder, { recursive: true, force: true });
process.exit(code);
