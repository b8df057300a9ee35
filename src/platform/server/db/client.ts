/** A connection that prepares what it sends again, and keeps statements back to send them together with the next one. */
import pg from "pg";
import { Batch } from "./batch.ts";
import { fromDatabase } from "./errors.ts";
import { isTracing, tracedStatement } from "../tracing/spans.ts";
import { namedStatement } from "./prepared.ts";

/** A connection whose statements may wait for the next one. */
export class Client extends pg.Client {
  protected readonly prepares: boolean = true;
  #waiting: pg.QueryConfig[] = [];

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
    const values = statement.values ?? rest[0];
    const whole = this.prepares ? namedStatement(statement, values) : statement;
    if (this.#waiting.length === 0) return send(whole, ...rest);
    const ahead = this.#waiting;
    this.#waiting = [];
    const together = (before: readonly pg.QueryConfig[], last: pg.QueryConfig, given: unknown) =>
      new Promise((resolve, reject) => {
        send(new Batch(before, last, given, (error, result) => (error ? reject(error) : resolve(result))));
      });
    const [latest] = ahead.slice(-1);
    // Several statements in one text can only be sent by themselves.
    if (latest && isSeveral(whole.text, values))
      return together(ahead.slice(0, -1), latest, latest.values).then(() => send(whole, ...rest));
    return together(ahead, whole, values);
  }
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
