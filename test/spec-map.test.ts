/** `npm run spec-map` over small projects: a complete map, and each way in which a map can be wrong. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const projects: string[] = [];
afterAll(() => {
  for (const root of projects) rmSync(root, { recursive: true });
});

interface Project {
  map?: string;
  journey?: string;
  status?: "expected" | "flaky" | "skipped" | "unexpected";
  reports?: boolean;
  /** Of `npm run test:long` instead of `npm test`. */
  long?: boolean;
}

const MAP = "- 2.1 A title.\n- 2.2 A button.\n  - corrected: a link\n\nWords between.\n\n- 2.3 A toast.\n";

/** Runs the command over a map, a journey of the title `journey` and a unit test that shows row 2.3. */
function specMap({ map = MAP, journey = "signing in [2.1-2]", status = "expected", reports = true, long }: Project) {
  const root = mkdtempSync(join(tmpdir(), "acebay-spec-map-"));
  projects.push(root);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("docs/spec-map/section-2.md", map);
  if (reports) {
    const specs = [{ title: journey, tests: [{ status }] }];
    write(`test-results/playwright${long ? "-long" : ""}.json`, JSON.stringify({ suites: [{ suites: [{ specs }] }] }));
    const assertionResults = [{ title: "five balls [2.3]", status: "passed" }];
    write(`test-results/vitest${long ? "-long" : ""}.json`, JSON.stringify({ testResults: [{ assertionResults }] }));
  }
  const args = [resolve("scripts/spec-map.mjs"), "--root", root, ...(long ? ["--long"] : [])];
  return spawnSync(process.execPath, args, { encoding: "utf8" });
}

test("each row is printed with the tests that showed it", () => {
  const { status, stdout } = specMap({ journey: "signing in [2.1-2 2.3]" });
  expect(stdout.split("\n")).toEqual([
    "2.1  A title.  <-  signing in [2.1-2 2.3]",
    "2.2  A button.  <-  signing in [2.1-2 2.3]",
    "2.3  A toast.  <-  five balls [2.3] + signing in [2.1-2 2.3]",
    "",
    "3 rows, 0 problems",
    "",
  ]);
  expect(status).toBe(0);
});

test("the tests of test:long show rows, too, and need not show all of them", () => {
  const { status, stdout } = specMap({ journey: "signing in [2.1]", long: true });
  expect(stdout.split("\n")).toEqual([
    "2.1  A title.  <-  signing in [2.1]",
    "2.3  A toast.  <-  five balls [2.3]",
    "",
    "3 rows, 0 problems",
    "",
  ]);
  expect(status).toBe(0);
});

test.each<[string, Project, string]>([
  ["a row that no title names", { journey: "signing in [2.1]" }, "2.2 has no passing test: A button."],
  ["a number that is not at a title's end", { journey: "[2.1-2] signing in" }, "2.1 has no passing test: A title."],
  ["a test that failed", { status: "unexpected" }, "2.1 has no passing test: A title."],
  ["a test that was skipped", { status: "skipped" }, "2.1 has no passing test: A title."],
  ["a test that passed at its second try", { status: "flaky" }, "2.1 has no passing test: A title."],
  ["a title that names no row", { journey: "signing in [2.1-2 8.1]" }, "8.1 is no row: signing in [2.1-2 8.1]"],
  ["a long test's title that names no row", { journey: "[8.1]", long: true }, "8.1 is no row: [8.1]"],
  [
    "no reports of long tests",
    { reports: false, long: true },
    "There is no vitest-long.json: run npm run test:long first",
  ],
  ["a number that stands twice", { map: `${MAP}- 2.3 Again.\n` }, "2.3 stands twice"],
  ["no rows", { map: "" }, "There are no rows in docs/spec-map/section-N.md"],
  ["no reports", { reports: false }, "There is no vitest.json: run npm test first"],
])("fails because of %s, and says so", (_, project, line) => {
  const { status, stdout } = specMap(project);
  expect(stdout).toContain(`WRONG  ${line}\n`);
  expect(status).toBe(1);
});
