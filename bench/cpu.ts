/** Processor time of other processes, from Linux's /proc. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** `getconf CLK_TCK`, which is 100 on every Linux. */
const TICKS_A_SECOND = 100;

/** The process id of an embedded PostgreSQL's main process. */
export function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}

/** The seconds that some processes have used so far, with their children and those that have ended. */
export function secondsOf(pids: readonly number[]): number {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const wanted = new Set(pids);
  let ticks = 0;
  for (const pid of all) {
    const stat = statOf(pid);
    // Children of children are not counted while they run, because PostgreSQL and Node have none.
    if (stat && (wanted.has(Number(pid)) || wanted.has(stat.parent))) ticks += stat.ticks;
  }
  return ticks / TICKS_A_SECOND;
}

/** The memory of a process in MB. */
export function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** The connections from an address to a port that are still open at the server. */
export function openFrom(address: string, port: number): number {
  // Linux writes addresses in hexadecimal, their last byte first, and 01 for an open connection.
  const from = address
    .split(".")
    .toReversed()
    .map((part) => hex(Number(part), 2))
    .join("");
  const line = new RegExp(`^ *\\d+: [0-9A-F]{8}:${hex(port, 4)} ${from}:[0-9A-F]{4} 01 `, "gm");
  return (readFileSync("/proc/net/tcp", "utf8").match(line) ?? []).length;
}

const hex = (of: number, digits: number) => of.toString(16).toUpperCase().padStart(digits, "0");

function statOf(pid: string): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may contain any character; after it come the state, the parent and so on (man 5 proc).
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const at = (index: number) => Number(fields[index] ?? 0);
    return { parent: at(1), ticks: at(11) + at(12) + at(13) + at(14) };
  } catch {
    // The process has just ended.
    return undefined;
  }
}
