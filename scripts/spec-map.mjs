/**
 * `npm run spec-map`: each row of docs/spec-map with the tests that showed it in the last `npm test`. A test shows the
 * rows that its title ends with: `[2.14]`, `[2.14-16 8.3]`. It fails when a row has no passing test, and when a title
 * names a row that is not there. `--long` looks at the last `npm run test:long`: its tests show rows as well, but
 * `npm test` shows every row, so it fails only because of a title. `--root DIR` looks at another project.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROW = /^- (\d+\.\d+) (.+)$/gm;
const NUMBERS = /\[(\d+\.\d+(?:-\d+)?(?: \d+\.\d+(?:-\d+)?)*)\]$/;

const { values } = parseArgs({ options: { root: { type: "string" }, long: { type: "boolean" } } });
const root = values.root ?? fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "docs", "spec-map");
const problems = [];

const shownBy = new Map();
for (const name of readdirSync(folder).filter((file) => /^section-\d+\.md$/.test(file)))
  for (const [, number, text] of readFileSync(join(folder, name), "utf8").matchAll(ROW)) {
    if (shownBy.has(number)) problems.push(`${number} stands twice`);
    shownBy.set(number, { text, titles: [] });
  }
if (shownBy.size === 0) problems.push("There are no rows in docs/spec-map/section-N.md");

const suffix = values.long ? "-long" : "";
const shown = [...report(`vitest${suffix}.json`, ofVitest), ...report(`playwright${suffix}.json`, ofPlaywright)];
for (const { title, passed } of shown)
  for (const number of numbersOf(title)) {
    if (!shownBy.has(number)) problems.push(`${number} is no row: ${title}`);
    else if (passed) shownBy.get(number).titles.push(title);
  }

for (const [number, { text, titles }] of shownBy) {
  if (titles.length === 0 && !values.long) problems.push(`${number} has no passing test: ${text}`);
  if (titles.length > 0) console.log(`${number}  ${text}  <-  ${titles.join(" + ")}`);
}
for (const problem of problems) console.log(`WRONG  ${problem}`);
console.log(`\n${shownBy.size} rows, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);

/** The rows at the end of a title. */
function numbersOf(title) {
  return (NUMBERS.exec(title)?.[1].split(" ") ?? []).flatMap((part) => {
    const [, section, first, last = first] = /^(\d+)\.(\d+)(?:-(\d+))?$/.exec(part);
    return Array.from({ length: last - first + 1 }, (_, i) => `${section}.${Number(first) + i}`);
  });
}

/** The tests of a report of the last run. */
function report(name, testsOf) {
  const path = join(root, "test-results", name);
  if (existsSync(path)) return testsOf(JSON.parse(readFileSync(path, "utf8")));
  problems.push(`There is no ${name}: run npm ${values.long ? "run test:long" : "test"} first`);
  return [];
}

function ofVitest({ testResults }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ title, status }) => ({ title, passed: status === "passed" }));
}

function ofPlaywright({ suites }) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.map(({ title, tests }) => ({
      title,
      passed: tests.length > 0 && tests.every(({ status }) => status === "expected"),
    })),
    ...ofPlaywright({ suites: inner }),
  ]);
}
