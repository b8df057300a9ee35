import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBeats } from "./beats.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Subjects that can be changed, and how often they were asked about. */
function subjects(now: Map<string, string>) {
  const asked: string[][] = [];
  const read = async (keys: readonly string[]) => {
    asked.push([...keys]);
    return now;
  };
  return { asked, read };
}

test("streams that were opened within a second ask together, and only those whose subject changed are told", async () => {
  const now = new Map([
    ["a", "1"],
    ["b", "1"],
  ]);
  const { asked, read } = subjects(now);
  const told: string[] = [];
  const [begun, ended] = [vi.spyOn(globalThis, "setInterval"), vi.spyOn(globalThis, "clearInterval")];
  const beats = createBeats();
  const ends = ["a", "b", "gone"].map((key) => {
    const check = { read, key, known: () => "1", changed: () => told.push(key) };
    return beats.join({ beat: () => undefined, checks: [check] });
  });
  await vi.advanceTimersByTimeAsync(15_000);
  expect([asked, told]).toEqual([[["a", "b", "gone"]], ["gone"]]);
  now.set("b", "2");
  await vi.advanceTimersByTimeAsync(15_000);
  expect(told).toEqual(["gone", "b", "gone"]);
  for (const end of ends) end();
  // Not the number of all timers: others in the process may have some.
  expect(ended).toHaveBeenCalledWith(begun.mock.results[0]?.value);
});

test("streams that were opened at other seconds beat at others, each every 15 seconds", async () => {
  const beats = createBeats();
  const heard: string[] = [];
  beats.join({ beat: () => heard.push("first"), checks: [] });
  await vi.advanceTimersByTimeAsync(4_000);
  beats.join({ beat: () => heard.push("second"), checks: [] });
  await vi.advanceTimersByTimeAsync(11_000);
  expect(heard).toEqual(["first"]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(heard).toEqual(["first", "second"]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(heard).toEqual(["first", "second", "first", "second"]);
});

test("when nobody can be asked, each stream looks by itself; a question without an answer is not put twice", async () => {
  const told: string[] = [];
  let fail: (why: Error) => void = () => undefined;
  let asked = 0;
  const read = () => {
    asked += 1;
    return new Promise<never>((_, reject) => {
      fail = reject;
    });
  };
  const beats = createBeats();
  for (const key of ["a", "b"])
    beats.join({ beat: () => undefined, checks: [{ read, key, known: () => "1", changed: () => told.push(key) }] });
  await vi.advanceTimersByTimeAsync(30_000);
  expect([asked, told]).toEqual([1, []]);
  fail(new Error("The database is away"));
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual(["a", "b"]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(asked).toBe(2);
});
