/** The connections to a database. */
import pg from "pg";
import { tracedStatement } from "../tracing/spans.ts";
import { Client, NO_ANSWER, textOf, UnpreparedClient } from "./client.ts";
import { endInTime } from "./ends.ts";
import { fromDatabase } from "./errors.ts";
import { type Limits, patience } from "./limits.ts";
import { untilWon } from "./tries.ts";
import { sharesOf, type Turns, turns } from "./turns.ts";

// Counts and cents are far below 2^53; the driver returns int8 as text by default.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * A pool. Its single statements, each a transaction of its own, are repeated when they lose. Who waits for a connection
 * gets it by urgency.
 * @param prepares whether its connections keep prepared statements
 */
export function openPool(
  connection: pg.PoolConfig,
  size: number,
  limits: Limits | undefined,
  onError: (error: unknown) => void,
  prepares: boolean,
): pg.Pool {
  const settings = { ...patience(limits), ...connection, max: size };
  const pool = new pg.Pool({ ...settings, Client: prepares ? Client : UnpreparedClient });
  // A connection that the server ended is replaced at the next query, and a query under way gets its own error. Without
  // a listener the event would end Node.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  endInTime(pool);
  inTurn(pool, turns(sharesOf(size)));
  const query = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>;
  // All our code awaits the answer; nothing uses the form with a callback.
  pool.query = (async (...statement: unknown[]) => {
    try {
      return await tracedStatement(textOf(statement[0]) ?? "SQL", () => untilWon(() => query(...statement)));
    } catch (error) {
      onError(error);
      throw fromDatabase(error);
    }
  }) as typeof pool.query;
  return pool;
}

type Given = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (lost?: Error | boolean) => void,
) => void;

/** Lets callers wait for their turn before the pool, whose own line is only in the order of the calls. */
function inTurn(pool: pg.Pool, line: Turns): void {
  const connect = pool.connect.bind(pool) as (given: Given) => void;
  const take = (given: Given) =>
    connect((error, client, done) => {
      if (!client) {
        line.leave();
        return given(fromDatabase(error), client, done);
      }
      const release = (lost?: Error | boolean) => {
        done(lost);
        line.leave();
      };
      client.release = release;
      given(error, client, release);
    });
  const enter = (given: Given) => {
    const turn = line.enter();
    if (turn)
      turn.then(
        () => take(given),
        (error: Error) => given(error, undefined, () => undefined),
      );
    else take(given);
  };
  // The pool's own statements give a callback, our transactions await a promise.
  pool.connect = ((given?: Given) =>
    given
      ? enter(given)
      : new Promise((resolve, reject) => {
          enter((error, client) => (client ? resolve(client) : reject(error)));
        })) as typeof pool.connect;
  const inPool = () => Number(Reflect.get(Object.getPrototypeOf(pool), "waitingCount", pool));
  Object.defineProperty(pool, "waitingCount", { get: () => inPool() + line.waiting() });
}

/** A connection of a pool that `openPool` made, while somebody has it. */
export type TakenConnection = pg.PoolClient & Pick<Client, "ahead" | "takeBack">;

/**
 * Runs `work` between BEGIN and COMMIT on a connection of its own. BEGIN goes with the first statement, so work that
 * sends none has no transaction.
 * @throws whatever `work` throws, after ROLLBACK
 */
export async function onConnection<T>(pool: pg.Pool, work: (client: TakenConnection) => Promise<T>): Promise<T> {
  const client = (await pool.connect()) as TakenConnection; // The pool was given its class.
  let isLost = false;
  const begin = client.ahead({ text: "BEGIN" });
  try {
    const result = await work(client);
    const { command } = await client.query("COMMIT");
    // PostgreSQL answers COMMIT with ROLLBACK if a statement has failed and its error was ignored.
    if (command !== "COMMIT")
      throw new Error("The transaction was rolled back: a statement in it failed, and nobody threw its error");
    return result;
  } catch (error) {
    // A silent connection would not answer this, either: it is closed, which undoes its transaction.
    isLost = isSilent(error) || !(client.takeBack(begin) || (await client.query("ROLLBACK").catch(() => false)));
    throw error;
  } finally {
    client.release(isLost);
  }
}

/** Whether a statement got no answer for longer than the server itself allows. */
export function isSilent(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) if (e.message === NO_ANSWER) return true;
  return false;
}
