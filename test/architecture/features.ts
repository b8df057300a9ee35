/** Since when browsers know a feature, by MDN's compatibility data. */
import { readFileSync } from "node:fs";
import type { CompatData, Identifier, SupportStatement } from "@mdn/browser-compat-data";
import { oldestBrowsers } from "#platform/shared/browsers.ts";

// Read as text: what Node imports as JSON, the test runner would first turn into a module, 20 MB of it.
export const compat: CompatData = JSON.parse(readFileSync("node_modules/@mdn/browser-compat-data/data.json", "utf8"));

const browsers = Object.keys(oldestBrowsers) as (keyof typeof oldestBrowsers)[]; // Its keys are known.

/** For each browser of ours the version that brought a feature; Infinity where it never came. */
export type Since = readonly number[];

/** Undefined for what the data has no word of. */
export function sinceOf(feature: Identifier | undefined): Since | undefined {
  const support = feature?.__compat?.support;
  return support && browsers.map((browser) => versionAdded(support[browser]));
}

/** Whether every browser of ours has had it from the oldest version on. */
export function isEverywhere(since: Since): boolean {
  return browsers.every((browser, index) => (since[index] ?? Infinity) <= Number(oldestBrowsers[browser]));
}

/** Whether a browser that has the first has the second, too. */
export function implies(first: Since, second: Since): boolean {
  return first.every((version, index) => version >= (second[index] ?? Infinity));
}

/** Behind a setting, under another name, or given up again: it is not there. What is there in part is. */
function versionAdded(support: SupportStatement | undefined): number {
  const statements = Array.isArray(support) ? support : support ? [support] : [];
  const versions = statements
    .filter((one) => !one.flags && !one.prefix && !one.alternative_name)
    .filter((one) => !one.version_removed || one.partial_implementation)
    .map(({ version_added: added }) => (typeof added === "string" ? Number(added.replace("≤", "")) : Infinity))
    .filter((version) => !Number.isNaN(version));
  return Math.min(Infinity, ...versions);
}

/** What a global stands for whose members belong to an interface of another name. */
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

/** A name that nothing in the file declares. */
export function sinceOfGlobal(name: string): Since | undefined {
  return sinceOf(builtins[name]) ?? sinceOf(api[name]) ?? sinceOf(api["Window"]?.[name]);
}

/** A member of such a name: `Map.groupBy`, `URL.parse`, `navigator.wakeLock`. */
export function sinceOfStatic(name: string, member: string): Since | undefined {
  const interfaceName = interfaces[name];
  if (interfaceName) return sinceOf(api[interfaceName]?.[member]) ?? sinceOfGlobal(member);
  return sinceOf(builtins[name]?.[member]) ?? sinceOf(api[name]?.[`${member}_static`]);
}

/** A member of we do not know what: only when no interface at all has had it for long is the name a new one's. */
export function sinceOfMember(member: string): Since | undefined {
  const found = membersByName.get(member);
  return found?.some(isEverywhere) ? undefined : found?.[0];
}

const membersByName = new Map<string, Since[]>();
const owners = [...Object.values(builtins), ...Object.values(api)] as Record<string, Identifier>[]; // Without what describes the group itself.
for (const owner of owners) {
  // Of an interface that is not everywhere nobody has an instance without having asked for it.
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
