/** The connections to a database. */
import pg from "pg";
import { type Limits, patience } from "./limits.ts";
import { untilWon } from "./tries.ts";

// Counts and cents are well inside 2^53; the driver's default for int8 is text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A pool whose single statements, each a transaction of its own, are tried again when they lose. */
export function openPool(
  connection: pg.PoolConfig,
  size: number,
  limits: Limits | undefined,
  onError: (error: unknown) => void,
): pg.Pool {
  const pool = new pg.Pool({ ...patience(limits), ...connection, max: size });
  // A connection that the server ended is replaced at the next query, idle or in use; what ran on it has its own
  // error. Without a listener the event would end Node.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const query = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>;
  // All of ours await the answer: its other form, with a callback, is not used.
  pool.query = (async (...statement: unknown[]) => {
    try {
      return await untilWon(() => query(...statement));
    } catch (error) {
      onError(error);
      throw error;
    }
  }) as typeof pool.query;
  return pool;
}

/** Runs `work` between BEGIN and COMMIT on a connection of its own. @throws whatever `work` throws, after ROLLBACK */
export async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isLost = false;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    const { command } = await client.query("COMMIT");
    // PostgreSQL answers ROLLBACK to COMMIT when a statement has failed and its error was swallowed.
    if (command !== "COMMIT")
      throw new Error("The transaction was rolled back: a statement in it failed, and nobody threw its error");
    return result;
  } catch (error) {
    // One that does not answer in time would not answer this, either: it is closed, which undoes its transaction.
    isLost = isSilent(error) || !(await client.query("ROLLBACK").catch(() => false));
    throw error;
  } finally {
    client.release(isLost);
  }
}

/** Whether a statement went without an answer for longer than the server itself allows. */
export function isSilent(error: unknown): boolean {
  // node-postgres gives it no code (https://github.com/brianc/node-postgres/blob/master/packages/pg/lib/client.js).
  for (let e = error; e instanceof Error; e = e.cause) if (e.message === "Query read timeout") return true;
  return false;
}
