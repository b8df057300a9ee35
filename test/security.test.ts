/** The page of security: every requirement of OWASP ASVS 5.0.0, levels 1 and 2, is there once, and its files exist. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The ids as OWASP publishes them (https://github.com/OWASP/ASVS, 5.0). */
const levels = {
  "1": `1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1
    3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1
    6.3.2 6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1
    10.4.2 10.4.3 10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1
    15.3.1`,
  "2": `1.1.1 1.1.2 1.2.6 1.2.7 1.2.8 1.2.9 1.3.3 1.3.4 1.3.5 1.3.6 1.3.7 1.3.8 1.3.9 1.3.10 1.3.11 1.4.1 1.4.2 1.4.3
    1.5.2 2.1.2 2.1.3 2.2.3 2.3.2 2.3.3 2.3.4 2.4.1 3.3.2 3.3.3 3.3.4 3.4.3 3.4.4 3.4.5 3.4.6 3.5.4 3.5.5 3.7.1
    3.7.2 4.1.2 4.1.3 4.2.1 4.3.1 4.3.2 4.4.2 4.4.3 4.4.4 5.1.1 5.2.3 5.4.1 5.4.2 5.4.3 6.1.2 6.1.3 6.2.9 6.2.10
    6.2.11 6.2.12 6.3.3 6.3.4 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3 6.8.1 6.8.2 6.8.3 6.8.4
    7.1.1 7.1.2 7.1.3 7.3.1 7.3.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2 8.1.2 8.2.3 8.4.1 9.2.2 9.2.3 9.2.4
    10.1.1 10.1.2 10.2.1 10.2.2 10.3.1 10.3.2 10.3.3 10.3.4 10.4.6 10.4.7 10.4.8 10.4.9 10.4.10 10.4.11 10.5.1
    10.5.2 10.5.3 10.5.4 10.5.5 10.6.1 10.6.2 10.7.1 10.7.2 10.7.3 11.1.1 11.1.2 11.2.1 11.2.2 11.2.3 11.3.3
    11.4.2 11.4.3 11.4.4 11.5.1 11.6.1 12.1.2 12.1.3 12.3.1 12.3.2 12.3.3 12.3.4 13.1.1 13.2.1 13.2.2 13.2.3
    13.2.4 13.2.5 13.3.1 13.3.2 13.4.2 13.4.3 13.4.4 13.4.5 14.1.1 14.1.2 14.2.2 14.2.3 14.2.4 14.3.2 14.3.3
    15.1.2 15.1.3 15.2.2 15.2.3 15.3.2 15.3.3 15.3.4 15.3.5 15.3.6 15.3.7 16.1.1 16.2.1 16.2.2 16.2.3 16.2.4
    16.2.5 16.3.1 16.3.2 16.3.3 16.3.4 16.4.1 16.4.2 16.4.3 16.5.1 16.5.2 16.5.3 17.1.1 17.2.1 17.2.2 17.2.3
    17.2.4 17.3.1 17.3.2`,
};
const ids = new Map(
  Object.entries(levels).flatMap(([level, all]) => all.split(/\s+/).map((id) => [id, level] as const)),
);

const page = readFileSync("docs/security.md", "utf8");
const rows = page
  .split("\n")
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, id = "", level = "", what = "", verdict = "", where = "", shown = "", why = ""]) => {
    return { id, level, what, verdict, where, shown, why };
  });
const verdicts = ["met", "does not apply", "**NOT met**"];
const filesOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? "");

test("each requirement of levels 1 and 2 is there once, with its level", () => {
  expect(ids.size).toBe(253);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([...ids.keys()].toSorted());
  expect(rows.filter(({ id, level }) => ids.get(id) !== level)).toEqual([]);
});

test("a requirement that is met names a place and a test that shows it; the others say why they are not", () => {
  const lacking = rows.filter(({ what, verdict, where, shown, why }) => {
    if (what === "" || !verdicts.includes(verdict)) return true;
    return verdict === "met" ? filesOf(where).length === 0 || filesOf(shown).length === 0 : why === "";
  });
  expect(lacking).toEqual([]);
});

test("every file that the page names exists, and the files named as proof are tests", () => {
  const named = rows.flatMap(({ where, shown }) => [...filesOf(where), ...filesOf(shown)]);
  const elsewhere = filesOf(page).filter((text) => /^[\w./-]+\/[\w./-]+\.[a-z]+$/.test(text) && !text.startsWith("/"));
  expect(elsewhere).toContain("src/features/claims/server/payout.ts");
  expect([...named, ...elsewhere].filter((path) => !existsSync(path))).toEqual([]);
  const shows = rows.flatMap(({ shown }) => filesOf(shown));
  expect(shows.filter((path) => !/\.(test|spec)\.(ts|tsx|mjs)$/.test(path))).toEqual([]);
});

test("the counts are those of the rows", () => {
  const counted = (wanted: string) => {
    const mine = rows.filter(({ level }) => wanted === "both" || level === wanted);
    const each = verdicts.map((verdict) => mine.filter((row) => row.verdict === verdict).length);
    return `| ${[wanted, ...each, mine.length].join(" | ")} |`;
  };
  for (const level of ["1", "2", "both"]) expect(page).toContain(`\n${counted(level)}\n`);
});

test("the page lists every address of the configuration that the process calls", () => {
  const config = readFileSync("src/platform/server/config.ts", "utf8");
  const called = [...config.matchAll(/value\("([A-Z_]*(?:URL|ENDPOINT|STRIPE_SECRET_KEY))"\)/g)].map(
    ([, name = ""]) => name,
  );
  // Addresses from which people come; the process does not call them.
  const others = new Set(called.filter((name) => name !== "PUBLIC_URL"));
  expect(others).toContain("OTEL_EXPORTER_OTLP_ENDPOINT");
  const [, calls = ""] = page.split("## What the process calls\n");
  const [list = ""] = calls.split("\n## ");
  expect([...others].filter((name) => !list.includes(`\`${name}\``))).toEqual([]);
});

test("repairs have their times, and each secret of the configuration has its lifetime", () => {
  expect(readFileSync("SECURITY.md", "utf8").match(/^\| .* \| \d+ days \|$/gm)).toHaveLength(3);
  const config = readFileSync("src/platform/server/config.ts", "utf8");
  const secrets = [...config.matchAll(/value\("([A-Z_]*(?:SECRET|TOKEN|KEY))"\)/g)].map(([, name = ""]) => name);
  expect(secrets).toContain("SESSION_SECRET");
  const [, lives = ""] = readFileSync("docs/operations.md", "utf8").split("NIST SP 800-57");
  const [table = ""] = lives.split("Change each at once");
  expect(secrets.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
