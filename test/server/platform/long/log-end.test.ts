/** The log of a process that ends while its reader is slow, or whose disk fills: real pipes, and a real file. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";

/** A pipe holds 64 KB. */
const LINE = "x".repeat(200);

/** The longest end of a process whose reader stands still: the start, the wait, the exit itself, and a busy machine. */
const LONGEST_END_MS = 8000;

let folder: string;
let child: ChildProcess;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "acebay-end-"));
});
afterEach(() => {
  child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const program = (code: string) => `
  import { standardLog } from "#platform/server/log-out.ts";
  import { exitWritten } from "#platform/server/exit.ts";
  const log = standardLog();
  let n = 0;
  const write = (count) => { for (; count > 0; count--) log.write(JSON.stringify({ n: n++, pad: "${LINE}" }) + "\\n"); };
  const last = () => log.write('{"last":true}\\n');
  ${code}`;

const PROGRAM = ["--input-type=module", "--eval"];

interface Read {
  code: number | null;
  /** The numbers of the lines that arrived. */
  numbers: number[];
  /** Of how many lost lines the log tells. */
  told: number;
  /** The last line, with its end. */
  last: string;
  text: string;
}

/** Runs a program, and reads its output only so many milliseconds after it has said something by the other way. */
async function run(code: string, readAfterMs: number): Promise<Read & { errors: string }> {
  // Between two Nodes the output is a socket; the shells of operators make pipes.
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const out = new Socket({ fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK) });
  const into = openSync(pipe, "w");
  child = spawn(process.execPath, [...PROGRAM, program(code)], { stdio: ["ignore", into, "pipe"] });
  closeSync(into);
  const { stderr } = child;
  if (!stderr) throw new Error("It is a pipe");
  const exit = once(child, "exit");
  const closed = once(out, "close");
  let [text, errors] = ["", ""];
  stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  await once(stderr, "data");
  await sleep(readAfterMs);
  out.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [status] = (await exit) as [number | null]; // As Node documents the event.
  await closed;
  return { code: status, ...read(text), errors };
}

function read(text: string): Omit<Read, "code"> {
  const lines = text.split("\n").flatMap((line) => (line.startsWith("{") && line.endsWith("}") ? [line] : []));
  const parsed = lines.map((line) => JSON.parse(line) as { n?: number; lines?: number });
  return {
    numbers: parsed.flatMap(({ n }) => n ?? []),
    told: parsed.reduce((sum, { lines: lost = 0 }) => sum + lost, 0),
    last: text.slice(text.lastIndexOf("\n", text.length - 2) + 1),
    text,
  };
}

const all = (count: number) => Array.from({ length: count }, (_, n) => n);
const LAST = '{"last":true}\n';

test("a process that ends waits for a slow reader: nothing is lost, and the last line is there", async () => {
  const code = `write(5000); console.error("written"); setTimeout(() => { last(); void exitWritten(3); }, 100);`;
  const { told, ...rest } = await run(code, 200);
  expect(told).toBe(0);
  expect(rest).toMatchObject({ code: 3, numbers: all(5000), last: LAST });
});

test.each(["throw new Error('the cause')", "process.exit(1)"])(
  "%s: a slow reader gets the newest lines, and those that it does not get are told of",
  async (end) => {
    const code = `write(5000); console.error("written"); setTimeout(() => { last(); ${end}; }, 100);`;
    const { code: status, numbers, told, last } = await run(code, 130);
    expect([status, last]).toEqual([1, LAST]);
    expect(numbers.length + told).toBe(5000);
    expect(numbers.slice(-100)).toEqual(all(5000).slice(-100));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  },
);

test("lines that found no room are told of at the end, also when no other line follows", async () => {
  const code = `write(50_000); console.error("written"); setTimeout(() => void exitWritten(0), 100);`;
  const { numbers, told, last } = await run(code, 300);
  expect(told).toBeGreaterThan(0);
  expect(numbers.length + told).toBe(50_000);
  expect(last).toContain("lines were lost");
});

test.each(["void exitWritten(5)", "process.exit(5)"])("nobody reads: %s ends all the same", async (end) => {
  child = spawn(process.execPath, [...PROGRAM, program(`write(50_000); ${end}`)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const begun = performance.now();
  expect(await once(child, "exit")).toEqual([5, null]);
  expect(performance.now() - begun).toBeLessThan(LONGEST_END_MS);
});

test("what else was printed is waited for, too", async () => {
  const code = `console.error("begun"); console.log("${LINE}\\n".repeat(2000)); void exitWritten(6);`;
  const { code: status, text } = await run(code, 300);
  expect([status, text.split(LINE).length]).toEqual([6, 2001]);
});

test("a disk fills in the middle of a line: each line is in the file or counted, and the next has a line of its own", async () => {
  const file = join(folder, "log");
  // What a process may write into a file stands for the disk: this is refused like that, in the middle of a text.
  const limited = 'ulimit -f 16; exec "$0" "$@" >>"$FILE"';
  const code = `
    const timer = setInterval(() => {
      if (log.lost() === 0) return write(10);
      console.error("full");
      clearInterval(timer);
    }, 5);
    process.once("SIGUSR2", () => { write(10); void exitWritten(0); });
    setTimeout(() => undefined, 60_000);`;
  child = spawn("bash", ["-c", limited, process.execPath, ...PROGRAM, program(code)], {
    env: { FILE: file },
    stdio: ["ignore", "inherit", "pipe"],
  });
  if (!child.stderr) throw new Error("It is a pipe");
  await once(child.stderr, "data");
  const before = readFileSync(file, "utf8");
  expect(before.endsWith("\n")).toBe(false);
  truncateSync(file);
  child.kill("SIGUSR2");
  expect(await once(child, "exit")).toEqual([0, null]);
  const after = readFileSync(file, "utf8");
  const [first, second] = [read(before), read(after)];
  expect(after.startsWith('\n{"level":40,')).toBe(true);
  expect(second.told).toBeGreaterThan(0);
  const [next = 0] = second.numbers;
  expect(first.numbers).toEqual(all(next - second.told));
  expect(second.numbers).toEqual(all(next + 10).slice(next));
});
