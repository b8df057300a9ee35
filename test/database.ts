/** Databases for tests: each its own copy of the migrated and seeded template, so that no test sees another's rows. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { type Database, openDatabase } from "#platform/server/db/database.ts";
import { databaseError } from "#platform/server/db/errors.ts";
import { limitsOf } from "#platform/server/db/limits.ts";
import type { EmbeddedPostgres } from "#platform/server/db/embedded.ts";

export const TEMPLATE = "acebay_template";
/** The moment at which the template was seeded: a Saturday noon in New York. */
export const SEEDED_AT = new Date("2026-11-21T17:00:00Z");

/** PostgreSQL's object_in_use: a connection to the template is just ending. */
const IN_USE = "55006";

export interface FreshDatabase {
  db: Database;
  /** How a second process or pool reaches the same database. */
  connection: EmbeddedPostgres["connection"];
  /** Closes `db` and removes the database. */
  drop(): Promise<void>;
}

/** Copies the template. `size` is the most connections of `db`. */
export async function freshDatabase(size?: number): Promise<FreshDatabase> {
  const server = inject("postgres");
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await onServer(`CREATE DATABASE ${database} TEMPLATE ${TEMPLATE}`);
  const connection = { ...server, database };
  const db = openDatabase(connection, size, limitsOf.calls);
  return {
    db,
    connection,
    drop: async () => {
      await db.close();
      await onServer(`DROP DATABASE ${database} WITH (FORCE)`);
    },
  };
}

async function onServer(statement: string): Promise<void> {
  const server = openDatabase(inject("postgres"), 1);
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
