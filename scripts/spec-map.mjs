/**
 * `npm run spec-map`: a line for each row of the spec's sections 2, 4, 5 and 8 (docs/spec-map) with the tests that show
 * it. It fails when a named test does not exist, did not run and pass in the last `npm test`, was changed since, or when
 * none of the row's words is asserted. `--root DIR` looks at another project, `--reports DIR` at other reports.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readMap, wordsOf } from "./spec-map/map.mjs";
import { readReports } from "./spec-map/reports.mjs";
import { testFiles } from "./spec-map/tests.mjs";

const { values } = parseArgs({ options: { root: { type: "string" }, reports: { type: "string" } } });
const root = values.root ?? fileURLToPath(new URL("..", import.meta.url));
const rows = readMap(root);
const reports = readReports(root, values.reports ?? join(root, "test-results"));
const tests = testFiles(root);
const counts = { shown: 0, WRONG: 0 };

for (const row of rows) {
  const { id, text } = row;
  const words = wordsOf(row);
  const unsaid = unsaidOf(row, words);
  const problems = [...row.problems, ...row.tests.flatMap(problemsOf)];
  if (row.tests.length > 0 && words.length > 0 && unsaid.length === words.length)
    problems.push("none of its words is asserted");
  const kind = problems.length > 0 ? "WRONG" : "shown";
  counts[kind] += 1;
  const by = row.tests.map(nameOf).join(" + ");
  console.log(`${kind}  ${id}  ${text}  <-  ${by}${unsaid.length > 0 ? ` (not asserted: ${unsaid.join(", ")})` : ""}`);
  for (const problem of problems) console.log(`       ${id}  ${problem}`);
}

if (rows.length === 0) console.log("There is no map: docs/spec-map/section-N.md");
if (reports.missing.length > 0) console.log(`No ${reports.missing.join(" and no ")}: run npm test first`);
console.log(`\n${rows.length} rows: ${counts.shown} shown by tests, ${counts.WRONG} wrong`);
process.exit(counts.WRONG > 0 || rows.length === 0 ? 1 : 0);

function nameOf({ file, title }) {
  return `${file} > ${title}`;
}

function problemsOf(named) {
  const { file, title } = named;
  if (!tests.find(file, title)) return [`there is no such test: ${nameOf(named)}`];
  const run = reports.find(file, title);
  if (!run) return [`did not run in the last npm test: ${nameOf(named)}`];
  if (!run.passed) return [`did not pass (${run.status}): ${nameOf(named)}`];
  if (statSync(join(root, file)).mtimeMs > run.startedAt) return [`${file} was changed since it ran: run npm test`];
  return [];
}

/** The words of a row that none of its tests asserts. */
function unsaidOf(row, words) {
  const said = row.tests.flatMap(({ file, title }) => {
    const test = tests.find(file, title);
    return test ? tests.asserted(file, test) : [];
  });
  return words.filter(({ isIn }) => !said.some(isIn)).map(({ word }) => `'${word}'`);
}
