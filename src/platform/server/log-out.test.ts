import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { createLogOut, type LogOut } from "./log-out.ts";

/** Bytes that the reader still takes, and what it says when it takes no more. */
let room: number;
let failure: Error | undefined;
let taken: string[];
let log: LogOut;
beforeEach(() => {
  [taken, failure, room] = [[], undefined, Infinity];
  log = createLogOut((bytes) => {
    if (failure && room === 0) throw failure;
    const part = bytes.subarray(0, room);
    room -= part.length;
    if (part.length > 0) taken.push(Buffer.from(part).toString("latin1"));
    return part.length;
  });
});

const full = () => {
  [failure, room] = [new Error("ENOSPC"), 0];
};
const told = (lines: number) =>
  expect.stringMatching(`^\\{"level":40,"time":\\d+,"lines":${lines},"msg":"lines were lost"\\}$`);

test("the lines of a turn are written together, at its end or at once when asked", async () => {
  log.write("a\n");
  log.write("b\n");
  expect(taken).toEqual([]);
  await turn();
  expect(taken).toEqual(["a\nb\n"]);
  log.write("c\n");
  log.finish(1);
  expect(taken).toEqual(["a\nb\n", "c\n"]);
  await turn();
  expect(taken).toHaveLength(2);
  expect(log.lost()).toBe(0);
});

test("lines that a full disk refuses are lost and counted, and the next that is taken tells of them once", async () => {
  full();
  for (const line of ["a\n", "b\n"]) {
    log.write(line);
    await turn();
  }
  expect([taken, log.lost()]).toEqual([[], 2]);
  room = Infinity;
  for (const line of ["c\n", "d\n"]) {
    log.write(line);
    await turn();
  }
  expect(taken.map((text) => text.split("\n"))).toEqual([
    ["", told(2), "c", ""],
    ["d", ""],
  ]);
  expect(log.lost()).toBe(2);
});

test("a disk that fills takes a part: what it took is not lost, and what follows begins a line", async () => {
  full();
  room = 6;
  for (const line of ["one\n", "two\n", "three\n"]) log.write(line);
  await turn();
  expect([taken.join(""), log.lost()]).toEqual(["one\ntw", 2]);
  // The line that tells is refused in part, too, and told again.
  room = 10;
  log.write("four\n");
  await turn();
  expect(log.lost()).toBe(3);
  room = Infinity;
  log.write("five\n");
  await turn();
  expect(taken.join("").split("\n")).toEqual(["one", "tw", '{"level":', told(3), "five", ""]);
});

test("a reader that stands still gets what fits into the memory for it; the rest is lost and counted", async () => {
  room = 150_000;
  const line = `${"x".repeat(99_999)}\n`;
  for (let n = 0; n < 100; n++) {
    log.write(line);
    await turn();
  }
  const kept = 43;
  expect(log.lost()).toBe(100 - kept);
  room = Infinity;
  await log.drained(1000);
  expect(taken.join("")).toMatch(new RegExp(`^(x{99999}\n){${kept}}\n[^\n]+"lines":${100 - kept},[^\n]+\n$`));
  log.write("again\n");
  await turn();
  expect(taken.at(-1)).toBe("again\n");
});

test("lines that came after others were dropped stand behind the line that tells of those", async () => {
  room = 0;
  const line = `${"x".repeat(99_999)}\n`;
  for (let n = 0; n < 50; n++) log.write(line);
  room = 250_000;
  await expect.poll(() => room).toBe(0);
  log.write("after\n");
  room = Infinity;
  await log.drained(1000);
  const lines = taken.join("").split("\n");
  expect(lines.slice(42)).toEqual(["", told(8), "after", ""]);
});

test("a reader that takes little at a time gets all of it, in order", async () => {
  const lines = Array.from({ length: 50_000 }, (_, n) => `line ${n} é\n`);
  room = 0;
  for (const line of lines) log.write(line);
  const sip = setInterval(() => (room = 70_001), 1);
  await log.drained(10_000);
  clearInterval(sip);
  expect(Buffer.from(taken.join(""), "latin1").toString() === lines.join("")).toBe(true);
  expect(log.lost()).toBe(0);
});

test("the wait for a reader that stands still ends: with the event loop and without it", async () => {
  room = 0;
  log.write("a\n");
  let begun = performance.now();
  const took = () => {
    const ms = performance.now() - begun;
    begun = performance.now();
    return ms > 95 && ms < 1000;
  };
  await log.drained(100);
  expect(took()).toBe(true);
  log.finish(100);
  expect(took()).toBe(true);
  room = Infinity;
  log.finish(1);
  expect(taken).toEqual(["a\n"]);
});

test("an exit whose reader comes late writes the newest lines, and tells of the others where they would be", () => {
  const opens = performance.now() + 300;
  log = createLogOut((bytes) => {
    if (performance.now() < opens) return 0;
    taken.push(Buffer.from(bytes).toString());
    return bytes.length;
  });
  const line = (n: number) => `${n} ${"x".repeat(40_000)}`;
  for (let n = 0; n < 21; n++) log.write(`${line(n)}\n`);
  log.finish(400);
  // What was being written when the reader stood still goes on.
  expect(taken.join("").split("\n")).toEqual([line(0), line(1), "", told(16), ...[18, 19, 20].map(line), ""]);
  expect(log.lost()).toBe(16);
});

test("the end tells of what was lost, also when nothing follows it", async () => {
  full();
  log.write("a\n");
  await turn();
  await log.drained(1000);
  expect(taken).toEqual([]);
  room = Infinity;
  log.finish(1000);
  expect(taken.join("").split("\n")).toEqual(["", told(1), ""]);
  log.finish(1000);
  expect(taken).toHaveLength(1);
});
