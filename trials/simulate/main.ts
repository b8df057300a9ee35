/**
 * `npm run simulate -- --seed N --days D --courses C` plays whole days over HTTP against the real server and compares
 * every answer with a model of the rules. `--months M` plays whole months with few calls a day instead, and their books.
 * `--seeds A..B` plays many, `--log` prints every call. Exits with 1 on any disagreement, whose calls are in
 * `test-results/simulate-N.log`: a seed that depends on the machine's speed may not disagree twice.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startCluster } from "./cluster.ts";
import { runMonths } from "./months.ts";
import { dropSpares } from "./process.ts";
import { runSeed } from "./run.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string" },
    days: { type: "string", default: "2" },
    months: { type: "string" },
    courses: { type: "string", default: "2" },
    log: { type: "boolean", default: false },
  },
});

function numberOf(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`--${name} is a whole number, not "${text}"`);
  return Number(text);
}

function seedsOf(): number[] {
  if (values.seeds === undefined) return [numberOf("seed", values.seed)];
  const [from = "", to = from] = values.seeds.split("..");
  const first = numberOf("seeds", from);
  return Array.from({ length: numberOf("seeds", to) - first + 1 }, (_, index) => first + index);
}

const results = fileURLToPath(new URL("../../test-results/", import.meta.url));
const days = numberOf("days", values.days);
const months = values.months === undefined ? undefined : numberOf("months", values.months);
const length = months === undefined ? `--days ${days}` : `--months ${months}`;
const courses = numberOf("courses", values.courses);
const seeds = seedsOf();
const total = { calls: 0, faults: 0, restarts: 0 };
const failed: number[] = [];
const started = performance.now();
const cluster = await startCluster();
const close = async () => {
  await dropSpares();
  await cluster.stop();
};
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void close().finally(() => process.exit(130)));
try {
  for (const seed of seeds) {
    const begun = performance.now();
    const result =
      months === undefined
        ? await runSeed(cluster, { seed, days, courses })
        : await runMonths(cluster, { seed, months, courses });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    for (const count of ["calls", "faults", "restarts"] as const) total[count] += result[count];
    const figures = `${result.calls} calls, ${result.faults} faults, ${result.restarts} restarts, ${seconds} s`;
    console.log(`seed ${seed}: ${result.failure === undefined ? "ok" : "VIOLATION"}, ${figures}`);
    if (values.log) console.log(result.log.join("\n"));
    if (result.failure === undefined) continue;
    failed.push(seed);
    const kept = `${results}simulate-${seed}.log`;
    mkdirSync(results, { recursive: true });
    writeFileSync(kept, `${result.log.join("\n")}\n\n${result.failure}\n`);
    const replay = `npm run simulate -- --seed ${seed} ${length} --courses ${courses}`;
    console.log(`${result.failure}\nAll calls: ${kept}\nReplay: ${replay}\n`);
  }
} finally {
  await close();
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${seeds.length} seeds, ${total.calls} calls, ${total.faults} faults, ${total.restarts} restarts, ${failed.length} violations, ${seconds} s`,
);
if (failed.length > 0) console.log(`Violations in seeds ${failed.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;
