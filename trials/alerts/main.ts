/**
 * `npm run alerts`: causes the fact behind each alert of `deploy/prometheus/alerts.yaml` at two real servers under a real
 * Prometheus, waits until it rings, ends the cause, and waits until it is silent. Durations are shorter (`durations.ts`);
 * nothing else of the file is changed. Then each expression of the dashboard is asked. Needs root and Debian's package
 * of Prometheus; says what is missing. Ends with 1 if an alert was not caused, did not ring, or did not end, if one rang
 * at rest, or if an expression of the dashboard has no answer. An alert about late calls may ring at rest, or beside
 * another cause, if other programs make the machine slow (`lateness.ts`); it must be silent once before its own cause.
 *   -- disk pool      only the causes whose words or alerts contain one of these
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ALERTS, readAlerts, readDashboard } from "#test/alerts.ts";
import type { Cause } from "./cause.ts";
import { causes } from "./causes.ts";
import { shortened } from "./durations.ts";
import { callWitness, told, wasSlow } from "../witness/witness.ts";
import { judgeLateness, measure, objectiveOf } from "./lateness.ts";
import { lacking } from "./needs.ts";
import { openSite, type Site } from "./site.ts";
import { playAt } from "./traffic.ts";

/**
 * Servers that have just started are slow, and the longer windows of the fast-burn alerts contain that time for a
 * minute.
 */
const WARM_MS = 65_000;
/** Traffic without a cause, at the beginning: nothing may ring. */
const REST_MS = 30_000;
/** The longest that an alert may take to ring, and to be silent again. */
const PATIENCE_MS = 150_000;
const LOOK_MS = 250;
/** An alert about the event loop rings when it lags for five minutes, here for so long. */
const LAG_MS = 5_000;

/** Whether an alert is right to ring although its cause is not there, and why. */
interface Reason {
  isRight: boolean;
  sentence: string;
}

interface Row {
  alert: string;
  what: string;
  /** Whether it was silent before its cause. Otherwise nobody knows why it rang. */
  wasSilent: boolean;
  /** Seconds; undefined if it did not happen in time. */
  rang: number | undefined;
  ended: number | undefined;
  /** Why it rings before its cause or after it, if it does. */
  otherwise: Reason | undefined;
}

const { positionals } = parseArgs({ allowPositionals: true });
const isChosen = ({ what, rings }: Cause) =>
  positionals.length === 0 || positionals.some((word) => [what, ...rings].some((text) => text.includes(word)));
const lack = lacking();
if (lack) {
  console.error(lack);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "acebay-alerts-"));
let site: Site | undefined;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    void (site?.close() ?? Promise.resolve()).finally(() => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(130);
    });
  });

/** Looks until each alert rings, or none of them does. @returns seconds for each that came to it in time */
async function seconds(names: readonly string[], rings: boolean, others: Set<string>): Promise<Map<string, number>> {
  const since = performance.now();
  const found = new Map<string, number>();
  while (found.size < names.length && performance.now() - since < PATIENCE_MS) {
    const firing = (await site?.prometheus.firing()) ?? new Set();
    for (const name of names)
      if (!found.has(name) && firing.has(name) === rings) found.set(name, (performance.now() - since) / 1000);
    for (const name of firing) if (!names.includes(name)) others.add(name);
    await sleep(LOOK_MS);
  }
  return found;
}

async function play(at: Site, chosen: Cause): Promise<Row[]> {
  const { what, rings } = chosen;
  const names = rings.map((name) => `Acebay${name}`);
  const others = new Set<string>();
  // An alert that still rings because of another cause must not count for this one.
  const silent = await seconds(names, false, new Set());
  const otherwise = new Map<string, Reason>();
  for (const name of names) if (!silent.has(name)) otherwise.set(name, await whyAtRest(name, at));
  const end = await chosen.cause(at);
  const rang = await seconds(names, true, others);
  await askDashboard(at);
  await end();
  const ended = await seconds(names, false, others);
  for (const name of names) if (!ended.has(name)) otherwise.set(name, await whyAtRest(name, at));
  console.log(`${what}${others.size > 0 ? `\n  beside it: ${[...others].toSorted().join(", ")}` : ""}`);
  const rows = names.map((alert) => ({
    alert,
    what,
    wasSilent: silent.has(alert),
    rang: rang.get(alert),
    ended: ended.get(alert),
    otherwise: otherwise.get(alert),
  }));
  for (const row of rows)
    console.log(`  ${row.alert}: ${lasted(row.rang)} until it rings, ${lasted(row.ended)} to its end`);
  return rows;
}

