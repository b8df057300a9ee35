/**
 * What ships: the packages of a production installation, and those of development that the build puts into what a
 * browser loads. By the lockfile, so for every platform.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");

/** Licences that ask for no more than that their text is kept. OFL-1.1 is the fonts'. */
const PERMISSIVE = new Set(
  "MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 CC0-1.0 Unlicense Zlib OFL-1.1".split(" "),
);

/** Packages with another licence, or none in their package.json, that somebody looked at, and why they may ship. */
export const looked = new Map([
  ["@img/sharp-libvips", "LGPL-3.0: an unchanged library of its own file, which anybody may replace"],
  ["@img/sharp-wasm32", "LGPL-3.0: the same library; never installed where a platform has its own"],
  ["@img/sharp-win32", "LGPL-3.0: the same library for Windows"],
  ["web-push", "MPL-2.0: unchanged; its source is what npm has"],
  ["png-js", "MIT by its LICENSE file"],
]);

/** @returns {{ path: string, name: string, version: string, licence: string }[]} sorted by name */
export function shipped() {
  const { packages } = JSON.parse(read("package-lock.json"));
  const { dependencies, optionalDependencies = {}, devDependencies, peerDependencies = {} } = packages[""];
  const found = new Map();
  const add = (from, name) => {
    const path = nearest(packages, from, name);
    if (path === undefined || found.has(path)) return;
    found.set(path, { path, name: packages[path].name ?? name, version: packages[path].version });
    const needed = { ...packages[path].dependencies, ...packages[path].optionalDependencies };
    for (const other of Object.keys(needed)) add(path, other);
  };
  const used = usedBySources();
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) add("", name);
  // Optional peers are installed by who wants them, and by our tests.
  for (const name of Object.keys(devDependencies))
    if (used.includes(name) && !(name in peerDependencies)) add("", name);
  return [...found.values()]
    .map((one) => ({ ...one, licence: licenceOf(one.path, packages[one.path]) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Whether every licence of an SPDX expression joined by AND, or one joined by OR, is permissive. */
export function isPermissive(licence) {
  return licence
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((all) => all.split(" AND ").every((one) => PERMISSIVE.has(one.trim())));
}

/** The entry of `looked` for a package; libvips and sharp have one package for each platform. */
export function lookedAt(name) {
  return [...looked.keys()].find((known) => name === known || name.startsWith(`${known}-`));
}

/** The packages that running code imports, by their names; code of the build does not count. */
function usedBySources() {
  const files = globSync("src/**/*.{ts,tsx,css}", { cwd: root });
  const texts = files.filter((path) => !/\.test\.|^src.main.build/.test(path)).map(read);
  const named = texts.flatMap((text) => [
    ...text.matchAll(/(?:from|import|import\()\s*"((?:@[\w.-]+\/)?[\w.-]+)["/]/g),
  ]);
  // The map's outlines are drawn from it while building.
  return ["us-atlas", ...new Set(named.map(([, name]) => name))];
}

/** The place of the package that Node would find by this name from a path. */
function nearest(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const path = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[path]) return path;
    if (at === "") return undefined;
  }
}

/** What the package itself says where it is installed, else what the lockfile says. */
function licenceOf(path, locked) {
  const file = join(path, "package.json");
  const own = existsSync(join(root, file)) ? JSON.parse(read(file)).license : locked.license;
  return typeof own === "string" ? own : "none named";
}
