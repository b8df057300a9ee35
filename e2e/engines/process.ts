/** Programs that a browser needs: their output, and their end. */
import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";

const START_MS = 30_000;
const END_MS = 5_000;

/** Waits for a text in a program's output. @returns the match */
export function said(program: ChildProcess, stream: Readable, wanted: RegExp): Promise<RegExpExecArray> {
  return new Promise((done, fail) => {
    let heard = "";
    const name = program.spawnfile;
    const overdue = setTimeout(() => fail(new Error(`${name} did not start in time: ${heard}`)), START_MS);
    stream.on("data", (chunk) => {
      heard = `${heard}${String(chunk)}`.slice(-4000);
      const match = wanted.exec(heard);
      if (!match) return;
      clearTimeout(overdue);
      done(match);
    });
    program.once("error", fail);
    program.once("exit", (code) => fail(new Error(`${name} ended with ${code}: ${heard}`)));
  });
}

/** Asks a program and its group to end, and kills them if they do not. */
export async function ended(program: ChildProcess): Promise<void> {
  const { pid } = program;
  if (pid === undefined || program.exitCode !== null || program.signalCode !== null) return;
  const gone = new Promise((done) => program.once("exit", done));
  program.kill();
  const overdue = setTimeout(() => program.kill("SIGKILL"), END_MS);
  await gone;
  clearTimeout(overdue);
}
