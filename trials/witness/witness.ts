/**
 * A witness of the machine, which knows nothing of the product: how much longer a fixed piece of work takes than it
 * should, and how much of the processors other programs use. By it a trial tells a product that is slow from a machine
 * that is.
 */
import { Worker } from "node:worker_threads";
import { shareOfOthers, usedNow } from "./processor.ts";
import type { Turn } from "./worker.ts";

const LOOK_MS = 1_000;
/** Work takes twice as long as on a machine that has nothing else to do. */
const SLOW = 2;
/** Others use a quarter of all processors. Below that, what is slow is the trial's own doing, and so the product's. */
export const BUSY = 0.25;

interface Look {
  from: number;
  to: number;
  others: number;
}

export interface Machine {
  /** The mean, in times: 1 is a machine that has nothing else to do. */
  slowness: number;
  /** The share of turns that were slow, and of the processors that other programs used: 0 to 1. */
  slowTurns: number;
  others: number;
}

export interface Witness {
  /** How the machine was between two moments (`Date.now()`). */
  between: (from: number, to: number) => Machine;
  end(): Promise<void>;
}

export function callWitness(): Witness {
  const turns: Turn[] = [];
  const looks: Look[] = [];
  const worker = new Worker(new URL("worker.ts", import.meta.url));
  worker.unref();
  worker.on("message", (turn: Turn) => void turns.push(turn));
  let [before, at] = [usedNow(), Date.now()];
  const timer = setInterval(() => {
    const after = usedNow();
    const now = Date.now();
    if (before && after) looks.push({ from: at, to: now, others: shareOfOthers(before, after) });
    [before, at] = [after, now];
  }, LOOK_MS).unref();
  return {
    between: (from, to) => machineIn(turns, looks, from, to),
    end: async () => {
      clearInterval(timer);
      await worker.terminate();
    },
  };
}

/** The mean of what was seen in a time; what only touches it counts as well, because a call may be short. */
export function machineIn(turns: readonly Turn[], looks: readonly Look[], from: number, to: number): Machine {
  const touches = (one: { from: number; to: number }) => one.to >= from && one.from <= to;
  const then = turns.filter(touches).map(({ slowness }) => slowness);
  return {
    slowness: mean(then, 1),
    slowTurns: mean(
      then.map((one) => (one >= SLOW ? 1 : 0)),
      0,
    ),
    others: mean(
      looks.filter(touches).map(({ others }) => others),
      0,
    ),
  };
}

/** Whether other programs made the machine slow. */
export function wasSlow({ slowness, others }: Machine): boolean {
  return slowness >= SLOW && others >= BUSY;
}

/** The machine in words, behind `while `. */
export function told({ slowness, others }: Machine): string {
  return `work took ${slowness.toFixed(1)} times as long as it should, and other programs used ${Math.round(others * 100)} % of the processors`;
}

function mean(numbers: readonly number[], without: number): number {
  return numbers.length === 0 ? without : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
