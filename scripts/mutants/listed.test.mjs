/** The list must follow the code: each of its changes still applies, and its tests exist. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { controls, listed } from "./listed.mjs";
import { subjects } from "./subjects.mjs";

test.each([...listed, ...Object.values(controls)])("$name", ({ file, from, tests }) => {
  expect(readFileSync(file, "utf8").split(from)).toHaveLength(2);
  expect(tests.filter((path) => !existsSync(path))).toEqual([]);
});

test("Stryker's subjects and their tests exist, and no subject is listed twice", () => {
  expect(subjects.flatMap(({ file, tests }) => [file, ...tests]).filter((path) => !existsSync(path))).toEqual([]);
  expect(new Set(subjects.map(({ file }) => file)).size).toBe(subjects.length);
});
