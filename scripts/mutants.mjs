/**
 * `npm run mutants`: changes the code in small ways and wants its tests to fail. First what is listed by hand
 * (scripts/mutants/listed.mjs), then Stryker's mutants of the files in scripts/mutants/subjects.mjs, each with the tests
 * named there. `npm run mutants -- listed ledger/rules.ts`: those alone. A mutant that survives is named; the exit code is
 * 1 when one of the listed does.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { install, node24, root, run } from "./prepare.mjs";
import { runListed } from "./mutants/run-listed.mjs";
import { subjects } from "./mutants/subjects.mjs";

const asked = process.argv.slice(2);
const isAsked = (name) => asked.length === 0 || asked.some((part) => name.includes(part));
if (!process.stdout.isTTY) process.env.NO_COLOR = "1";
await install();
const results = join(root, "test-results", "mutants");
const settings = join(root, "scripts", "mutants", "stryker.config.mjs");
mkdirSync(results, { recursive: true });

const lines = [];
let survived = 0;
if (isAsked("listed")) {
  const { died, all } = await runListed();
  survived = all - died;
  lines.push(`listed: ${died} of ${all} died`);
}
for (const { file, tests } of subjects.filter((subject) => isAsked(subject.file)))
  lines.push(await stryker(file, tests));
console.log(`\n${lines.join("\n")}`);
process.exit(survived > 0 ? 1 : 0);

/** Runs Stryker on one file. @returns its score */
async function stryker(file, tests) {
  const report = join(results, `${file.replaceAll("/", "-")}.json`);
  Object.assign(process.env, { MUTANTS_OF: file, MUTANTS_TESTS: tests.join(","), MUTANTS_REPORT: report });
  rmSync(report, { force: true });
  console.log(`\n== ${file}`);
  await run(node24, [join(root, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js"), "run", settings]);
  if (!existsSync(report)) return `${file}: Stryker made no report`;
  const mutants = Object.values(JSON.parse(readFileSync(report, "utf8")).files).flatMap(({ mutants: of }) => of);
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const died = count("Killed", "Timeout");
  return `${file}: ${died} of ${died + count("Survived", "NoCoverage")} died`;
}
