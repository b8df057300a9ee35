/**
 * `npm test`: the house's checks, the tests on a real PostgreSQL, the journeys in a real browser, and the map from the
 * spec to them. It stops at the first stage that fails; the last line counts the tests.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "./browser.mjs";
import { findEngines } from "./engines.mjs";
import { build, install, mustRun, node24, root, run } from "./prepare.mjs";

const results = join(root, "test-results");
const counts = { passed: 0, failed: 0 };
const program = (path, ...args) => run(node24, [join(root, "node_modules", path), ...args]);

// No colours in a file.
if (!process.stdout.isTTY) process.env.NO_COLOR = "1";
await install();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
// They come over the network, where they are missing, and only the journeys need them.
const browsers = stage("browsers", async () => {
  console.log(await findBrowser(mustRun), process.env.ACEBAY_HEADLESS_SHELL ?? "", ...(await findEngines(mustRun)));
});
await stage("builds", build);
await stage("checks", () => run("npm", ["run", "--silent", "check"], { shell: process.platform === "win32" }));
await browsers;
await stage(
  "unit and server tests",
  // The checks have run the house's rules.
  () => program("vitest/vitest.mjs", "run", "--project", "!house"),
  "vitest.json",
  (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }),
);
await stage(
  "browser journeys",
  () => program("@playwright/test/cli.js", "test"),
  "playwright.json",
  ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }),
);
await stage("the spec's map", () => run(node24, [join(root, "scripts", "spec-map.mjs")]));
finish(0);

/**
 * Runs a stage, prints its time and adds its report's counts. A stage that fails without a failed test counts as one.
 */
async function stage(name, work, report, count) {
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

function finish(code) {
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exit(code);
}
