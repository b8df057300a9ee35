/**
 * Whether an alert about late calls is right although the trial broke nothing: by what the servers measured, and by a
 * witness of the machine. An alert that rings on a machine that other programs make slow tells the truth.
 */
import { BUSY, type Machine, told } from "../witness/witness.ts";

/** The calls that an alert about an objective counts. */
interface Objective {
  /** Expressions for Prometheus, over the longest time that the alert looks back. */
  all: string;
  inTime: string;
  failed: string;
  windowMs: number;
  /** The share of calls that may be late or fail before it rings. */
  bound: number;
}

export interface Measured {
  all: number;
  late: number;
  failed: number;
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** @param expr of an alert @returns undefined if it is not about how soon calls are answered */
export function objectiveOf(expr: string): Objective | undefined {
  const [, bucket] = /rate\((\w+_bucket\{[^}]*\})\[/.exec(expr) ?? [];
  const [, count] = /rate\((\w+_count\{[^}]*\})\[/.exec(expr) ?? [];
  const [, burn, allowed] = /> ([\d.]+) \* ([\d.]+)/.exec(expr) ?? [];
  const windows = [...expr.matchAll(/\[(\d+)([smh])\]/g)].map(([text, number, unit]) => ({
    text,
    ms: Number(number) * UNITS[unit as keyof typeof UNITS], // By the pattern.
  }));
  const longest = windows.toSorted((a, b) => b.ms - a.ms)[0];
  if (!bucket || !count || !burn || !allowed || !longest) return undefined;
  const increase = (of: string) => `sum(increase(${of}${longest.text}))`;
  return {
    all: increase(count),
    inTime: increase(bucket),
    failed: increase(count.replace(/status=~"[^"]*"/, 'status=~"5xx"')),
    windowMs: longest.ms,
    bound: Number(burn) * Number(allowed),
  };
}

/** @param valueOf asks Prometheus for a number; 0 where it has none */
export async function measure(
  { all, inTime, failed }: Objective,
  valueOf: (expression: string) => Promise<number>,
): Promise<Measured> {
  const [counted, soon, broken] = [await valueOf(all), await valueOf(inTime), await valueOf(failed)];
  return { all: counted, late: Math.max(0, counted - soon - broken), failed: broken };
}

/** What is to be said about an alert that rings although nothing was broken, and whether it is right to ring. */
export function judgeLateness(
  { all, late, failed }: Measured,
  { bound }: Pick<Objective, "bound">,
  machine: Machine,
): { isRight: boolean; sentence: string } {
  const share = (part: number) => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
  const what = `${share(late)} of ${Math.round(all)} calls were late and ${share(failed)} failed`;
  if ((late + failed) / Math.max(1, all) <= bound)
    return { isRight: false, sentence: `${what}, which is no reason to ring` };
  if (failed > 0) return { isRight: false, sentence: `${what}, although nothing was broken` };
  // As many of the witness's turns were slow as of the calls may be, and others had the processors.
  const isSlow = machine.slowTurns > bound && machine.others >= BUSY;
  return { isRight: isSlow, sentence: `${what}, while ${told(machine)}` };
}
