/** One of several servers on one database: a process on a port of its own. */
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const START_MS = 180_000;

export interface Serving {
  port: number;
  /** Asks it to end (SIGTERM). @returns its exit code */
  end(): Promise<number | null>;
}

/**
 * Starts a server, and waits until it is ready.
 * @param at.root the checkout whose program serves @param at.out the file of its output
 */
export async function serve(
  port: number,
  at: { root: string; out: number; env: Readonly<Record<string, string>> },
): Promise<Serving> {
  const child = spawn(process.execPath, ["src/main/server/server.ts"], {
    cwd: at.root,
    env: { PATH: process.env["PATH"], PORT: String(port), ...at.env },
    // Over the channel it notices our end.
    stdio: ["ignore", at.out, at.out, "ipc"],
  });
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  const since = performance.now();
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() - since > START_MS) throw new Error("A server did not start");
    await sleep(50);
  }
  return {
    port,
    end: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** An address of a database that is reached by a folder's socket. */
export function addressOf({ user, database, host }: { user: string; database: string; host: string }): string {
  return `postgres://${user}@/${database}?host=${host}`;
}
