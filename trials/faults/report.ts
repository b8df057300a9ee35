/** What was noticed of a fault, counted from every send of its callers. */
import type { Told } from "../crash/under-load.ts";

/** A send: when it went and was answered (milliseconds), and the status; 0 is a lost answer. */
export interface Sent {
  from: number;
  to: number;
  status: number;
}

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
  /** From the end of the fault to the end of the last send that failed, in milliseconds. */
  backAfterMs: number;
  acknowledged: number;
  /** Losses, doubles, what is left open, and what the audit says, in sentences. */
  wrong: string[];
}

export function sufferedIn(seen: {
  name: string;
  from: number;
  mended: number;
  sent: readonly Sent[];
  told: Told;
  violations: readonly string[];
}): Suffered {
  const { name, mended, told } = seen;
  const within = seen.sent.filter(({ from, to }) => to >= seen.from && from <= mended);
  const count = (is: (status: number) => boolean) => within.filter(({ status }) => is(status)).length;
  const late = seen.sent.filter(({ to, status }) => to > mended && (status === 0 || status >= 500));
  return {
    name,
    sends: within.length,
    answered: count((status) => status >= 200 && status < 500),
    busy: count((status) => status === 503),
    faults: count((status) => status >= 500 && status !== 503),
    cut: count((status) => status === 0),
    slowestMs: Math.round(Math.max(0, ...within.map(({ from, to }) => to - from))),
    backAfterMs: Math.round(Math.max(0, ...late.map(({ to }) => to - mended))),
    acknowledged: [...told.acknowledgements.values()].reduce((sum, n) => sum + n, 0),
    wrong: [
      ...Object.values(told.verdict).flat(),
      ...seen.violations,
      ...[...told.tally.faults].map(([path, n]) => `500 of ${path}: ${n}`),
    ],
  };
}

/** The table, in Markdown. */
export function table(rows: readonly (Suffered | { name: string; notPlayed: string })[]): string {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const lines = rows.map((row) =>
    "notPlayed" in row
      ? [row.name, `not played: ${row.notPlayed}`, "", "", "", "", "", "", ""]
      : [
          row.name,
          ...[row.sends, row.answered, row.busy, row.faults, row.cut].map(String),
          seconds(row.slowestMs),
          seconds(row.backAfterMs),
          row.wrong.length === 0 ? `none of ${row.acknowledged}` : row.wrong.slice(0, 3).join("; ").slice(0, 400),
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
    "well again after",
    "lost, doubled, wrong",
  ];
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
