/** What was seen, kept over runs in one file, and its table. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { kinds } from "./kinds.ts";

const FILE = fileURLToPath(new URL("../../test-results/cluster.json", import.meta.url));

export interface Seen {
  kind: string;
  /** When, in ISO 8601. */
  at: string;
  /** From the cause to the end of the last call that failed; 0 when none did. In milliseconds. */
  recoveredMs: number;
  /** From the cause until Patroni says that another machine is the primary; null where none must. */
  promotedMs: number | null;
  /** The slowest call since the cause. */
  slowestMs: number;
  /** Sends since the cause that were told to come back (503, or 502 of the proxy), and that got no answer. */
  refused: number;
  cut: number;
  /** From a shot after it to the last screen that shows it. */
  screensMs: number;
  /** Acknowledged since the comparison before; each comparison is of all that the run acknowledged. */
  acknowledged: number;
  /** Losses, doubles, what is left open, what the audit says, in sentences. */
  wrong: string[];
}

export function readResults(): Seen[] {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Seen[]) : [];
}

/** Adds one at once, so that an interruption loses none. */
export function addResult(seen: Seen): void {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify([...readResults(), seen], undefined, 2));
}

/** The table in Markdown, a row for each kind that was played. */
export function table(all: readonly Seen[]): string {
  const head = [
    "what",
    "times",
    "calls recovered after (median, most)",
    "promoted after",
    "told to come back",
    "cut",
    "slowest call",
    "screens after",
    "lost, doubled, wrong",
  ];
  const rows = kinds.flatMap(({ name, what }) => {
    const seen = all.filter(({ kind }) => kind === name);
    if (seen.length === 0) return [];
    const of = (figure: (one: Seen) => number | null) =>
      seen.flatMap((one) => figure(one) ?? []).toSorted((a, b) => a - b);
    const both = (values: number[]) =>
      values.length === 0 ? "" : `${seconds(values[Math.floor((values.length - 1) / 2)])}, ${seconds(values.at(-1))}`;
    const sum = (values: number[]) => String(values.reduce((total, value) => total + value, 0));
    // Checks of the audit that found nothing are left out.
    const wrong = seen.flatMap((one) =>
      one.wrong.flatMap((text) => text.split("\n").filter((line) => !/^ *\d+ +ok /.test(line))),
    );
    return [
      [
        what,
        String(seen.length),
        both(of(({ recoveredMs }) => recoveredMs)),
        both(of(({ promotedMs }) => promotedMs)),
        sum(of(({ refused }) => refused)),
        sum(of((one) => one.cut)),
        seconds(of(({ slowestMs }) => slowestMs).at(-1)),
        both(of(({ screensMs }) => screensMs)),
        wrong.length === 0
          ? `none of ${sum(of(({ acknowledged }) => acknowledged))}`
          : wrong
              .map((line) => line.trim())
              .join(" ")
              .slice(0, 300),
      ],
    ];
  });
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const seconds = (ms = 0) => `${(ms / 1_000).toFixed(1)} s`;
