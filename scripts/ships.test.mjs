/** What ships is found, and has licences that somebody has agreed to. */
import { expect, test } from "vitest";
import { isPermissive, lookedAt, shipped } from "./ships.mjs";

const packages = shipped();
const names = packages.map(({ name }) => name);

test("what the server and the browser use ships, and what they need of others; tools do not", () => {
  const inBrowser = ["react", "scheduler", "@tanstack/query-core", "leaflet", "idb", "us-atlas"];
  expect(names).toEqual(expect.arrayContaining(["fastify", "sharp", "pg-types", ...inBrowser]));
  for (const tool of ["vitest", "vite", "typescript", "knip", "express", "node", "@opentelemetry/sdk-trace"])
    expect(names).not.toContain(tool);
});

test("every licence is permissive, or its package was looked at", () => {
  const unknown = packages.filter(({ name, licence }) => !isPermissive(licence) && !lookedAt(name));
  expect(unknown).toEqual([]);
});

test("a licence is read as its expression says", () => {
  const read = ["MIT", "MIT AND OFL-1.1", "(MIT OR GPL-3.0-only)", "MIT AND GPL-3.0-only", "none named"];
  expect(read.map(isPermissive)).toEqual([true, true, true, false, false]);
});
