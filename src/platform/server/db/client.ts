/** A connection that prepares what it sends again, and keeps statements back to send them together with the next one. */
import pg from "pg";
import { Batch } from "./batch.ts";
import { fromDatabase } from "./errors.ts";
import { isTracing, tracedStatement } from "../tracing/spans.ts";
import { namedStatement } from "./prepared.ts";

/** As the driver says it for its own limit. */
export const NO_ANSWER = "Query read timeout";

type Answered = (error: Error | null | undefined, result?: unknown) => void;

/**
 * A connection whose statements may wait for the next one. The driver is always given a callback, and its time limit for
 * a statement (`query_timeout`) is kept here: with its own promises and its own limit, whatever belonged to a statement
 * outlived its answer until V8's next full collection, which made each young collection several times as long.
 */
export class Client extends pg.Client {
  protected readonly prepares: boolean = true;
  /** The longest wait for an answer in milliseconds; 0 for any. */
  readonly #patienceMs: number;
  #waiting: pg.QueryConfig[] = [];

  constructor(config?: pg.ClientConfig) {
    super(config);
    // The driver's types leave them out.
    const { connectionParameters } = this as unknown as { connectionParameters: { query_timeout: number | false } };
    this.#patienceMs = connectionParameters.query_timeout || 0;
    connectionParameters.query_timeout = false;
  }

  /** Sends a statement with the next one. @returns the statement, to take it back */
  ahead(statement: pg.QueryConfig): pg.QueryConfig {
    const kept = this.prepares ? namedStatement(statement, statement.values) : { ...statement };
    this.#waiting.push(kept);
    return kept;
  }

  /** Takes a statement back, and those kept after it. @returns whether it had not been sent */
  takeBack(statement: pg.QueryConfig): boolean {
    const at = this.#waiting.indexOf(statement);
    this.#waiting.length = Math.max(at, 0);
    return at !== -1;
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the driver takes a statement in nine ways
  override query(sent: any, ...rest: any[]): any {
    // A query with a callback comes from the pool, which traces it and knows its errors.
    if (typeof rest.at(-1) === "function") return this.#send(sent, ...rest);
    const text = textOf(sent);
    // An object that sends itself.
    if (text === undefined) return this.#send(sent, ...rest);
    const send = () =>
      (this.#send(sent, ...rest) as Promise<unknown>).catch((error: unknown) => {
        throw fromDatabase(error);
      });
    if (!isTracing()) return send();
    return tracedStatement([...this.#waiting.map((one) => one.text), text].join(";\n"), send);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  #send(sent: any, ...rest: any[]): any {
    const send = super.query.bind(this) as (...all: unknown[]) => unknown;
    const statement: unknown = typeof sent === "string" ? { text: sent } : sent;
    // Cursors and the like are objects that send themselves.
    if (!isText(statement)) {
      if (this.#waiting.length > 0) throw new Error("Only a text can be sent with statements that wait for it");
      return send(sent, ...rest);
    }
    const callback: unknown = typeof rest.at(-1) === "function" ? rest.pop() : undefined;
    const values: unknown = statement.values ?? rest[0];
    const whole = this.prepares ? namedStatement(statement, values) : statement;
    const alone = (answered: Answered) => void send(whole, values, this.#inTime(answered));
    if (callback) return alone(callback as Answered);
    if (this.#waiting.length === 0) return promised(alone);
    const ahead = this.#waiting;
    this.#waiting = [];
    const together = (before: readonly pg.QueryConfig[], last: pg.QueryConfig, given: unknown) =>
      promised((answered) => void send(new Batch(before, last, given, this.#inTime(answered))));
    const [latest] = ahead.slice(-1);
    // Several statements in one text can only be sent by themselves.
    if (latest && isSeveral(whole.text, values))
      return together(ahead.slice(0, -1), latest, latest.values).then(() => promised(alone));
    return together(ahead, whole, values);
  }

  /** @returns what the driver calls with the answer; `answered` is called once, with an error if none comes in time */
  #inTime(answered: Answered): Answered {
    if (this.#patienceMs === 0) return answered;
    let isOpen = true;
    const once: Answered = (error, result) => {
      clearTimeout(timer);
      if (!isOpen) return;
      isOpen = false;
      answered(error, result);
    };
    const timer = setTimeout(() => once(new Error(NO_ANSWER)), this.#patienceMs);
    return once;
  }
}

function promised(send: (answered: Answered) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    send((error, result) => (error ? reject(error) : resolve(result)));
  }).catch((error: Error) => {
    // It was made where the answer was read: here the stack has who asked.
    Error.captureStackTrace(error);
    throw error;
  });
}

/** A connection for a pooler that cannot keep prepared statements. */
export class UnpreparedClient extends Client {
  protected override readonly prepares = false;
}

function isSeveral(text: string, values: unknown): boolean {
  return text.includes(";") && !(Array.isArray(values) && values.length > 0);
}

/** The text of a statement in any form that the driver accepts; undefined for an object that sends itself. */
export function textOf(sent: unknown): string | undefined {
  if (typeof sent === "string") return sent;
  return isText(sent) && !("callback" in sent) ? sent.text : undefined;
}

function isText(statement: unknown): statement is pg.QueryConfig {
  return typeof statement === "object" && statement !== null && "text" in statement && !("submit" in statement);
}
