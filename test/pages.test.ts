/**
 * The written pages: their links and the files, commands and names that they name are there, the house on them is the
 * one of the code, and every decision is in the list.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { rooms } from "./architecture/zones.ts";

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

/**
 * The files that a page names in code marks or pictures and that the project does not have; addresses and patterns are
 * none.
 */
function missingFiles(text: string): string[] {
  const marked = text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mjs|sql|md))`/g);
  const pictures = [...text.matchAll(/```mermaid\n(.*?)```/gs)].map(([picture]) => picture).join("\n");
  const drawn = pictures.matchAll(/([\w-]+(?:\/[\w-]+)*\.tsx?)\b/g);
  const named = [...marked, ...drawn].map(([, name = ""]) => name);
  return named.filter(
    (name) => !name.includes("NNNN") && !files.some((file) => file === name || file.endsWith(`/${name}`)),
  );
}

const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** The commands of a page that `package.json` does not have. */
function missingCommands(text: string): string[] {
  const named = [...text.matchAll(/`npm run (?:--silent )?([\w:-]+)/g)].map(([, name = ""]) => name);
  return named.filter((name) => !(name in scripts));
}

const sources = files.filter((path) => /\.(?:ts|tsx|mjs|sql|json|ya?ml|html)$/.test(path));
/** Each word of the sources that could be somebody's name of something. */
const words = new Set(sources.flatMap((path) => read(path).match(/[\w$]+/g) ?? []));

/** The names of functions, columns and the like that a page has in code marks and the sources do not have. */
function missingNames(text: string): string[] {
  const marked = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code).join(" ");
  const named = marked.match(/\b(?:[a-z]+[A-Z]\w*|[a-z]+(?:_[a-z]+)+)\b/g) ?? [];
  return named.filter((name) => !words.has(name));
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
  expect(missingCommands(read(path))).toEqual([]);
});

// Decisions may name what was thought of or has gone, and operations what belongs to other programs.
test.for(["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md"])(
  "%s names functions and columns that are there",
  (path) => {
    expect(missingNames(read(path))).toEqual([]);
  },
);

test("the pages have the rooms of the code, from left to right", () => {
  const page = read("docs/architecture.md");
  const [, table = ""] = page.split("| room | what it holds |");
  const rows = (table.split("\n\n")[0] ?? "").matchAll(/^\| `(\w+)` \|/gm);
  expect([...rows].map(([, room]) => room)).toEqual(rooms);
  expect(/^ +(\w+(?: --- \w+)+)$/m.exec(page)?.[1]?.split(" --- ")).toEqual(rooms);
  expect(/^src\/features\/ +([a-z, ]+):/m.exec(read("README.md"))?.[1]?.split(", ")).toEqual(rooms);
});

test("the table of jobs has each job of the code once", () => {
  const [, table = ""] = read("docs/architecture.md").split("| every | jobs |\n|---|---|\n");
  const told = [...(table.split("\n\n")[0] ?? "").matchAll(/`([a-z][a-z-]*)`/g)].map(([, name = ""]) => name);
  const places = sources.filter((path) => /^src\/.*\/server\//.test(path) && !path.endsWith(".test.ts"));
  const made = places.flatMap((path) =>
    [...read(path).matchAll(/\bname: "([a-z-]+)",\s+every: /g)].map(([, name = ""]) => name),
  );
  expect(told.toSorted()).toEqual(made.toSorted());
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

test("the checks find a dead link, a missing file, command or name, and a page without the required sections", () => {
  expect(deadLinks("docs/x.md", "[a](gone.md) [b](../README.md#gone) [c](../README.md#commands)")).toEqual([
    "gone.md",
    "../README.md#gone",
  ]);
  expect(missingFiles("`play/gone.ts` `play/rules.ts` `/api/openapi.json`")).toEqual(["play/gone.ts"]);
  expect(missingFiles("```mermaid\nA[gone.ts, <br>rules.ts]\n```")).toEqual(["gone.ts"]);
  expect(missingCommands("`npm run gone -- --all`, `npm run kit`")).toEqual(["gone"]);
  // Put together, or this file would have it.
  const gone = ["read", "Nothing"].join("");
  expect(missingNames(`\`${gone}({ id })\`, \`bodyOf\`, \`npm run kit\``)).toEqual([gone]);
  expect(flaws("docs/decisions/0003-x.md", "# 4. X\n\n## Context\n\nSee page 999.\n\n## Decision\n")).toEqual([
    'begins with "# 3. "',
    "## Consequences",
    "page 0999",
  ]);
});
