/**
 * The log's way out of the process. Nobody may be able to take it: a full disk, or a reader that stands still. Calls go
 * on then, and lines are lost; pino's own way waits for room without an end, and the whole process with it. Node's
 * stream does not say how much of a text was taken: when a disk fills and when the process ends, it forgets the rest.
 */
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** More than this is not kept for a reader that stands still: some ten thousand lines. */
const MOST_WAITING = 4_194_304;

/** No text is longer than this and one line: a pipe holds as much. */
const TEXT = 65_536;

/** So many are kept of a process that exits while its reader is slow; the last may have only begun. */
const NEWEST_TEXTS = 2;

/** How long to wait before room is looked for again: twice as long each time, because looking costs something. */
const SHORTEST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 64;

/** The same at the end of a process, when nothing else is to be done. */
const LAST_PAUSE_MS = 5;

/** How long the exit of a process waits for a reader that is slow. */
const EXIT_MS = 1000;

export interface LogOut {
  /** Takes a line with its end. Those of one turn of the event loop are written together. */
  write(line: string): void;
  /** Lines that were lost since the start. */
  lost(): number;
  /** Writes what waits, and that lines were lost; resolves when all was taken or refused, or after so many milliseconds. */
  drained(ms: number): Promise<void>;
  /**
   * The same without the event loop, for a process that exits. When half of the time is over, only the newest lines are
   * still written: they say why it ends.
   */
  finish(ms: number): void;
}

/**
 * Writes as much as there is room for, at once.
 * @returns how many bytes were taken; 0 when there is no room now
 * @throws when they are refused
 */
export type Take = (bytes: Uint8Array) => number;

interface Text {
  lines: string;
  count: number;
  /** How many lines had been dropped for want of memory when this text began. */
  after: number;
}

/** What is being written: a part of it may have been taken. */
interface Sending {
  rest: Buffer;
  count: number;
  size: number;
  /** How many lost lines its first line tells of. */
  tells: number;
}

/** What is written after lines that were lost: the last of those that were not may have been written in part. */
const lossLine = (lines: number) =>
  lines === 0 ? "" : `\n${JSON.stringify({ level: 40, time: Date.now(), lines, msg: "lines were lost" })}\n`;

export function createLogOut(take: Take): LogOut {
  const texts: Text[] = [];
  let sending: Sending | undefined;
  /** Characters of the lines that are neither taken nor refused. */
  let size = 0;
  /** Lines that found no memory, and those that were refused. */
  let dropped = 0;
  let refused = 0;
  /** Of both: how many the log tells of. */
  let told = 0;
  let turn: NodeJS.Immediate | undefined;
  let look: NodeJS.Timeout | undefined;
  let pause = SHORTEST_PAUSE_MS;

  const next = (): Sending | undefined => {
    const text = texts.shift();
    if (!text) return undefined;
    const tells = text.after + refused - told;
    told += tells;
    return { rest: Buffer.from(lossLine(tells) + text.lines), count: text.count, size: text.lines.length, tells };
  };

  const refuse = ({ rest, count, tells }: Sending) => {
    const ends = rest.reduce((sum, byte) => (byte === 10 ? sum + 1 : sum), 0);
    refused += Math.min(ends, count);
    // The line that tells was among them.
    if (ends > count) told -= tells;
  };

  /** Writes until nothing is left, or no room; whether nothing is left. */
  const push = (): boolean => {
    while ((sending ??= next())) {
      try {
        while (sending.rest.length > 0) {
          const taken = take(sending.rest);
          if (taken === 0) return false;
          sending.rest = sending.rest.subarray(taken);
          pause = SHORTEST_PAUSE_MS;
        }
      } catch {
        refuse(sending);
      }
      size -= sending.size;
      sending = undefined;
    }
    return true;
  };

  const pushAndLook = () => {
    [turn, look] = [undefined, undefined];
    if (push()) return;
    look = setTimeout(pushAndLook, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };

  /** The text that takes further lines. One that follows lost lines begins by telling of them. */
  const open = (): Text => {
    const last = texts.at(-1);
    if (last?.after === dropped && last.lines.length < TEXT) return last;
    const text = { lines: "", count: 0, after: dropped };
    texts.push(text);
    return text;
  };

  const keepNewest = () => {
    const gone = texts.splice(0, texts.length - NEWEST_TEXTS);
    const lines = gone.reduce((sum, { count }) => sum + count, 0);
    size -= gone.reduce((sum, text) => sum + text.lines.length, 0);
    dropped += lines;
    for (const text of texts) text.after += lines;
  };

  return {
    write: (line) => {
      if (size > MOST_WAITING) {
        dropped += 1;
        return;
      }
      const text = open();
      text.lines += line;
      text.count += 1;
      size += line.length;
      // While there is no room, it is looked for by the clock, however many lines come.
      if (look === undefined) turn ??= setImmediate(pushAndLook);
    },
    lost: () => dropped + refused,
    drained: async (ms) => {
      const until = performance.now() + ms;
      open();
      while (!push() && performance.now() < until) await sleep(LAST_PAUSE_MS);
    },
    finish: (ms) => {
      const begun = performance.now();
      const bell = new Int32Array(new SharedArrayBuffer(4));
      open();
      while (!push() && performance.now() < begun + ms) {
        Atomics.wait(bell, 0, 0, LAST_PAUSE_MS);
        if (performance.now() > begun + ms / 2) keepNewest();
      }
    },
  };
}

/** Writes to the standard output without Node's stream. */
export const takeStandard: Take = (bytes) => {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EAGAIN") return 0;
    throw error;
  }
};

let standard: LogOut | undefined;

/** The way to the standard output, one for the process. */
export function standardLog(): LogOut {
  if (!standard) {
    const log = createLogOut(takeStandard);
    // What prints by Node's stream may be refused, which would end Node without a listener. A pipe or a socket does not
    // wait for room from here on: Node opens it so when the stream is first asked for.
    process.stdout.on("error", () => undefined);
    process.once("exit", () => log.finish(EXIT_MS));
    standard = log;
  }
  return standard;
}
