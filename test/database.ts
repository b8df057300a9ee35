/** Databases for tests: each its own copy of the migrated and seeded template, so that no test sees another's rows. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { databaseError } from "#platform/server/db/errors.ts";
import type { Limits } from "#platform/server/db/limits.ts";
import type { EmbeddedPostgres } from "#platform/server/db/embedded.ts";

export const TEMPLATE = "acebay_template";
/** The moment at which the template was seeded: a Saturday noon in New York. */
export const SEEDED_AT = new Date("2026-11-21T17:00:00Z");

/** PostgreSQL's object_in_use: a connection to the template is just ending. */
const IN_USE = "55006";

export interface FreshDatabase {
  /** As the role that serves, which owns nothing. */
  db: Database;
  /** As the owner, for tests that break or forge rows that the product itself cannot change. */
  owner: Database;
  /** How a second process or pool reaches the same database. */
  connection: EmbeddedPostgres["connection"];
  /** Closes `db` and removes the database. */
  drop(): Promise<void>;
}

/** On a busy machine a queue of twenty takes long, so there are no limits; a test of the limits asks for them. */
const PATIENT = { lock_timeout: 20_000 };

/** Copies the template. `size` is the most connections of `db`, `limits` are those of its statements. */
export async function freshDatabase(size?: number, limits?: Limits): Promise<FreshDatabase> {
  const server = inject("postgres");
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  // The other strategy writes each page to the log, too: it took twice as long (58 to 110 ms against 31 to 48).
  await onServer(`CREATE DATABASE ${database} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
  const connection = { ...server.connection, database };
  const db = openDatabase(limits ? connection : { ...connection, ...PATIENT }, size, limits);
  const owner = openDatabase({ ...server.owner, database }, 2);
  return {
    db,
    owner,
    connection,
    drop: async () => {
      await db.close();
      await owner.close();
      await onServer(`DROP DATABASE ${database} WITH (FORCE)`);
    },
  };
}

/**
 * Ends connections to the database of `db`, and to no other: the tests of all files share one server.
 * @param which a condition on `pg_stat_activity`
 * @returns how many
 */
export async function endConnections(
  { pool }: Pick<Database, "pool">,
  which: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const { rowCount } = await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${which}`,
    [...values],
  );
  return rowCount ?? 0;
}

async function onServer(statement: string): Promise<void> {
  const server = openDatabase(inject("postgres").owner, 1);
  try {
    for (let tries = 1; ; tries++) {
      try {
        await server.pool.query(statement);
        return;
      } catch (error) {
        if (databaseError(error)?.code !== IN_USE || tries === 50) throw error;
        await sleep(100);
      }
    }
  } finally {
    await server.close();
  }
}
