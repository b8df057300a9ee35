/**
 * `npm run mutants`: changes the code in small ways and requires its tests to fail. First what is listed by hand
 * (scripts/mutants/listed.mjs), then Stryker's mutants of the files in scripts/mutants/subjects.mjs, each with the
 * tests named there. `npm run mutants -- listed ledger/rules.ts`: those alone. A mutant that survives is named; the
 * exit code is 1 when one of the listed does, or when Stryker cannot try a file.
 *
 * It ends after 60 minutes and names what it has not run. The next run goes on there: a file whose text and tests are
 * the same as when it was run is not run again. `--again` forgets what was run.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { install, node24, root, run } from "./prepare.mjs";
import { runListed } from "./mutants/run-listed.mjs";
import { subjects } from "./mutants/subjects.mjs";

const MINUTES = 60;
const deadline = AbortSignal.timeout(MINUTES * 60_000);

const asked = process.argv.slice(2).filter((part) => part !== "--again");
const isAsked = (name) => asked.length === 0 || asked.some((part) => name.includes(part));
if (!process.stdout.isTTY) process.env.NO_COLOR = "1";
await install();
const results = join(root, "test-results", "mutants");
const settings = join(root, "scripts", "mutants", "stryker.config.mjs");
if (process.argv.includes("--again")) rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const lines = [];
const notRun = [];
const failed = [];
let survived = 0;
if (isAsked("listed")) {
  const { died, all, left } = await runListed(deadline);
  survived = all - left.length - died;
  lines.push(`listed: ${died} of ${all - left.length} died`);
  notRun.push(...left);
}
for (const { file, tests } of subjects.filter((subject) => isAsked(subject.file))) {
  const line = keptLine(file, tests) ?? (deadline.aborted ? undefined : await stryker(file, tests));
  if (line === undefined) notRun.push(file);
  else lines.push(line);
}
console.log(`\n${lines.join("\n")}`);
if (notRun.length > 0)
  console.log(`\nNot run within ${MINUTES} minutes; the same command goes on here:\n${notRun.join("\n")}`);
process.exit(survived > 0 || failed.length > 0 ? 1 : 0);

/** Runs Stryker on one file. @returns its score; undefined when the time is over before it */
async function stryker(file, tests) {
  const report = `${fileFor(file)}.json`;
  Object.assign(process.env, { MUTANTS_OF: file, MUTANTS_TESTS: tests.join(","), MUTANTS_REPORT: report });
  rmSync(report, { force: true });
  console.log(`\n== ${file}`);
  const program = join(root, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  // Interrupted, Stryker puts its copies of the sources away.
  const options = { signal: deadline, killSignal: "SIGINT" };
  await run(node24, [program, "run", settings], options).catch((error) => {
    if (error.name !== "AbortError") throw error;
  });
  if (deadline.aborted) return undefined;
  if (!existsSync(report)) {
    failed.push(file);
    return `${file}: Stryker made no report`;
  }
  const mutants = Object.values(JSON.parse(readFileSync(report, "utf8")).files).flatMap(({ mutants: of }) => of);
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const died = count("Killed", "Timeout");
  const line = `${file}: ${died} of ${died + count("Survived", "NoCoverage")} died`;
  writeFileSync(`${fileFor(file)}.score`, `${hashOf(file, tests)}\n${line}`);
  return line;
}

/** The score of an earlier run on the same file and tests. */
function keptLine(file, tests) {
  const path = `${fileFor(file)}.score`;
  if (!existsSync(path)) return undefined;
  const [hash, line] = readFileSync(path, "utf8").split("\n");
  return hash === hashOf(file, tests) ? line : undefined;
}

function fileFor(file) {
  return join(results, file.replaceAll("/", "-"));
}

function hashOf(file, tests) {
  const hash = createHash("sha256");
  for (const path of [file, ...tests])
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)));
  return hash.digest("hex");
}
