/** What the last `npm test` says of each test: both reports as one list. */
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * @param {string} folder where `vitest.json` and `playwright.json` lie
 * @returns {{ find: (file: string, title: string) => { passed: boolean, status: string, startedAt: number } | undefined,
 *   missing: string[] }} `missing` names the reports that are not there
 */
export function readReports(root, folder) {
  const ran = new Map();
  const missing = [];
  for (const [name, results] of [
    ["vitest.json", ofVitest],
    ["playwright.json", ofPlaywright],
  ]) {
    const path = join(folder, name);
    if (!existsSync(path)) missing.push(name);
    else
      for (const one of results(JSON.parse(readFileSync(path, "utf8")), root)) ran.set(keyOf(one.file, one.title), one);
  }
  return { find: (file, title) => ran.get(keyOf(file, title)), missing };
}

const keyOf = (file, title) => `${file} > ${title}`;
const slashed = (path) => path.replaceAll("\\", "/");

function ofVitest({ startTime, testResults }, root) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: slashed(relative(root, name)),
      title: [...ancestorTitles, title].join(" > "),
      status,
      passed: status === "passed",
      startedAt: startTime,
    })),
  );
}

function ofPlaywright({ suites, stats, config }, root) {
  const folder = slashed(relative(root, config.rootDir));
  const startedAt = Date.parse(stats.startTime);
  const walk = (suite, titles) => [
    ...(suite.specs ?? []).map(({ title, file, tests }) => {
      const statuses = tests.map(({ status }) => status);
      return {
        file: slashed(join(folder, file)),
        title: [...titles, title].join(" > "),
        status: statuses.join(", "),
        passed: statuses.length > 0 && statuses.every((status) => status === "expected" || status === "flaky"),
        startedAt,
      };
    }),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
  ];
  // The outermost suites are the files.
  return suites.flatMap((file) => walk(file, []));
}
