/** `npm run spec-map` over small projects: a map that holds, and each way in which one does not. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const projects: string[] = [];
afterAll(() => {
  for (const root of projects) rmSync(root, { recursive: true });
});

const journey = `
  import { test } from "./fixtures.ts";
  import { expectToast } from "./people.ts";
  const title = (page) => page.getByRole("heading", { name: "Welcome Back" });
  const sentences = ["Email is required", "Valid email is required"];
  test.describe("signing in", () => {
    test("says what is missing", async ({ page }) => {
      await page.goto("/elsewhere");
      await title(page).click();
      for (const sentence of sentences) await expect(page.getByText(sentence)).toBeVisible();
      await expectToast(page, \`Welcome back, \${name}!\`);
      await expect(page).toHaveURL(/\\/app\\?step=2/);
    });
  });
  for (const hole of ["left", "right"]) test(\`the \${hole} hole\`, () => {});
`;
const people = `
  export async function expectToast(page, text) {
    await expect(page.locator("#toasts").getByText(text)).toBeVisible();
  }
`;
const unit = `test.each([["A", "five balls"]])("%s has balls", (name, balls) => { expect(count(name)).toBe(balls); });`;

interface Project {
  map: string;
  status?: string;
  /** Changed after the tests ran. */
  stale?: boolean;
  reports?: boolean;
}

/** Runs the command over a project of one journey and one unit test. */
function specMap({ map, status = "expected", stale = false, reports = true }: Project): {
  code: number;
  lines: string;
} {
  const root = mkdtempSync(join(tmpdir(), "acebay-spec-map-"));
  projects.push(root);
  const startedAt = new Date("2026-11-21T12:00:00Z");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    const changedAt = new Date(startedAt.getTime() + (stale ? 1000 : -1000));
    utimesSync(join(root, path), changedAt, changedAt);
  };
  write("docs/spec-map/section-2.md", map);
  write("e2e/sign-in.spec.ts", journey);
  write("e2e/people.ts", people);
  write("src/balls.test.ts", unit);
  if (reports) {
    const specs = [{ title: "says what is missing", file: "sign-in.spec.ts", tests: [{ status }] }];
    const playwright = {
      config: { rootDir: join(root, "e2e") },
      stats: { startTime: startedAt.toISOString() },
      suites: [{ title: "sign-in.spec.ts", specs: [], suites: [{ title: "signing in", specs }] }],
    };
    write("test-results/playwright.json", JSON.stringify(playwright));
    const ran = [{ ancestorTitles: [], title: "A has balls", status: "passed" }];
    const testResults = [{ name: join(root, "src/balls.test.ts"), assertionResults: ran }];
    write("test-results/vitest.json", JSON.stringify({ startTime: startedAt.getTime(), testResults }));
  }
  const { status: code, stdout } = spawnSync(process.execPath, [resolve("scripts/spec-map.mjs"), "--root", root], {
    encoding: "utf8",
  });
  return { code: code ?? -1, lines: stdout };
}

const shown = "  - test: e2e/sign-in.spec.ts > signing in > says what is missing\n";

test("a map that holds: a line for each row, what is not asserted beside it", () => {
  const map = [
    `## 2. Screens\n\n- Title 'Welcome Back' and 'Welcome back, {name}!' or 'Hello'.\n${shown}`,
    `- 'Email is required' and goes to /app?step={n}.\n${shown}`,
    `- Says 'Nothing'.\n  - corrected: says 'Valid email is required' (rules)\n${shown}`,
    `- Balls are counted.\n  - words: balls\n  - test: src/balls.test.ts > A has balls\n`,
  ].join("");
  const { code, lines } = specMap({ map });
  const by = "e2e/sign-in.spec.ts > signing in > says what is missing";
  expect(lines.split("\n")).toEqual([
    `shown  2.1  Title 'Welcome Back' and 'Welcome back, {name}!' or 'Hello'.  <-  ${by} (not asserted: 'Hello')`,
    `shown  2.2  'Email is required' and goes to /app?step={n}.  <-  ${by}`,
    `shown  2.3  Says 'Nothing'.  <-  ${by}`,
    "shown  2.4  Balls are counted.  <-  src/balls.test.ts > A has balls",
    "",
    "4 rows: 4 shown by tests, 0 wrong",
    "",
  ]);
  expect(code).toBe(0);
});

const row = `- Title 'Welcome Back'.\n${shown}`;

test.each<[string, Project, string]>([
  ["a title that is not there", { map: row.replace("missing", "gone") }, "2.1  there is no such test: e2e/sign-in"],
  ["a file that is not there", { map: row.replace("sign-in.spec", "sign-up.spec") }, "2.1  there is no such test"],
  ["a test that did not run", { map: "- 'x'\n  - test: e2e/sign-in.spec.ts > the left hole\n" }, "2.1  did not run"],
  ["a test that failed", { map: row, status: "unexpected" }, "2.1  did not pass (unexpected)"],
  ["a test that was skipped", { map: row, status: "skipped" }, "2.1  did not pass (skipped)"],
  ["a test changed since", { map: row, stale: true }, "2.1  e2e/sign-in.spec.ts was changed since it ran"],
  ["no reports", { map: row, reports: false }, "No vitest.json and no playwright.json: run npm test first"],
  ["words that nothing asserts", { map: `- Shows 'Goodbye'.\n${shown}` }, "2.1  none of its words is asserted"],
  ["an address only opened", { map: `- Goes to /elsewhere.\n${shown}` }, "2.1  none of its words is asserted"],
  ["words of another row", { map: `- A title.\n  - words: Welcome\n${shown}` }, "2.1  'Welcome' is none of its words"],
  ["neither quote nor words", { map: `- A title.\n${shown}` }, "2.1  quotes nothing and lists no deciding words"],
  ["a row without a test", { map: "- Shows 'Welcome Back'.\n" }, "2.1  no test is named"],
  ["a misspelt line", { map: `${row}  - corected: no\n` }, "2.1  'corected' is no part of a row"],
  ["no rows", { map: "" }, "There is no map"],
])("fails by %s, and says so", (_, project, line) => {
  const { code, lines } = specMap(project);
  expect(lines).toContain(line);
  expect(code).toBe(1);
});
