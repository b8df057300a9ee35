import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { createLogOut, type LogOut } from "./log-out.ts";

let written: string[];
let failure: Error | undefined;
let waiting: (() => void)[];
let stands: boolean;
let log: LogOut;
beforeEach(() => {
  [written, failure, stands, waiting] = [[], undefined, false, []];
  log = createLogOut((text, done) => {
    const take = () => {
      if (!failure) written.push(text);
      done(failure);
    };
    if (stands) waiting.push(take);
    else take();
  });
});

test("the lines of a turn are written together, at its end or at once when asked", async () => {
  log.write("a\n");
  log.write("b\n");
  expect(written).toEqual([]);
  await turn();
  expect(written).toEqual(["a\nb\n"]);
  log.write("c\n");
  log.flush();
  expect(written).toEqual(["a\nb\n", "c\n"]);
  await turn();
  expect(written).toHaveLength(2);
  expect(log.lost()).toBe(0);
});

test("lines that a full disk refuses are lost and counted, and the next that is taken tells of them once", async () => {
  failure = new Error("ENOSPC");
  for (const line of ["a\n", "b\n"]) {
    log.write(line);
    await turn();
  }
  expect([written, log.lost()]).toEqual([[], 2]);
  failure = undefined;
  for (const line of ["c\n", "d\n"]) {
    log.write(line);
    await turn();
  }
  const [first = "", ...more] = written;
  const [torn, told = "", line] = first.split("\n");
  expect(torn).toBe("");
  expect(JSON.parse(told)).toEqual({ level: 40, time: expect.any(Number), lines: 2, msg: "lines were lost" });
  expect([line, ...more]).toEqual(["c", "d\n"]);
  expect(log.lost()).toBe(2);
});

test("a reader that stands still gets what fits into the memory for it; the rest is lost and counted", async () => {
  stands = true;
  const line = `${"x".repeat(99_999)}\n`;
  for (let n = 0; n < 100; n++) {
    log.write(line);
    await turn();
  }
  expect(log.lost()).toBe(100 - 42);
  stands = false;
  for (const take of waiting) take();
  await turn();
  expect(written.join("")).toBe(line.repeat(42));
  log.write("again\n");
  await turn();
  expect(written.at(-1)).toContain('"lines":58,"msg":"lines were lost"}\nagain\n');
});
