/**
 * `npm run advisories`: asks the registry for known weaknesses of what ships, and compares them with the times of
 * SECURITY.md. Since when we know of one stands in `docs/advisories.json` (`{ "GHSA-…": { "since": "2026-11-25", "why": "…" } }`);
 * one that is not there yet must be written there, with its day. Ends with 1 for such a one and for one whose time is over,
 * with 2 when the registry does not answer. Run it each day.
 *   -- --updates   asks instead, of each library of ours that ships, since when it has been behind its newest minor release
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { judge, reportOf } from "./advisories-rules.mjs";
import { shipped } from "./ships.mjs";
import { tellUpdates } from "./updates.mjs";

const { values } = parseArgs({
  options: {
    known: { type: "string", default: fileURLToPath(new URL("../docs/advisories.json", import.meta.url)) },
    updates: { type: "boolean", default: false },
  },
});
if (values.updates) process.exit(tellUpdates());
// Of development, too, because the build puts some of that into what a browser loads.
const asked = spawnSync("npm", ["audit", "--json", "--package-lock-only"], {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
const found = reportOf(asked.stdout);
if (typeof found === "string") {
  console.error(`The registry gave no answer about weaknesses: ${found}`);
  process.exit(2);
}
const names = new Set(shipped().map(({ name }) => name));
const known = JSON.parse(readFileSync(values.known, "utf8"));
const { lines, isWell } = judge(
  found.filter(({ of }) => names.has(of)),
  known,
  new Date(),
);
console.log(lines.length === 0 ? "Of what ships no weakness is known." : lines.join("\n"));
process.exit(isWell ? 0 : 1);
