/** Runs a program with a limit of time, so that a trial that hangs does not prevent the next ones. */
import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** The messages of a limited program: at which step it is, and at its end what it has found. */
export type Told<Found> = { at: string } | { found: Found };

export interface Limit {
  /** How long it may take, in milliseconds. */
  ms: number;
  /** How long it may take to end in order once it is asked (SIGTERM), in milliseconds. */
  endMs: number;
}

/**
 * Runs a program in a group of its own. What it prints is ours.
 * @returns what it has found; a sentence if it took too long, or ended without having found anything
 */
export async function runLimited<Found extends object>(
  program: string,
  words: readonly string[],
  { ms, endMs }: Limit,
  onStart: (end: () => void) => void = () => undefined,
): Promise<Found | string> {
  const child = fork(program, words, { stdio: "inherit", detached: true });
  const ended = new Promise<string>((done) =>
    child.once("exit", (code, signal) => done(signal ?? `exit code ${code ?? "unknown"}`)),
  );
  let at = "the start";
  let found: Found | undefined;
  child.on("message", (told: Told<Found>) => {
    if ("at" in told) at = told.at;
    else found = told.found;
  });
  onStart(() => child.kill("SIGTERM"));
  const over = new AbortController();
  const first = await Promise.race([ended, sleep(ms, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
  if (first === undefined) {
    const stuckAt = at;
    child.kill("SIGTERM");
    const inOrder = await Promise.race([ended, sleep(endMs, undefined, { ref: false })]);
    if (inOrder === undefined) killGroup(child.pid);
    return `it did not come to its end within ${ms / 1_000} s: it was at '${stuckAt}'`;
  }
  return found ?? `it failed at '${at}' (${first}), see above`;
}

/** Ends a program with all processes that it has started, also stopped ones. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All are gone.
  }
}
