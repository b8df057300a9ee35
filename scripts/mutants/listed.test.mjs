/** The list must follow the code: each of its changes still applies, and its tests exist. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { controls, listed } from "./listed.mjs";

test.each([...listed, ...Object.values(controls)])("$name", ({ file, from, tests }) => {
  expect(readFileSync(file, "utf8").split(from)).toHaveLength(2);
  expect(tests.filter((path) => !existsSync(path))).toEqual([]);
});
