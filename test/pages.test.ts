/** The written pages: their links and the files that they name are there, and every decision is in the list. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const DECISIONS = "docs/decisions";
const pages = globSync(["*.md", "docs/**/*.md"]).toSorted();
const read = (path: string) => readFileSync(path, "utf8");

/** The files of the project as its pages name them: from the root, from src or from the rooms, or by their end. */
const files = globSync("**/*.*", {
  exclude: (path) => /^(?:node_modules|dist|data|screens|test-results)$|^\.git$/.test(path),
});

/** A heading's address on its page, as GitHub makes it. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** The links of a page that lead nowhere. @param path of the page, from the root */
function deadLinks(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [file = "", place] = link.split("#");
    const target = file === "" ? path : join(dirname(path), file);
    if (!existsSync(target)) return true;
    const headings =
      place === undefined ? [] : [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title);
    return place !== undefined && !headings.map(anchor).includes(place);
  });
}

/** The files that a page names in code marks and that the project does not have; addresses and patterns are none. */
function missingFiles(text: string): string[] {
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mjs|sql|md))`/g)].map(([, name = ""]) => name);
  return named.filter(
    (name) => !name.includes("NNNN") && !files.some((file) => file === name || file.endsWith(`/${name}`)),
  );
}

/** The parts of its form that a decision's page lacks. */
function flaws(path: string, text: string): string[] {
  const number = Number(/(\d{4})-/.exec(path)?.[1]);
  const parts = ["Context", "Decision", "Consequences"].map((part) => `## ${part}`);
  const others = [...text.matchAll(/\bpages? (\d+)/g)].map(([, other]) => String(other).padStart(4, "0"));
  return [
    ...(text.startsWith(`# ${number}. `) ? [] : [`begins with "# ${number}. "`]),
    ...parts.filter((part) => !text.includes(`\n${part}\n`)),
    ...others.filter((other) => globSync(`${DECISIONS}/${other}-*.md`).length === 0).map((other) => `page ${other}`),
  ];
}

test.for(pages)("%s links to what is there, and names files that are there", (path) => {
  expect(deadLinks(path, read(path))).toEqual([]);
  expect(missingFiles(read(path))).toEqual([]);
});

const decisions = globSync(`${DECISIONS}/0*.md`).toSorted();

test.for(decisions)("%s has its number, context, decision and consequences", (path) => {
  expect(flaws(path, read(path))).toEqual([]);
});

test("no two decisions have the same number", () => {
  const numbers = decisions.map((path) => path.slice(0, DECISIONS.length + 5));
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("the list of decisions has each page once, by its title", () => {
  const listed = [...read(`${DECISIONS}/README.md`).matchAll(/^- \[(.+)\]\((0.+)\)$/gm)];
  const titles = decisions.map((path) => [/^# (.+)$/m.exec(read(path))?.[1], path.slice(DECISIONS.length + 1)]);
  expect(listed.map(([, title, file]) => [title, file]).toSorted(byFile)).toEqual(titles);
});

function byFile([, one = ""]: (string | undefined)[], [, other = ""]: (string | undefined)[]): number {
  return one.localeCompare(other);
}

test("the checks find a dead link, a missing file and a page without the required sections", () => {
  expect(deadLinks("docs/x.md", "[a](gone.md) [b](../README.md#gone) [c](../README.md#commands)")).toEqual([
    "gone.md",
    "../README.md#gone",
  ]);
  expect(missingFiles("`play/gone.ts` `play/rules.ts` `/api/openapi.json`")).toEqual(["play/gone.ts"]);
  expect(flaws("docs/decisions/0003-x.md", "# 4. X\n\n## Context\n\nSee page 999.\n\n## Decision\n")).toEqual([
    'begins with "# 3. "',
    "## Consequences",
    "page 0999",
  ]);
});
