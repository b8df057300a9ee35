/** A release of this repository in a folder of its own, built. */
import { spawnSync } from "node:child_process";
import { copyFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Release {
  root: string;
  commit: string;
  remove(): void;
}

function run(program: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} in ${cwd}:\n${stdout}\n${stderr}`);
  return stdout.trim();
}

const git = (...args: string[]) => run("git", args, root);

/**
 * The newest tag or, while there are none, the newest commit that lacks a migration of the new release. One that was
 * edited before it was released is a migration that never ran anywhere, so a commit with its older text is no release.
 */
export function releaseBefore(after: string): string {
  const tag = git("tag", "--sort=-creatordate").split("\n")[0];
  if (tag) return tag;
  const migrationsOf = (commit: string) => git("ls-tree", "-r", commit, "migrations").split("\n");
  const now = new Set(migrationsOf(after));
  const changes = git("log", "--format=%H", after, "--", "migrations").split("\n");
  const found = changes
    .map((change) => `${change}~1`)
    .find((commit) => {
      const then = migrationsOf(commit);
      return then.length < now.size && then.every((line) => now.has(line));
    });
  if (found === undefined) throw new Error("No commit before this one lacks a migration. Name one: --from REF");
  return found;
}

/**
 * Checks a release out and builds its pages.
 * @param planted a migration that it gets in addition
 */
export function prepare(ref: string, folder: string, planted?: string): Release {
  git("worktree", "add", "--detach", folder, ref);
  const lock = (at: string) => run("git", ["hash-object", "package-lock.json"], at);
  if (lock(folder) === lock(root)) symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  else run("npm", ["ci", "--no-audit", "--no-fund"], folder);
  run(process.execPath, ["node_modules/vite/bin/vite.js", "build"], folder);
  if (planted !== undefined) copyFileSync(planted, join(folder, "migrations", `9999-${basename(planted)}`));
  return {
    root: folder,
    commit: run("git", ["log", "-1", "--format=%h %s"], folder),
    remove: () => void git("worktree", "remove", "--force", folder),
  };
}
