/** A worker of tests: tasks that take long, fail and end their process. When it is forked, it runs them. */
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { defineTask } from "#platform/server/work/task.ts";
import { serveTasks } from "#platform/server/work/worker.ts";

export const give = defineTask("documents", "give", async (bytes: Buffer, at: Date | undefined) => ({ bytes, at }));
/** Writes its begin and its end, under a name. */
export const note = defineTask("documents", "note", async (file: string, name: string, ms: number) => {
  appendFileSync(file, `${name} begins\n`);
  await sleep(ms);
  appendFileSync(file, `${name} ends\n`);
  return process.pid;
});
export const spin = defineTask("documents", "spin", async (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until;);
  return ms;
});
export const glance = defineTask("pictures", "glance", async () => process.pid);
export const fail = defineTask("documents", "fail", async () => {
  throw new Error("No such font");
});
export const see = defineTask("documents", "see", async () => Object.keys(process.env));
export const die = defineTask("documents", "die", async (how: "exit" | "kill" | "heap") => {
  if (how === "exit") process.exit(3);
  if (how === "kill") process.kill(process.pid, "SIGKILL");
  const held: number[][] = [];
  while (how === "heap") held.push(Array.from({ length: 100_000 }, (_, n) => n * 1.5));
  return sleep(60_000);
});

if (process.send && process.argv[1] === import.meta.filename) serveTasks([give, note, spin, glance, fail, see, die]);
