/**
 * `npm run journeys -- [files] --times N`: plays the journeys N times over (all of them, or those of the named files) and
 * says of each how often it passed. `test-results/journeys.json` keeps every round: a run that was interrupted goes on
 * there, and more `--times` add to it. Other files, or sources that changed, begin anew; without `--times` it plays once.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { findBrowser } from "./browser.mjs";
import { findEngines } from "./engines.mjs";
import { build, install, mustRun, node24, root, run } from "./prepare.mjs";

const { values, positionals: files } = parseArgs({ options: { times: { type: "string" } }, allowPositionals: true });
const times = Number(values.times ?? 1);
if (!Number.isInteger(times) || times < 1) {
  console.error("--times is a whole number from 1");
  process.exit(2);
}
const kept = join(root, "test-results", "journeys.json");
const report = join(root, "test-results", "journeys-round.json");

await install();
await findBrowser(mustRun);
await findEngines(mustRun);
await build();
mkdirSync(join(root, "test-results"), { recursive: true });
const played = resumed();
for (let round = played.rounds + 1; round <= times; round++) {
  console.log(`\n== round ${round} of ${times}`);
  rmSync(report, { force: true });
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  const code = await run(node24, [playwright, "test", "--reporter=list,json", ...files]);
  const specs = existsSync(report) ? specsOf(JSON.parse(readFileSync(report, "utf8"))) : [];
  // Interrupted, or no journeys: not a round.
  if (code > 1 || specs.length === 0) process.exit(code || 1);
  for (const { name, problem } of specs) add(name, round, problem);
  played.rounds = round;
  writeFileSync(kept, JSON.stringify(played, undefined, 2));
}

let clean = true;
console.log("");
for (const [name, { passed, of, problems }] of Object.entries(played.journeys)) {
  console.log(`${passed} of ${of}  ${name}`);
  for (const problem of problems) console.log(`  ${problem}`);
  clean &&= passed === of;
}
process.exit(clean ? 0 : 1);

/** The earlier rounds of the same files with the same sources, or nothing. */
function resumed() {
  const sources = createHash("sha256");
  for (const asked of [
    ["rev-parse", "HEAD"],
    ["diff", "HEAD"],
    ["status", "--porcelain"],
  ])
    sources.update(spawnSync("git", asked, { cwd: root, maxBuffer: 2 ** 28 }).stdout ?? "");
  const of = `${sources.digest("hex")} ${files.toSorted().join(" ")}`;
  const last = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : undefined;
  return values.times !== undefined && last?.of === of ? last : { of, rounds: 0, journeys: {} };
}

function add(name, round, problem) {
  const journey = (played.journeys[name] ??= { passed: 0, of: 0, problems: [] });
  journey.of += 1;
  if (problem === undefined) journey.passed += 1;
  else journey.problems.push(`round ${round}: ${problem}`);
}

/** The journeys of a report, each with the first line of what failed. */
function specsOf({ suites }, titles = []) {
  return suites.flatMap(({ title, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status !== "skipped"))
      .map((spec) => ({
        name: [...titles, title, spec.title].join(" > "),
        problem: spec.ok ? undefined : firstLine(spec.tests),
      })),
    ...specsOf({ suites: inner }, [...titles, title]),
  ]);
}

function firstLine(tests) {
  const message = tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message ?? "did not run";
  return stripVTControlCharacters(message.split("\n")[0]);
}
