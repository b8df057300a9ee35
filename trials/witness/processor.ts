/** How much of the processors' time programs used that are none of a trial's. Linux only. */
import { readdirSync, readFileSync } from "node:fs";

interface Used {
  /** Ticks of all programs since the machine started, and of this process and its descendants. */
  all: number;
  ours: number;
  /** Ticks of all processors, idle or not. */
  most: number;
}

/** @returns undefined where the system does not tell */
export function usedNow(): Used | undefined {
  let first: string;
  try {
    first = readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "";
  } catch {
    return undefined;
  }
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, soft = 0, stolen = 0] = first
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const all = user + nice + system + irq + soft + stolen;
  return { all, ours: ticksOf(process.pid), most: all + idle + waiting };
}

/** @returns the share that others used between two moments, from 0 to 1 */
export function shareOfOthers(before: Used, after: Used): number {
  const most = Math.max(1, after.most - before.most);
  return Math.min(1, Math.max(0, (after.all - before.all - (after.ours - before.ours)) / most));
}

/** Ticks of a process and all its descendants, those that ended included. */
function ticksOf(root: number): number {
  const found = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The program's name, in brackets, may have spaces.
      const fields = readFileSync(`/proc/${name}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")
        .map(Number);
      const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
      found.set(Number(name), { parent: fields[1] ?? 0, ticks });
    } catch {
      // It ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = found.get(at)?.parent ?? 0) if (at === root) return true;
    return false;
  };
  return [...found].filter(([pid]) => isOurs(pid)).reduce((sum, [, { ticks }]) => sum + ticks, 0);
}
