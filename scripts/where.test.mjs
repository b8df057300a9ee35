/** A stack of the built server, read with its maps. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./prepare.mjs";

let built = "";
beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), "acebay-where-"));
  // Its third line, from the fifth column on, comes from line 7, column 3 of a source.
  const map = { version: 3, sources: [join(root, "src/shots.ts")], names: [], mappings: ";;IAME" };
  writeFileSync(join(built, "server-1a2B.js.map"), JSON.stringify(map));
});
afterAll(() => rmSync(built, { recursive: true }));

const read = (log) =>
  execFileSync(process.execPath, ["scripts/where.mjs", built], { cwd: root, input: log, encoding: "utf8" });

test("places in the bundle become places in the sources, wherever the server ran; all else stays", () => {
  const stack = [
    "Error: a shot is lost",
    "    at record (file:///app/dist/server/server-1a2B.js:3:5)",
    "    at async /srv/acebay/dist/server/server-1a2B.js:3:5",
    "    at of another build (file:///app/dist/server/server-9z.js:3:9)",
    "    at node:internal/timers:1:2",
    "",
  ];
  const [, , , other = "", ofNode = ""] = stack;
  const shown = ["Error: a shot is lost", "    at record (src/shots.ts:7:3)", "    at async src/shots.ts:7:3"];
  expect(read(stack.join("\n")).split("\n")).toEqual([...shown, other, ofNode, ""]);
});
