/** Migrations: the files of `migrations/`, in the order of their names, each once, in a transaction of its own. */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import type pg from "pg";
import { installation } from "#platform/server/installation.ts";

const folder = new URL("migrations/", installation);

/** Any constant: it keeps two starting processes from migrating one database at once. */
const LOCK = 7_306_421;

/**
 * Brings a database up to date.
 * @param only the files to apply, for a backup of an older version; all without it
 * @returns the names of the files that were applied now
 * @throws if an applied file was edited: migrations are append-only
 */
export async function migrate(pool: pg.Pool, only?: ReadonlySet<string>): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "SELECT name, checksum FROM schema_migrations",
    );
    const known = new Map(rows.map((row) => [row.name, row.checksum]));
    const applied: string[] = [];
    for (const { name, sql, checksum } of migrationFiles()) {
      if (known.has(name)) {
        if (known.get(name) !== checksum)
          throw new Error(`Migration ${name} was edited after it ran; add a new one instead`);
        continue;
      }
      if (only && !only.has(name)) continue;
      await client.query("BEGIN");
      try {
        await client.query(sql);
        await client.query("INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)", [name, checksum]);
        await client.query("COMMIT");
      } catch (error) {
        await client.query("ROLLBACK");
        throw new Error(`Migration ${name} failed`, { cause: error });
      }
      applied.push(name);
    }
    return applied;
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [LOCK]).catch(() => undefined);
    client.release();
  }
}

/** Whether every migration of this version has been applied. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>("SELECT name FROM schema_migrations");
  const known = new Set(rows.map((row) => row.name));
  needed ??= migrationNames();
  return needed.every((name) => known.has(name));
}

/** Read once, because this version does not change while it runs and readiness is asked often. */
let needed: readonly string[] | undefined;

function migrationNames(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
}

/** The migration files, in order. */
export function migrationFiles(): { name: string; sql: string; checksum: string }[] {
  return migrationNames().map((name) => {
    const sql = readFileSync(new URL(name, folder), "utf8");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}
