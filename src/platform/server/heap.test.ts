import { execFileSync } from "node:child_process";
import { setFlagsFromString } from "node:v8";
import { expect, test, vi } from "vitest";
import { tuneHeap } from "./heap.ts";

vi.mock("node:v8", () => ({ setFlagsFromString: vi.fn<(flag: string) => void>() }));

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
