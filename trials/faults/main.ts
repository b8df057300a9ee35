/**
 * `npm run faults`: one fault after the other, each on a new installation under load, and what its golfers and its
 * administrator noticed. Nothing that was acknowledged may be lost, nothing doubled, and the audit must be clean. The
 * table goes to `test-results/faults.json`, too.
 *   -- disk clock     only the faults whose names contain one of these words
 *   --golfers 8       how many play at once
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { underLoad } from "../crash/under-load.ts";
import { type Fault, faults } from "./faults.ts";
import { judgeLies } from "./lies.ts";
import { type Sent, type Suffered, sufferedIn, table } from "./report.ts";
import { openSite, type Site } from "./site.ts";

const { values, positionals } = parseArgs({
  options: { golfers: { type: "string", default: "8" } },
  allowPositionals: true,
});
const golfers = Number(values.golfers);
const chosen = faults.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)));
if (!Number.isInteger(golfers) || golfers < 1 || chosen.length === 0) {
  console.error(`--golfers is a whole number from 1; the faults are:\n${faults.map(({ name }) => name).join("\n")}`);
  process.exit(2);
}

/** Load without a fault, before and after. */
const CALM_MS = 3_000;
/** The longest that calls may fail once the fault has ended. */
const PATIENCE_MS = 30_000;

let site: Site | undefined;
let cleanUp: () => void = () => undefined;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    void (site?.close() ?? Promise.resolve()).finally(() => {
      cleanUp();
      process.exit(130);
    });
  });

/** Plays one fault. @returns what was noticed, or why it could not be played */
async function play(fault: Fault): Promise<Suffered | string> {
  const folder = mkdtempSync(join(tmpdir(), "acebay-faults-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const ownDir = fault.ownFolder ? join(folder, "own") : dataDir;
  mkdirSync(ownDir, { recursive: true });
  const prepared = fault.prepare?.(ownDir);
  if (typeof prepared === "string") return prepared;
  cleanUp = () => {
    prepared?.();
    rmSync(folder, { recursive: true, force: true });
  };
  site = await openSite(folder, fault.env ?? {}, ownDir);
  let clean = false;
  try {
    await site.installation.start();
    await fault.before?.(site);
    const sent: Sent[] = [];
    const violations: string[] = [];
    const { installation } = site;
    const load = await underLoad(
      { seed: 1, golfers, push: fault.push },
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
    const end = await fault.cause(site);
    await sleep(fault.seconds * 1_000);
    await end();
    const mended = performance.now();
    const isWell = () => {
      const late = sent.filter(({ to }) => to > performance.now() - CALM_MS);
      return late.length > 0 && late.every(({ status }) => status > 0 && status < 500);
    };
    do await sleep(500);
    while (!isWell() && performance.now() - mended < PATIENCE_MS);
    await load.compareBooks(fault.name);
    const { verdict } = load.compared();
    const lies = fault.lies && (await judgeLies(site, fault.lies, verdict));
    const told = await load.finish();
    const suffered = sufferedIn({ fault, from, mended, sent, told, violations, lies });
    clean = suffered.wrong.length === 0;
    return suffered;
  } finally {
    await site.close();
    site = undefined;
    if (clean) cleanUp();
    else console.log(`The evidence is in ${folder}`);
  }
}

const rows: (Suffered | { name: string; notPlayed: string })[] = [];
for (const fault of chosen) {
  const suffered = await play(fault).catch((error: unknown) => {
    console.error(error);
    return "it failed, see above";
  });
  rows.push(typeof suffered === "string" ? { name: fault.name, notPlayed: suffered } : suffered);
  console.log(`${rows.length} of ${chosen.length}: ${fault.name}`);
  if (typeof suffered !== "string") for (const wrong of suffered.wrong) console.log(`  ${wrong}`);
}
console.log(`\n${table(rows)}`);
const results = fileURLToPath(new URL("../../test-results/", import.meta.url));
mkdirSync(results, { recursive: true });
writeFileSync(join(results, "faults.json"), JSON.stringify(rows, undefined, 2));
const isBad = (row: (typeof rows)[number]) =>
  "notPlayed" in row ? row.notPlayed.startsWith("it failed") : row.wrong.length > 0;
process.exit(rows.some(isBad) ? 1 : 0);
