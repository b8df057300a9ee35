/** A program of the cluster as a process of ours: its output goes to a file, and it is killed or started again. */
import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";

export interface Daemon {
  start(): void;
  /** Ends it without a chance to say goodbye; nothing if it is not running. */
  kill(): Promise<void>;
}

/** @param command with the program first */
export function daemon(command: readonly string[], log: string, env: NodeJS.Dict<string> = {}): Daemon {
  let child: ChildProcess | undefined;
  return {
    start: () => {
      const out = openSync(log, "a");
      const [program = "", ...args] = command;
      const all = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8", ...env };
      // Ctrl-C reaches us alone, and we end it.
      child = spawn(program, args, { cwd: "/", env: all, detached: true, stdio: ["ignore", out, out] });
      child.on("error", () => undefined);
    },
    kill: async () => {
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise((done) => ending.once("exit", done));
      ending.kill("SIGKILL");
      await ended;
    },
  };
}
