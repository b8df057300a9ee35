/** A command that is asked to end (Ctrl-C, `kill`, a terminal that closes) takes away what it has begun. */
import { constants } from "node:os";
import { endAllEmbedded } from "#platform/server/db/embedded.ts";
import { exitWritten } from "#platform/server/exit.ts";

const never = () => new Promise<never>(() => undefined);

export interface AskedToEnd {
  /** Does a part of the command. Once the command was asked to end, nothing comes back from it, no error either. */
  unlessAsked<T>(work: () => Promise<T>): Promise<T>;
  /** From here on the command comes to its end by itself. */
  finish(): void;
}

/**
 * Waits for the signals. It ends with 128 and the signal's number, as a shell says it. A second signal changes nothing:
 * npm hands one on that the terminal has sent already.
 * @param undo takes away what the command has made, and returns what is said then; the embedded databases of this process
 * have ended before
 * @param left what is said when it could not be taken away
 */
export function whenAskedToEnd(undo: () => Promise<string>, left: string): AskedToEnd {
  let isEnding = false;
  let isFinishing = false;
  const end = async (signal: "SIGINT" | "SIGTERM" | "SIGHUP") => {
    if (isEnding || isFinishing) return;
    isEnding = true;
    try {
      await endAllEmbedded();
      console.error(await undo());
    } catch (error) {
      console.error(`${left} ${error instanceof Error ? error.message : String(error)}`);
    }
    await exitWritten(128 + constants.signals[signal]);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(signal));
  return {
    unlessAsked: async (work) => {
      try {
        return await work();
      } finally {
        if (isEnding) await never();
      }
    },
    finish: () => {
      isFinishing = true;
    },
  };
}
