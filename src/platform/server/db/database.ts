/**
 * The database handle. A transaction is a handle of the same shape as the database: a store takes a `Db` and does not
 * know which it got. What the world may hear only once the work is durable is registered with `afterCommit`.
 */
import { type NodePgDatabase, type NodePgQueryResultHKT, drizzle } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";

// Counts and cents are well inside 2^53; the driver's default for int8 is text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Db {
  /** Drizzle's query builder, bound to the pool or to the transaction. */
  readonly sql: PgDatabase<NodePgQueryResultHKT>;
  /** Runs `work` in a transaction; inside one already, in a savepoint, which alone is undone when `work` throws. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Runs `announce` after the commit (at once outside a transaction), never after a rollback. */
  afterCommit(announce: () => void): void;
}

export interface Database extends Db {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a pool. `size` is the most connections that it holds. */
export function openDatabase(connection: pg.PoolConfig, size = 12): Database {
  const pool = new pg.Pool({ ...connection, max: size, connectionTimeoutMillis: 5_000 });
  // A connection that the server ended is replaced at the next query, idle or in use; what ran on it has its own
  // error. Without a listener the event would end Node.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const root: NodePgDatabase = drizzle({ client: pool });
  return {
    sql: root,
    pool,
    afterCommit: (announce) => announce(),
    transaction: async (work) => {
      // Drizzle's own transaction on a pool never returns a connection whose BEGIN fails: we take and return it.
      const client = await pool.connect();
      const { result, announcements } = await begin(drizzle({ client }), work).finally(() => client.release());
      for (const announce of announcements) announce();
      return result;
    },
    close: () => pool.end(),
  };
}

/** A transaction (or a savepoint within one), with what is to be announced once it is durable. */
async function begin<T>(
  on: Db["sql"],
  work: (tx: Db) => Promise<T>,
): Promise<{ result: T; announcements: (() => void)[] }> {
  const announcements: (() => void)[] = [];
  const result = await on.transaction((sql) =>
    work({
      sql,
      afterCommit: (announce) => announcements.push(announce),
      transaction: async (nested) => {
        const inner = await begin(sql, nested);
        announcements.push(...inner.announcements);
        return inner.result;
      },
    }),
  );
  return { result, announcements };
}

/** PostgreSQL's error behind one that Drizzle wrapped, if it is one. */
export function databaseError(error: unknown): pg.DatabaseError | undefined {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof pg.DatabaseError) return e;
  return undefined;
}

/** Whether a write was refused by the named unique constraint or index. */
export function violates(error: unknown, constraint: string): boolean {
  const found = databaseError(error);
  return found?.code === "23505" && found.constraint === constraint;
}

/** Whether an error means that the database is away, not that the statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const code = databaseError(error)?.code;
  if (code) return code.startsWith("08") || code.startsWith("57P") || code === "53300";
  for (let e = error; e instanceof Error; e = e.cause) {
    if ("code" in e && typeof e.code === "string" && ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"].includes(e.code))
      return true;
    if (
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        e.message,
      )
    )
      return true;
  }
  return false;
}
