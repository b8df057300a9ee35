/**
 * The database handle. A transaction is a handle of the same shape as the database: a store takes a `Db` and does not
 * know which it got. What the world may hear only once the work is durable is registered with `afterCommit`.
 */
import { type NodePgDatabase, type NodePgQueryResultHKT, drizzle } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { untilWon } from "./tries.ts";

// Counts and cents are well inside 2^53; the driver's default for int8 is text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Db {
  /** Drizzle's query builder, bound to the pool or to the transaction. */
  readonly sql: PgDatabase<NodePgQueryResultHKT>;
  /**
   * Runs `work` in a transaction; inside one already, in a savepoint, which alone is undone when `work` throws.
   * A transaction that loses a deadlock or a serialization is run again, so `work` changes nothing but the database.
   */
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
  const pool = openPool(connection, size);
  const root: NodePgDatabase = drizzle({ client: pool });
  return {
    sql: root,
    pool,
    afterCommit: (announce) => announce(),
    transaction: async (work) => {
      const { result, announcements } = await untilWon(async () => {
        // Drizzle's own transaction on a pool never returns a connection whose BEGIN fails: we take and return it.
        const client = await pool.connect();
        return begin(drizzle({ client }), work).finally(() => client.release());
      });
      for (const announce of announcements) announce();
      return result;
    },
    close: () => pool.end(),
  };
}

/** A pool whose single statements, each a transaction of its own, are tried again like the others. */
function openPool(connection: pg.PoolConfig, size: number): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: size, connectionTimeoutMillis: 5_000 });
  // A connection that the server ended is replaced at the next query, idle or in use; what ran on it has its own
  // error. Without a listener the event would end Node.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const query = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>;
  // All of ours await the answer: its other form, with a callback, is not used.
  pool.query = ((...statement: unknown[]) => untilWon(() => query(...statement))) as typeof pool.query;
  return pool;
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
