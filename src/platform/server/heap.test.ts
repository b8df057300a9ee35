import { execFileSync } from "node:child_process";
import { setFlagsFromString } from "node:v8";
import { expect, test, vi } from "vitest";
import { limitHeapGrowth } from "./heap.ts";

vi.mock("node:v8", () => ({ setFlagsFromString: vi.fn<(flag: string) => void>() }));

test("V8 knows the setting: it would ignore another one", () => {
  limitHeapGrowth();
  const given = vi.mocked(setFlagsFromString).mock.calls.flat();
  expect(given).toHaveLength(1);
  const [, name] = /^(--[a-z-]+)=\d+$/.exec(given.join()) ?? [];
  expect(execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" })).toContain(`${name} (`);
});
