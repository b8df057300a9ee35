/** Does a fixed piece of work again and again, and tells how long it took beside the processor's time for it. */
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort } from "node:worker_threads";

const EVERY_MS = 100;
const WORK_MS = 5;

export interface Turn {
  /** When it was due and when it was done (`Date.now()`). */
  from: number;
  to: number;
  /** How many times longer it took than the processor worked for it: 1 on a machine that has nothing else to do. */
  slowness: number;
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

for (;;) {
  const due = performance.now() + EVERY_MS;
  await sleep(EVERY_MS);
  const before = processorMs();
  while (processorMs() - before < WORK_MS);
  const now = performance.now();
  const took = now - due;
  const to = Date.now();
  const turn: Turn = { from: to - took, to, slowness: took / (processorMs() - before) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port, which has no origin
  parentPort?.postMessage(turn);
}
