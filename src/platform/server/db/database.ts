/**
 * The database handle. A transaction has the same shape as the database: a store takes a `Db` and does not know which
 * of them it got. `afterCommit` registers announcements that must wait for the commit.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { NodePgQueryResultHKT, PgDatabase, SQLWrapper } from "#platform/server/db/drizzle.ts";
import { builderOn, dialect } from "./dialect.ts";
import type { Limits } from "./limits.ts";
import { isSilent, onConnection, openPool, type TakenConnection } from "./pool.ts";
import { watchSupply } from "./supply.ts";
import { untilWon } from "./tries.ts";
import { KEPT_FREE, sharesOf, turns } from "./turns.ts";

/** Work begun by commits has this long to finish when the database closes; jobs do later what is then cut off. */
const LAST_WORK_MS = 10_000;

type Raw = Readonly<Record<string, unknown>>;

export type Announce = () => void | Promise<void>;

export interface Db {
  /** Drizzle's query builder, bound to the pool or to the transaction. */
  readonly sql: PgDatabase<NodePgQueryResultHKT>;
  /** Reads raw rows by a statement whose text is always the same, without the query builder. */
  read(text: string, values: readonly unknown[]): Promise<Raw[]>;
  /**
   * Runs `work` in a transaction; within another, in a savepoint, and only this is undone if `work` throws. A
   * transaction that loses a deadlock or a serialization is repeated, so `work` changes nothing but the database.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * Sends a statement that gives nothing back together with the next one, or with the commit, in one round trip; at once
   * outside a transaction. If it fails, those after it do not run, and what it travels with throws its error.
   */
  ahead(statement: SQLWrapper): Promise<void>;
  /**
   * Runs `announce` after the commit (at once outside a transaction), never after a rollback. A returned promise is
   * work that goes on: it handles its own failure, and the database stays open until it ends.
   */
  afterCommit(announce: Announce): void;
  /** Says after the commit, before it is announced, that a topic of the live hub has changed. */
  touch(topic: string): void;
  /** Writes a deed to the log after the commit. */
  record(deed: Deed): void;
}

/** What somebody did, by ids alone. */
export interface Deed {
  action: string;
  /** An account's id; null for the server and its operator. */
  actor: string | null;
  subject: string;
}

export interface Database extends Db {
  readonly pool: pg.Pool;
  /** Calls `listener` with each topic that was touched, until the returned function is called. */
  onTouch(listener: (topic: string) => void): () => void;
  /** Calls `listener` with each deed that was committed, until the returned function is called. */
  onDeed(listener: (deed: Deed) => void): () => void;
  /** What the database lacks for writing, in words; undefined if nothing. */
  lack(): Promise<string | undefined>;
  /** Resolves when all work begun by commits has ended. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a pool.
 * @param size the most connections that it holds
 * @param limits of its statements; none for those of tests and migrations
 * @param prepares whether its connections keep prepared statements, which not every pooler can
 */
export function openDatabase(connection: pg.PoolConfig, size = 12, limits?: Limits, prepares = true): Database {
  const { noteError, lack } = watchSupply();
  const pool = openPool(connection, size, limits, noteError, prepares);
  const begun = new Set<Promise<void>>();
  const announced = (announce: Announce): void => {
    const work = announce();
    if (!work) return;
    begun.add(work);
    void work.finally(() => begun.delete(work));
  };
  const idle = async () => {
    while (begun.size > 0) await Promise.all(begun);
  };
  const listeners = new Set<(topic: string) => void>();
  const touch = (topic: string) => {
    for (const listener of listeners) listener(topic);
  };
  const deeds = new Set<(deed: Deed) => void>();
  const record = (deed: Deed) => {
    for (const listener of deeds) listener(deed);
  };
  // Transactions may wait for others: they leave connections free for single statements.
  const inTurn = turns(sharesOf(size > KEPT_FREE + 1 ? size - KEPT_FREE : size));
  return {
    sql: builderOn(pool),
    pool,
    read: async (text, values) => (await pool.query<Raw>({ text, values: [...values] })).rows,
    ahead: async (statement) => void (await pool.query(textOf(statement))),
    afterCommit: announced,
    touch,
    record,
    onTouch: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onDeed: (listener) => {
      deeds.add(listener);
      return () => void deeds.delete(listener);
    },
    transaction: async (work) => {
      const announcements: Announce[] = [];
      const run = () =>
        onConnection(pool, (client) => {
          // A lost run announces nothing.
          announcements.length = 0;
          return work(handle(client, announcements, { touch, record }));
        });
      const result = await untilWon(() => inTurn.run(run)).catch((error: unknown) => {
        noteError(error);
        throw error;
      });
      announcements.forEach(announced);
      return result;
    },
    lack: () => lack(pool),
    idle,
    close: async () => {
      await Promise.race([idle(), sleep(LAST_WORK_MS, undefined, { ref: false })]);
      await pool.end();
    },
  };
}

function textOf(statement: SQLWrapper): pg.QueryConfig {
  const { sql: text, params: values } = dialect.sqlToQuery(statement.getSQL());
  return { text, values };
}

/** The handle within a transaction. `announcements` collects what to announce after the commit, touched topics too. */
function handle(
  client: TakenConnection,
  announcements: Announce[],
  outer: Pick<Db, "touch" | "record">,
  made: { savepoints: number; builder?: Db["sql"] } = { savepoints: 0 },
): Db {
  return {
    // Made when it is first asked for, and shared with the savepoints.
    get sql() {
      return (made.builder ??= builderOn(client));
    },
    read: async (text, values) => (await client.query<Raw>({ text, values: [...values] })).rows,
    ahead: async (statement) => void client.ahead(textOf(statement)),
    afterCommit: (announce) => announcements.push(announce),
    touch: (topic) => announcements.push(() => outer.touch(topic)),
    record: (deed) => announcements.push(() => outer.record(deed)),
    transaction: async (work) => {
      // A name of its own: if a statement before it fails, neither it nor the release of an earlier one is run.
      const savepoint = `nested_${(made.savepoints += 1)}`;
      const inner: Announce[] = [];
      const begin = client.ahead({ text: `SAVEPOINT ${savepoint}` });
      try {
        const result = await work(handle(client, inner, outer, made));
        client.ahead({ text: `RELEASE SAVEPOINT ${savepoint}` });
        announcements.push(...inner);
        return result;
      } catch (error) {
        if (!isSilent(error) && !client.takeBack(begin))
          // Where there is no such savepoint, what came before it has failed, and with it the whole transaction.
          await client
            .query(`ROLLBACK TO SAVEPOINT ${savepoint}; RELEASE SAVEPOINT ${savepoint}`)
            .catch(() => undefined);
        throw error;
      }
    },
  };
}
