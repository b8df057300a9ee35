/** The first browser versions with a feature, by MDN's compatibility data. */
import { readFileSync } from "node:fs";
import type { CompatData, Identifier, SupportStatement } from "@mdn/browser-compat-data";
import { oldestBrowsers } from "#platform/shared/browsers.ts";

// Read as text, because the test runner would first turn imported JSON into a module of 20 MB.
export const compat: CompatData = JSON.parse(readFileSync("node_modules/@mdn/browser-compat-data/data.json", "utf8"));

const browsers = Object.keys(oldestBrowsers) as (keyof typeof oldestBrowsers)[]; // Its keys are known.

/** For each of our browsers, the first version with a feature; Infinity if there is none. */
export type Since = readonly number[];

/** Undefined if the data lacks the feature. */
export function sinceOf(feature: Identifier | undefined): Since | undefined {
  const support = feature?.__compat?.support;
  return support && browsers.map((browser) => versionAdded(support[browser]));
}

/** Whether all of our browsers have it from the oldest version on. */
export function isEverywhere(since: Since): boolean {
  return browsers.every((browser, index) => (since[index] ?? Infinity) <= Number(oldestBrowsers[browser]));
}

/** Whether every browser with the first feature has the second, too. */
export function implies(first: Since, second: Since): boolean {
  return first.every((version, index) => version >= (second[index] ?? Infinity));
}

/** A feature behind a setting, under another name, or removed again does not count. A partial one does. */
function versionAdded(support: SupportStatement | undefined): number {
  const statements = Array.isArray(support) ? support : support ? [support] : [];
  const versions = statements
    .filter((one) => !one.flags && !one.prefix && !one.alternative_name)
    .filter((one) => !one.version_removed || one.partial_implementation)
    .map(({ version_added: added }) => (typeof added === "string" ? Number(added.replace("≤", "")) : Infinity))
    .filter((version) => !Number.isNaN(version));
  return Math.min(Infinity, ...versions);
}

/** Globals whose members belong to an interface of another name. */
const interfaces: Readonly<Record<string, string>> = {
  window: "Window",
  self: "Window",
  globalThis: "Window",
  document: "Document",
  navigator: "Navigator",
  location: "Location",
  history: "History",
  screen: "Screen",
  performance: "Performance",
  crypto: "Crypto",
  caches: "CacheStorage",
  indexedDB: "IDBFactory",
  localStorage: "Storage",
  sessionStorage: "Storage",
};

const { api, javascript, css } = compat;
const builtins = javascript["builtins"] ?? {};

/** A name that the file does not declare. */
export function sinceOfGlobal(name: string): Since | undefined {
  return sinceOf(builtins[name]) ?? sinceOf(api[name]) ?? sinceOf(api["Window"]?.[name]);
}

/** A member of such a name: `Map.groupBy`, `URL.parse`, `navigator.wakeLock`. */
export function sinceOfStatic(name: string, member: string): Since | undefined {
  const interfaceName = interfaces[name];
  if (interfaceName) return sinceOf(api[interfaceName]?.[member]) ?? sinceOfGlobal(member);
  return sinceOf(builtins[name]?.[member]) ?? sinceOf(api[name]?.[`${member}_static`]);
}

/** A member of an unknown object: new only if no interface has had that name for long. */
export function sinceOfMember(member: string): Since | undefined {
  const found = membersByName.get(member);
  return found?.some(isEverywhere) ? undefined : found?.[0];
}

const membersByName = new Map<string, Since[]>();
const owners = [...Object.values(builtins), ...Object.values(api)] as Record<string, Identifier>[]; // Without what describes the group itself.
for (const owner of owners) {
  // Code can only have an instance of such a new interface if it has tested for the interface before.
  const whole = sinceOf(owner);
  if (whole && !isEverywhere(whole)) continue;
  for (const [member, feature] of Object.entries(owner)) {
    const since = member === "__compat" ? undefined : sinceOf(feature);
    if (since) membersByName.set(member, [...(membersByName.get(member) ?? []), since]);
  }
}

/** `:has`, `::backdrop`, without their colons. */
export function sinceOfSelector(name: string): Since | undefined {
  return sinceOf(css["selectors"]?.[name]);
}

/** `media`, `starting-style`. */
export function sinceOfAtRule(name: string): Since | undefined {
  return sinceOf(css["at-rules"]?.[name]);
}

/** `light-dark`, `color-mix`: what stands before a bracket in a value of CSS. */
export function sinceOfFunction(name: string): Since | undefined {
  return sinceOf(css["types"]?.[name]) ?? sinceOf(css["types"]?.["color"]?.[name]);
}
