/**
 * Plays one fault in a process of its own, which `main.ts` starts and limits: `play.ts FOLDER GOLFERS NAME`. It reports
 * at which step it is, and at the end what was noticed, or why the fault could not be played.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sent } from "../crash/caller.ts";
import { underLoad } from "../crash/under-load.ts";
import { type Fault, faults } from "./faults.ts";
import type { Told } from "./limited.ts";
import { judgeLies } from "./lies.ts";
import { type Row, sufferedIn } from "./report.ts";
import { openSite, type Site } from "./site.ts";

/** Load without a fault, before and after. */
const CALM_MS = 3_000;
/** The longest that calls may fail once the fault has ended. */
const PATIENCE_MS = 30_000;

const [folder = "", golfers = "", name = ""] = process.argv.slice(2);
let site: Site | undefined;
let cleanUp: () => void = () => undefined;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    void (site?.close() ?? Promise.resolve()).finally(() => {
      cleanUp();
      process.exit(130);
    });
  });
// The process that started this one is gone.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));

const tell = (told: Told<Row>) => new Promise<void>((done) => process.send?.(told, () => done()));
const at = (where: string) => void tell({ at: where });

async function play(fault: Fault): Promise<Row> {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const ownDir = fault.ownFolder ? join(folder, "own") : dataDir;
  mkdirSync(ownDir, { recursive: true });
  const prepared = fault.prepare?.(ownDir);
  if (typeof prepared === "string") return { name, notPlayed: prepared };
  cleanUp = () => prepared?.();
  at("opening the database");
  site = await openSite(folder, fault.env ?? {}, ownDir);
  try {
    at("starting the server");
    await site.installation.start();
    await fault.before?.(site);
    const sent: Sent[] = [];
    const violations: string[] = [];
    const { installation } = site;
    at("beginning the load");
    const load = await underLoad(
      { seed: 1, golfers: Number(golfers), push: fault.push },
      {
        installation: { ...installation, url: site.url() },
        folder,
        violations,
        tell: () => undefined,
        onCall: (call) => void sent.push(call),
      },
    );
    await sleep(CALM_MS);
    const from = performance.now();
    at("causing the fault");
    const end = await fault.cause(site);
    await sleep(fault.seconds * 1_000);
    at("ending the fault");
    await end();
    const mended = performance.now();
    const isWell = () => {
      const late = sent.filter(({ to }) => to > performance.now() - CALM_MS);
      return late.length > 0 && late.every(({ status }) => status > 0 && status < 500);
    };
    at("waiting until calls are answered again");
    do await sleep(500);
    while (!isWell() && performance.now() - mended < PATIENCE_MS);
    at("comparing the books");
    await load.compareBooks(fault.name);
    const { verdict } = load.compared();
    const lies = fault.lies && (await judgeLies(site, fault.lies, verdict));
    at("ending the load");
    const told = await load.finish();
    at("taking the installation down");
    return sufferedIn({ fault, from, mended, sent, told, violations, lies });
  } finally {
    await site.close();
    site = undefined;
    cleanUp();
  }
}

const fault = faults.find((one) => one.name === name);
if (!fault) throw new Error(`There is no fault "${name}"`);
// What it fails with is printed by Node, which then ends with 1.
await tell({ found: await play(fault) });
process.exit(0);
