/** What was noticed of a fault, counted from every send of its callers. */
import type { Fault } from "./faults.ts";
import type { LiesFound } from "./lies.ts";
import type { Sent } from "../crash/caller.ts";
import type { Told } from "../crash/under-load.ts";

export interface Suffered {
  name: string;
  /** Sends that were under way between the cause and the end of the fault. */
  sends: number;
  /** Of these: answered by 2xx to 4xx, by 503, by another 5xx, and not at all. */
  answered: number;
  busy: number;
  faults: number;
  cut: number;
  /** The slowest of all, in milliseconds. */
  slowestMs: number;
  /** From the first send that failed since the cause to the end of the last, in milliseconds. */
  failedForMs: number;
  acknowledged: number;
  /** How many facts the audit says are out of order, where the clock was wrong. */
  outOfOrder: number;
  /** Lies of the gateway that the product has mended, and those that it lists. */
  lies?: { mended: number; listed: number };
  /** Losses, doubles, what is left open, and what the audit says, in sentences. */
  wrong: string[];
}

/** A line of the table: what was noticed, why a fault could not be played here, or why playing it came to nothing. */
export type Row = Suffered | { name: string; notPlayed: string } | { name: string; failed: string };

export function sufferedIn(seen: {
  fault: Fault;
  from: number;
  mended: number;
  sent: readonly Sent[];
  told: Told;
  violations: readonly string[];
  lies: LiesFound | undefined;
}): Suffered {
  const { fault, mended, told } = seen;
  const within = seen.sent.filter(({ from, to }) => to >= seen.from && from <= mended);
  const count = (is: (status: number) => boolean) => within.filter(({ status }) => is(status)).length;
  const failed = seen.sent.filter(({ to, status }) => to >= seen.from && (status === 0 || status >= 500));
  const failedForMs =
    Math.max(seen.from, ...failed.map(({ to }) => to)) - Math.min(Infinity, ...failed.map(({ from }) => from));
  const disordered = fault.outOfOrder ? seen.violations.map(disorder) : [];
  return {
    name: fault.name,
    sends: within.length,
    answered: count((status) => status >= 200 && status < 500),
    busy: count((status) => status === 503),
    faults: count((status) => status >= 500 && status !== 503),
    cut: count((status) => status === 0),
    slowestMs: Math.round(Math.max(0, ...within.map(({ from, to }) => to - from))),
    failedForMs: failed.length === 0 ? 0 : Math.round(failedForMs),
    outOfOrder: disordered.reduce((sum, n) => sum + n, 0),
    acknowledged: [...told.acknowledgements.values()].reduce((sum, n) => sum + n, 0),
    ...(seen.lies ? { lies: { mended: seen.lies.mended, listed: seen.lies.listed } } : {}),
    wrong: [
      // A comparison with what a lying gateway said is judged with its lies in mind.
      ...(seen.lies?.wrong ?? [
        ...Object.values(told.verdict).flat(),
        ...seen.violations.filter((_, n) => (disordered[n] ?? 0) === 0),
      ]),
      ...(fault.unnoticed ? failed.map((sent) => failure(sent, seen.from)) : []),
      ...[...told.tally.faults].map(([path, n]) => `500 of ${path}: ${n}`),
    ],
  };
}

/** What failed, how (0 is a lost answer), and when: seconds since the cause. */
function failure({ route, status, code, from, to }: Sent, since: number): string {
  const at = (moment: number) => ((moment - since) / 1_000).toFixed(1);
  return `${route} failed with ${status} ${code ?? ""}, sent at ${at(from)} s, answered at ${at(to)} s`;
}

/** How many facts an audit found out of order; none when it found anything else. */
function disorder(audit: string): number {
  const broken = audit.split("\n").filter((line) => line.includes("BROKEN"));
  return broken.length === 1 ? Number(/^13 +BROKEN +(\d+)/.exec(broken[0]?.trim() ?? "")?.[1] ?? 0) : 0;
}

/** The table, in Markdown. */
export function table(rows: readonly Row[]): string {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const lines = rows.map((row) =>
    !("sends" in row)
      ? [row.name, "notPlayed" in row ? `not played: ${row.notPlayed}` : row.failed, "", "", "", "", "", "", ""]
      : [
          row.name,
          ...[row.sends, row.answered, row.busy, row.faults, row.cut].map(String),
          seconds(row.slowestMs),
          seconds(row.failedForMs),
          row.wrong.length === 0
            ? `none of ${row.acknowledged}${row.lies ? `; ${row.lies.mended} lies mended, ${row.lies.listed} listed` : ""}${row.outOfOrder ? `; the audit names ${row.outOfOrder} facts out of order` : ""}`
            : row.wrong.slice(0, 3).join("; ").slice(0, 400),
        ],
  );
  const head = [
    "fault",
    "sends",
    "answered",
    "503",
    "other 5xx",
    "cut",
    "slowest",
    "calls failed for",
    "lost, doubled, wrong",
  ];
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
