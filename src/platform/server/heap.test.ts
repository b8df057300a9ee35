import { execFileSync } from "node:child_process";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { expect, test, vi } from "vitest";
import { collectAfterStart, tuneHeap } from "./heap.ts";

vi.mock("node:v8", async (original) => {
  const v8 = await original<{ setFlagsFromString: typeof setFlagsFromString }>();
  return { ...v8, setFlagsFromString: vi.fn<typeof setFlagsFromString>(v8.setFlagsFromString) };
});

test("V8 knows the settings: it would ignore others", () => {
  tuneHeap();
  const given = vi.mocked(setFlagsFromString).mock.calls.flat();
  expect(given).toHaveLength(2);
  const known = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  for (const flag of given) {
    const [, name] = /^--(?:no-)?([a-z-]+)(?:=\d+)?$/.exec(flag) ?? [];
    expect(known).toContain(`--${name} (`);
  }
});

test("what starting has left is collected", async () => {
  let left: object | undefined = { of: "the start" };
  const seen = new WeakRef(left);
  left = undefined;
  // A WeakRef keeps its object until the end of the turn.
  await setImmediate();
  expect(seen.deref()).toBeDefined();
  await setImmediate();
  collectAfterStart();
  expect(seen.deref()).toBeUndefined();
});
