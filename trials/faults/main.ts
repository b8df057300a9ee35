/**
 * `npm run faults`: plays one fault after the other, each on a new installation under load, and prints what its golfers
 * and its administrator noticed. Nothing that was acknowledged may be lost or doubled, and the audit must be clean.
 * Each fault has a process of its own and a limit of time, so that the table is printed even if one hangs. The table is
 * also written to `test-results/faults.json`.
 *   -- disk clock     only the faults whose names contain one of these words
 *   --golfers 8       how many play at once
 *   --limit 360       the longest that one fault may take, in seconds
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { endPostmasters } from "../crash/processes.ts";
import { type Fault, faults } from "./faults.ts";
import { runLimited } from "./limited.ts";
import { type Row, table } from "./report.ts";

const { values, positionals } = parseArgs({
  options: { golfers: { type: "string", default: "8" }, limit: { type: "string", default: "360" } },
  allowPositionals: true,
});
const [golfers, limit] = [Number(values.golfers), Number(values.limit)];
const chosen = faults.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)));
if (![golfers, limit].every((given) => Number.isInteger(given) && given > 0) || chosen.length === 0) {
  console.error(
    `--golfers and --limit are whole numbers from 1; the faults are:\n${faults.map(({ name }) => name).join("\n")}`,
  );
  process.exit(2);
}

/** Servers, their database and a mounted disk are taken down in this time once a fault is given up. */
const END_MS = 40_000;

let end: () => void = () => undefined;
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    interrupted = true;
    end();
  });

async function play({ name }: Fault): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "acebay-faults-"));
  const program = fileURLToPath(new URL("play.ts", import.meta.url));
  const found = await runLimited<Row>(
    program,
    [folder, values.golfers, name],
    { ms: limit * 1_000, endMs: END_MS },
    (asked) => {
      end = asked;
    },
  );
  await endPostmasters(join(folder, "data"));
  const row = typeof found === "string" ? { name, failed: found } : found;
  if (isBad(row)) console.log(`The evidence is in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
  return row;
}

const isBad = (row: Row) => "failed" in row || ("wrong" in row && row.wrong.length > 0);

const rows: Row[] = [];
for (const fault of chosen) {
  if (interrupted) break;
  const row = await play(fault);
  rows.push(row);
  console.log(`${rows.length} of ${chosen.length}: ${fault.name}`);
  if ("failed" in row) console.log(`  ${row.failed}`);
  if ("wrong" in row) for (const wrong of row.wrong) console.log(`  ${wrong}`);
}
console.log(`\n${table(rows)}`);
const results = fileURLToPath(new URL("../../test-results/", import.meta.url));
mkdirSync(results, { recursive: true });
writeFileSync(join(results, "faults.json"), JSON.stringify(rows, undefined, 2));
process.exit(interrupted ? 130 : rows.some(isBad) ? 1 : 0);
