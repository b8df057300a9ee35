/** The server as a process of its own, as an operator starts it. */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { surroundings } from "./surroundings.ts";

export interface Running {
  child: ChildProcess;
  url: string;
  output: () => string;
  ended: Promise<number | null>;
}

const started: Omit<Running, "url">[] = [];

/** Starts it, without waiting for the result. */
export function run(dataDir: string, env: Record<string, string> = {}): Omit<Running, "url"> {
  const child = spawn(process.execPath, ["src/main/server/server.ts"], {
    env: { ...surroundings(), PORT: "0", DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const running = { child, output: () => text, ended: new Promise<number | null>((done) => child.once("exit", done)) };
  started.push(running);
  return running;
}

/** Starts it, and waits until it prints its address. */
export async function serve(dataDir: string, env?: Record<string, string>): Promise<Running> {
  const running = run(dataDir, env);
  for (let waited = 0; waited < 30_000; waited += 50) {
    const url = /at (https?:[^\s"]+)/.exec(running.output())?.[1];
    if (url) return { ...running, url };
    await sleep(50);
  }
  throw new Error(`The server did not start:\n${running.output()}`);
}

/** Ends all that were started. */
export async function endAll(): Promise<void> {
  for (const { child, ended } of started.splice(0)) {
    child.kill("SIGTERM");
    await ended;
  }
}
