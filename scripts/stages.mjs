/**
 * The stages of `npm test` and `npm run test:long`: each runs, prints its time and counts its tests. The first that
 * fails ends the whole; the last line counts the tests of all.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { node24, root, run } from "./prepare.mjs";

export const results = join(root, "test-results");
mkdirSync(results, { recursive: true });
// No colours in a file.
if (!process.stdout.isTTY) process.env.NO_COLOR = "1";
const counts = { passed: 0, failed: 0 };

/**
 * @param work returns the exit code of what it ran, if it ran something
 * @param report the file in `test-results` into which it writes its tests
 * @param count how many of a report passed and failed. A stage that fails without a failed test counts as one
 */
export async function stage(name, work, report, count) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const file = join(results, report ?? "none");
  rmSync(file, { force: true });
  const code = (await work()) ?? 0;
  const found = existsSync(file) ? count(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failed: 0 };
  counts.passed += found.passed;
  counts.failed += code === 0 ? found.failed : Math.max(1, found.failed);
  console.log(`== ${name}: ${code === 0 ? "ok" : "FAILED"}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (code !== 0) finish(code);
}

/** The tests of some of Vitest's projects. */
export function vitest(name, report, ...projects) {
  const chosen = projects.flatMap((project) => ["--project", project]);
  return stage(
    name,
    () => program("vitest/vitest.mjs", "run", ...chosen, `--outputFile.json=${join(results, report)}`),
    report,
    (found) => ({ passed: found.numPassedTests, failed: found.numFailedTests }),
  );
}

/** The journeys of one of Playwright's projects. */
export function journeys(name, report, project) {
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = join(results, report);
  return stage(
    name,
    () => program("@playwright/test/cli.js", "test", `--project=${project}`),
    report,
    ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  );
}

export function specMap(...args) {
  return stage("the spec's map", () => run(node24, [join(root, "scripts", "spec-map.mjs"), ...args]));
}

export function finish(code) {
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exit(code);
}

const program = (path, ...args) => run(node24, [join(root, "node_modules", path), ...args]);
