/** Every browser that we support has the features that the sources use, by MDN's data. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { oldestBrowsers } from "#platform/shared/browsers.ts";
import { compat, isEverywhere, sinceOfAtRule, sinceOfFunction, sinceOfSelector } from "./architecture/features.ts";
import { parseSource } from "./architecture/source.ts";
import { membersOf, tooNew } from "./architecture/too-new.ts";

const sources = new Map(
  globSync("src/**/*.{ts,tsx}").map((path) => [path.replaceAll("\\", "/"), readFileSync(path, "utf8")]),
);

/** The page and the service worker, and all that they import. */
const loaded = new Set(["src/main/web/web.tsx", "src/main/web/service-worker.ts"]);
for (const path of loaded)
  for (const { kind, target } of parseSource(path, sources.get(path) ?? "").imports)
    if (kind === "file" && sources.has(target)) loaded.add(target);

/** Members of libraries that have the same name as something new in the platform: Leaflet's bounds. */
const ofLibraries = ["pad"];
const own = new Set([...ofLibraries, ...[...loaded].flatMap((path) => membersOf(path, sources.get(path) ?? ""))]);

test("the oldest browsers that we support can run everything that a page loads", () => {
  expect(loaded.size).toBeGreaterThan(200);
  expect([...loaded].flatMap((path) => tooNew(path, sources.get(path) ?? "", own))).toEqual([]);
});

test.for([
  ["Map.groupBy(rows, keyOf);", "Map.groupBy"],
  ["const address = URL.parse(given);", "URL.parse"],
  ["function show() { layer.current.showPopover(); }", ".showPopover"],
  ["const all = one.union(other);", ".union"],
  ["navigator.wakeLock.request('screen').then(go); requestIdleCallback(work);", "requestIdleCallback"],
  ["if (shown.matches(':popover-open')) go();", ":popover-open"],
  ["const { promise } = Promise.withResolvers();", "Promise.withResolvers"],
  ["function one() { if ('showPopover' in layer) go(); } function two() { layer.showPopover(); }", ".showPopover"],
  ["layer.showPopover(); if (layer.showPopover) go();", ".showPopover"],
] as const)("the check finds code that is too new: %s", ([text, what]) => {
  expect(tooNew("src/main/planted.ts", text, own)).toEqual([
    `src/main/planted.ts:1 uses ${what}, which is younger than our oldest browsers`,
  ]);
});

test.for([
  "function show() { if (typeof layer.showPopover !== 'function') return; layer.showPopover(); }",
  "function hide() { if ('showPopover' in layer) layer.hidePopover(); }",
  "const toFront = () => layer.showPopover?.();",
  "const start = () => layer.showPopover && layer.showPopover();",
  "const when = typeof requestIdleCallback === 'undefined' ? later : requestIdleCallback(work);",
  "import * as z from 'zod/mini'; const either = z.union([a, b]);",
  "const groupBy = (rows) => rows; groupBy([]); rows.toSorted().at(-1); new ResizeObserver(go);",
])("the check allows code that asks first: %s", (text) => {
  expect(tooNew("src/main/planted.ts", text, own)).toEqual([]);
});

/**
 * A browser that does not know these ignores them without harm: another browser's own rules, and the margins of paper.
 */
const harmless = /^(?:-webkit-|-moz-|page$)/;

/**
 * The at-rules and selectors of a style sheet; because of one that it does not know, an old browser skips a whole rule.
 */
function unknownIn(css: string): string[] {
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const atRules = [...text.matchAll(/@([a-z-]+)/g)].map(([, name]) => ({
    name: `@${name}`,
    since: sinceOfAtRule(name ?? ""),
  }));
  const selectors = [...text.matchAll(/([^{};]+)\{/g)]
    .flatMap(([, prelude]) =>
      prelude?.trim().startsWith("@") ? [] : [...(prelude ?? "").matchAll(/(?<!\\)::?([a-z-]+)/g)],
    )
    .map(([, name]) => ({ name: `:${name}`, since: sinceOfSelector(name ?? "") }));
  const unknown = [...atRules, ...selectors].filter(
    ({ name, since }) => since && !isEverywhere(since) && !harmless.test(name.slice(1)),
  );
  return [...new Set(unknown.map(({ name }) => name))];
}

test.for(globSync("src/**/*.css"))("%s has no rule that an old browser would skip", (path) => {
  expect(unknownIn(readFileSync(path, "utf8"))).toEqual([]);
});

test("the check of styles finds what is too new", () => {
  expect(unknownIn("@starting-style { a { color: red } } a:popover-open { color: red } a:hover { top: 0 }")).toEqual([
    "@starting-style",
    ":popover-open",
  ]);
});

/** Functions of CSS in a source's texts. The build rewrites them for old browsers in style sheets alone. */
function functionsIn(text: string): string[] {
  const names = [...text.matchAll(/(?<![\w-])([a-z]+-[a-z-]+)\(/g)].map(([, name]) => name ?? "");
  return names.filter((name) => {
    const since = sinceOfFunction(name);
    return since && !isEverywhere(since);
  });
}

test("no attribute of a page has a function of CSS that an old browser lacks", () => {
  expect([...loaded].flatMap((path) => functionsIn(sources.get(path) ?? "").map((name) => `${path}: ${name}`))).toEqual(
    [],
  );
  expect(functionsIn('<stop stopColor="light-dark(#fff, #000)" />; step-up(1)')).toEqual(["light-dark"]);
});

test("Firefox is the oldest extended support release, and the README names the same browsers", () => {
  const supported = Object.entries(compat.browsers.firefox.releases).filter(([, { status }]) => status === "esr");
  expect(Math.min(...supported.map(([version]) => Number(version)))).toBe(Number(oldestBrowsers.firefox));
  const { safari_ios, safari, chrome, chrome_android, firefox } = oldestBrowsers;
  expect([safari, chrome]).toEqual([safari_ios, chrome_android]);
  expect(readFileSync("README.md", "utf8")).toContain(
    `Safari ${safari} on iOS and macOS, Chrome ${chrome} on Android and desktops, and Firefox ESR (${firefox})`,
  );
});
