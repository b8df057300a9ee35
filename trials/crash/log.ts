/**
 * The outside log: what callers wanted to do and which answer they got, one JSON line each. The callers' process writes
 * it to the disk before a call is sent (the intent) and before its caller goes on (the answer).
 */
import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";

/** What a caller wants to do. Money in cents. A bay number stands for one payment of a player: each takes another. */
export type Intent =
  | { kind: "register"; email: string }
  | { kind: "payment"; userId: string; bay: number; cents: number; key: string | null; start: boolean; card: string }
  | { kind: "start"; orderId: string; bay: number; key: string | null }
  | { kind: "shot"; sessionId: string; shotId: string }
  | { kind: "claim"; sessionId: string; shotId: string; hole: string }
  | { kind: "undo"; attemptId: string }
  | { kind: "end"; sessionId: string }
  | { kind: "verify" | "reject" | "forfeit"; claimId: string }
  | { kind: "refund"; orderId: string; cents: number | null; reason: string };

export type Kind = Intent["kind"];

/** The final answer to the caller. `unknown`: no answer, and the caller gave up. */
export interface Answer {
  result: "acknowledged" | "declined" | "given back" | "refused" | "unknown";
  /** The number of sends, including lost ones. */
  tries: number;
  /** For a refusal. */
  code?: string;
  userId?: string;
  orderId?: string;
  sessionId?: string;
  attemptId?: string;
  claimId?: string;
  /** What the server charged, reserved or paid back, by its answer. */
  cents?: number;
}

export type Line = { id: number; intent: Intent } | { of: number; answer: Answer };

export interface OutsideLog {
  /** Records an intent. @returns a function that records the answer; called twice for a call sent twice */
  intend(intent: Intent): Promise<(answer: Answer) => Promise<void>>;
  close(): Promise<void>;
}

/** Opens a new log. Lines written together share one fsync. */
export async function openLog(path: string): Promise<OutsideLog> {
  const file = await open(path, "ax");
  let waiting: { text: string; done: () => void; failed: (error: unknown) => void }[] = [];
  let flushing = false;
  let lastId = 0;

  async function flush(): Promise<void> {
    if (flushing) return;
    flushing = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await file.appendFile(batch.map(({ text }) => text).join(""));
        await file.datasync();
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    flushing = false;
  }

  const write = (line: Line) =>
    new Promise<void>((done, failed) => {
      waiting.push({ text: `${JSON.stringify(line)}\n`, done, failed });
      void flush();
    });

  return {
    intend: async (intent) => {
      const id = (lastId += 1);
      await write({ id, intent });
      return (answer) => write({ of: id, answer });
    },
    close: () => file.close(),
  };
}

/** An intent with all its answers. */
export interface Entry {
  intent: Intent;
  answers: Answer[];
}

/** Reads a log for the comparison. */
export function readLog(path: string): Entry[] {
  const entries = new Map<number, Entry>();
  for (const text of readFileSync(path, "utf8").split("\n")) {
    if (text === "") continue;
    const line: Line = JSON.parse(text);
    if ("intent" in line) entries.set(line.id, { intent: line.intent, answers: [] });
    else entries.get(line.of)?.answers.push(line.answer);
  }
  return [...entries.values()];
}
