/** The end of a process on purpose: not before its last words were taken, which say why it ends. */
import { setTimeout as sleep } from "node:timers/promises";
import { standardLog } from "./log-out.ts";

/** A reader that stands still keeps a process no longer than this; the exit itself then gives it one second more. */
const LONGEST_MS = 2000;

/**
 * Resolves when everything that was printed was taken or refused. `process.exit` throws away what a slow reader has not
 * taken yet. Without a time limit: for commands whose output somebody may page through.
 */
export async function outputTaken(): Promise<void> {
  const taken = [process.stdout, process.stderr].map((stream) => {
    // A reader that has gone must not change how the process ends.
    stream.on("error", () => undefined);
    // Texts are taken in their order, so the last one may be empty.
    return new Promise<void>((done) => void stream.write("", () => done()));
  });
  await Promise.all(taken);
}

/** Ends the process with this code when the log and all that was printed were taken, or after two seconds. */
export async function exitWritten(code: number): Promise<never> {
  const written = Promise.all([outputTaken(), standardLog().drained(LONGEST_MS)]);
  await Promise.race([written, sleep(LONGEST_MS)]);
  process.exit(code);
}
