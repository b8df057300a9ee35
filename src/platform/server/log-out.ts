/**
 * The log's way out of the process. Nobody may be able to take it: a full disk, or a reader that stands still. Calls go
 * on then, and lines are lost; pino's own way waits for room without an end, and the whole process with it.
 */
/** More than this is not kept for a reader that stands still: some ten thousand lines. */
const MOST_WAITING = 4_194_304;

export interface LogOut {
  /** Takes a line with its end. Those of one turn of the event loop are written together. */
  write(line: string): void;
  /** Lines that were lost since the start. */
  lost(): number;
  /** Writes at once what waits for the end of the turn: for a process that ends. */
  flush(): void;
}

/** What is written between two writes of lines that were lost: the first one may have been written in part. */
const lossLine = (lines: number) =>
  `\n${JSON.stringify({ level: 40, time: Date.now(), lines, msg: "lines were lost" })}\n`;

/** Writes a text and says when it is taken, or why it is not. Texts are taken in their order. */
export type Take = (text: string, done: (error?: Error | null) => void) => void;

export function createLogOut(take: Take): LogOut {
  let waiting = "";
  let lines = 0;
  /** What was written and is neither taken nor refused. */
  let underWay = 0;
  let lost = 0;
  /** Of those that were lost: how many the log tells of. */
  let told = 0;
  let turn: NodeJS.Immediate | undefined;

  const flush = () => {
    clearImmediate(turn);
    turn = undefined;
    if (waiting === "") return;
    const [text, count, untold] = [waiting, lines, lost - told];
    [waiting, lines, told] = ["", 0, lost];
    underWay += text.length;
    take(untold > 0 ? lossLine(untold) + text : text, (error) => {
      underWay -= text.length;
      if (!error) return;
      lost += count;
      told -= untold;
    });
  };

  return {
    write: (line) => {
      if (waiting.length + underWay > MOST_WAITING) {
        lost += 1;
        return;
      }
      waiting += line;
      lines += 1;
      turn ??= setImmediate(flush);
    },
    lost: () => lost,
    flush,
  };
}

let standard: LogOut | undefined;

/** The way to the standard output, one for the process. */
export function standardLog(): LogOut {
  if (!standard) {
    // A failed write says so to its own callback; without a listener it would also end Node.
    process.stdout.on("error", () => undefined);
    standard = createLogOut((text, done) => process.stdout.write(text, done));
    process.once("exit", () => standard?.flush());
  }
  return standard;
}
