/**
 * `npm run test:quick`: within a minute, whether something is broken. Types, the house's rules and the unit tests; lint,
 * but the rules that need types only on the files that changed, because elsewhere they take as long as all the rest; of
 * the tests on PostgreSQL those that cross rooms, those in the folders of the rooms that changed since `main`
 * (uncommitted work included), and those that changed themselves. A change of `src/platform` or `src/main` runs the
 * platform's. It leaves out the folders `slow`, which hold what takes more than five seconds, the folders `long`, and the
 * journeys: they run by `npm test` and `npm run test:long`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install, node24, root, run } from "./prepare.mjs";

/** A whole day, permissions, refused calls, locks and races, in every run. */
const ALWAYS = "crossing";

if (!process.stdout.isTTY) process.env.NO_COLOR = "1";
await install();
const changed = changedFiles();
const folders = readdirSync(join(root, "test/server")).filter(
  (folder) => folder === ALWAYS || changed.some(isOf(folder)),
);
const own = changed.filter(
  (file) => /^(src|test)\/(?!.*\/long\/).*\.test\.ts$/.test(file) && existsSync(join(root, file)),
);
console.log(`Server tests of ${folders.join(", ")}`);

const outputs = mkdtempSync(join(tmpdir(), "acebay-quick-"));
const failed = new AbortController();
// Each of the two lanes has a core: the checks, and the tests.
await Promise.all([
  step("types", "typescript/bin/tsc", "-b", "--checkers", "1")
    .then(lint)
    .then(() => vitest("house rules", "house")),
  vitest("unit tests", "unit").then(() =>
    vitest("server tests", "postgres", ...folders.flatMap(testsIn), ...folders.flatMap(sourcesOf), ...own),
  ),
]);
rmSync(outputs, { recursive: true });

/** Whether a changed file belongs to a folder of server tests. */
function isOf(folder) {
  const places = [`test/server/${folder}/`, ...sourcesOf(folder), ...(folder === "platform" ? ["src/main/"] : [])];
  return (file) => places.some((place) => file.startsWith(place));
}

/** The sources of a folder of server tests, whose tests beside them belong to it. */
function sourcesOf(folder) {
  return [`src/${folder}/`, `src/features/${folder}/`].filter((path) => existsSync(join(root, path)));
}

function testsIn(folder) {
  return readdirSync(join(root, "test/server", folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/server/${folder}/${name}`);
}

/** The rules that need types read everything that a file imports: 2 s of processor time without them, 43 s with them. */
async function lint() {
  await step("lint", "oxlint/bin/oxlint", "--config", ".oxlintrc.quick.json");
  const sources = changed.filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)));
  if (sources.length > 0) await step("lint with types", "oxlint/bin/oxlint", ...sources);
}

function vitest(name, project, ...files) {
  // Without the report, which belongs to the last whole run.
  return step(name, "vitest/vitest.mjs", "run", "--project", project, "--reporter=default", ...new Set(files));
}

/** Runs a program of the packages and prints its output if it fails. The first failure ends all. */
async function step(name, program, ...args) {
  if (failed.signal.aborted) return;
  const started = performance.now();
  const output = join(outputs, name.replaceAll(" ", "-"));
  const file = openSync(output, "w");
  const options = { stdio: ["ignore", file, file], signal: failed.signal, killSignal: "SIGHUP" };
  const code = await run(node24, [join(root, "node_modules", program), ...args], options).catch(() => undefined);
  if (failed.signal.aborted) return;
  console.log(`== ${name}: ${code === 0 ? "ok" : "FAILED"}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (code === 0) return;
  process.stdout.write(readFileSync(output));
  process.exitCode = 1;
  failed.abort();
}

/** The files changed since this branch left `main`, including those not committed or not known to git. */
function changedFiles() {
  const base = git("merge-base", "HEAD", "main")[0] ?? git("merge-base", "HEAD", "origin/main")[0] ?? "HEAD";
  return [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
}

function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter(Boolean) : [];
}