function lasted(took: number | undefined): string {
  return took === undefined ? "never" : `${took.toFixed(1)} s`;
}

/** The dashboard's expressions that have had no answer yet. Some have one only while something is wrong. */
let unanswered = readDashboard();

/** Asks them. @throws what Prometheus says of a wrong one */
async function askDashboard({ prometheus }: Site): Promise<void> {
  const without: string[] = [];
  for (const expression of unanswered) if ((await prometheus.query(expression)) === 0) without.push(expression);
  unanswered = without;
}

const witness = callWitness();
const rules = readAlerts(shortened(readFileSync(ALERTS, "utf8")));

/** Whether an alert that rings although nothing is broken is right, and why. */
async function whyAtRest(name: string, { prometheus }: Site): Promise<Reason> {
  const { expr = "" } = rules.find(({ alert }) => alert === name) ?? {};
  const objective = objectiveOf(expr);
  if (expr.startsWith("acebay_event_loop_lag_seconds")) {
    const machine = witness.between(Date.now() - LAG_MS, Date.now());
    return { isRight: wasSlow(machine), sentence: told(machine) };
  }
  if (!objective) return { isRight: false, sentence: "nothing was wrong" };
  const machine = witness.between(Date.now() - objective.windowMs, Date.now());
  return judgeLateness(await measure(objective, prometheus.value), objective, machine);
}

let isWell = false;
try {
  site = await openSite(folder);
  const stop = playAt(site.servers.map(({ url }) => url));
  await sleep(WARM_MS);
  const atRest = new Map<string, Reason>();
  const restedSince = performance.now();
  while (performance.now() - restedSince < REST_MS) {
    for (const name of await site.prometheus.firing())
      if (!atRest.has(name)) atRest.set(name, await whyAtRest(name, site));
    await sleep(LOOK_MS);
  }
  const wrong: string[] = [];
  for (const [name, { isRight, sentence }] of atRest) {
    if (isRight) console.log(`${name} rang at rest, and was right: ${sentence}`);
    else wrong.push(`${name} rang at rest: ${sentence}`);
  }
  await askDashboard(site);
  const rows: Row[] = [];
  for (const cause of causes.filter(isChosen)) rows.push(...(await play(site, cause)));
  await stop();
  if (positionals.length === 0)
    wrong.push(
      ...rules
        .filter((one) => !rows.some(({ alert }) => alert === one.alert))
        .map(({ alert }) => `${alert} has no cause`),
    );
  for (const { alert, what, wasSilent, rang, ended, otherwise } of rows)
    if (!wasSilent)
      wrong.push(`${alert} was not silent before its cause, so it showed nothing: ${otherwise?.sentence}`);
    else if (rang === undefined) wrong.push(`${alert} did not ring: ${what}`);
    else if (ended === undefined && otherwise?.isRight)
      console.log(`${alert} went on, and was right: ${otherwise.sentence}`);
    else if (ended === undefined) wrong.push(`${alert} did not end after: ${what} (${otherwise?.sentence})`);
  const lines = rows.map(({ alert, what, rang, ended }) => [alert, what, lasted(rang), lasted(ended)]);
  const head = ["alert", "cause", "rings after", "silent after"];
  console.log(`\n${[head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`);
  console.log(`\n${readDashboard().length - unanswered.length} expressions of the dashboard had an answer`);
  mkdirSync("test-results", { recursive: true });
  writeFileSync("test-results/alerts.json", JSON.stringify(rows, undefined, 2));
  for (const sentence of wrong) console.error(sentence);
  isWell = wrong.length === 0;
} catch (error) {
  console.error(error);
} finally {
  await site?.close();
  await witness.end();
  if (isWell) rmSync(folder, { recursive: true, force: true });
  else console.log(`The evidence is in ${folder}`);
}
process.exit(isWell ? 0 : 1);
