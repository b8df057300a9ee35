/**
 * Run it after `npm install` when `npm ci` says "Missing: … from lock file". npm leaves out of the lockfile what the
 * registry at hand does not have, such as another platform's binaries, and then refuses its own lockfile. This names
 * them: a platform's exact version stands in its parent's optionalDependencies, only the checksum stays unknown.
 */
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const { packages } = lock;
let added = 0;
for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (!/^\d/.test(version) || nearest(path, name)?.version === version) continue;
    const place = packages[`node_modules/${name}`] ? `${path}/node_modules/${name}` : `node_modules/${name}`;
    packages[place] = { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, "en")));
if (added > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms were added to package-lock.json`);

/** The package that Node would find by this name from a path: the one in the nearest node_modules. */
function nearest(path, name) {
  const found = packages[path === "" ? `node_modules/${name}` : `${path}/node_modules/${name}`];
  if (found || path === "") return found;
  return nearest(path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name);
}

/** `linux-x64-musl` and the like at the end of a name, as npm's fields. */
function platformOf(name) {
  if (name.includes("wasm32")) return { cpu: ["wasm32"] };
  const [, os, cpu, abi = ""] =
    /(android|darwin|freebsd|linux|openharmony|win32)-([a-z]+\d*[a-z]*)(?:-(\w+))?$/.exec(name) ?? [];
  if (!os) throw new Error(`${name}: no platform is known by this name`);
  const libc = abi.startsWith("gnu") ? ["glibc"] : abi.startsWith("musl") ? ["musl"] : undefined;
  return { cpu: [cpu], ...(libc ? { libc } : {}), os: [os] };
}
