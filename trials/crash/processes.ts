/** The processes of this machine: which run, their parents, and how to wait for one. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

interface Running {
  pid: number;
  parent: number;
  command: string;
}

/** Every running process, without those that have ended but are not yet collected by their parent. */
function running(): Running[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,stat=,command="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, stat, command = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || stat?.startsWith("Z") ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** The servers of a data folder, including one that was left behind. */
export function postmastersOf(dataDir: string): Running[] {
  const data = join(dataDir, "postgres");
  const named = running().filter(({ command }) => command.includes(`/postgres -D ${data} `));
  // A new child of a server has the server's name at first.
  return named.filter(({ parent }) => !named.some(({ pid }) => pid === parent));
}

/** The server named in a data folder's own file; undefined before the first one. */
export function postmasterPid(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
    return pid > 0 ? pid : undefined;
  } catch (error) {
    // A starting server may remove the old file at any moment.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** The connections of a server, of whichever of our roles: the processes that serve one client each. */
export function backendsOf(postmaster: number): number[] {
  return running()
    .filter(({ parent, command }) => parent === postmaster && /^postgres: acebay\w* /.test(command))
    .map(({ pid }) => pid);
}

/** Every process of a server but itself. */
export function childrenOf(postmaster: number): number[] {
  return running()
    .filter(({ parent }) => parent === postmaster)
    .map(({ pid }) => pid);
}

/** Whether a process of ours, or of the user that runs our server, is running. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Sends a signal. @returns false if the process was gone already */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Ends the servers of a data folder, cleanly if possible. */
export async function endPostmasters(dataDir: string): Promise<void> {
  for (const { pid } of postmastersOf(dataDir)) signal(pid, "SIGINT");
  for (let waited = 0; waited < 10_000 && postmastersOf(dataDir).length > 0; waited += 100) await sleep(100);
  for (const { pid } of postmastersOf(dataDir)) signal(pid, "SIGKILL");
}
