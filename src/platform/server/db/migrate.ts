/**
 * Migrations: the files of `migrations/`, in the order of their names, each once. They run while calls run: a statement
 * that waits for a lock makes all that come after it wait as well, so it gives up early, lets them pass and tries again.
 */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { installation } from "#platform/server/installation.ts";
import { databaseError, isLost } from "./errors.ts";
import { concurrentIndex, runsOutside, statementsOf } from "./migration-file.ts";

const folder = new URL("migrations/", installation);

/** Any constant: it keeps two starting processes from migrating one database at once. */
const LOCK = 7_306_421;
const LOOK_MS = 200;

const LOCK_NOT_GIVEN = "55P03";
const STATEMENT_TOO_LONG = "57014";

/** How a migration makes way for calls. Times are in milliseconds. */
export interface Courtesy {
  /**
   * The longest wait for a lock. Calls wait behind it for two seconds (`limits.ts`), but a list waits only one for the
   * connections that such calls have (`turns.ts`), and none of them must be refused.
   */
  lock: number;
  /** Between two tries. */
  pause: number;
  /** How long one file is tried. */
  patience: number;
  /** The longest a statement of a transaction may take, because its locks last as long; 0 for any time. */
  statement: number;
  /** Hears why a file waits. */
  onWait?: (line: string) => void;
}

export const courtesy: Courtesy = { lock: 500, pause: 3_000, patience: 600_000, statement: 10_000 };

/** Why a migration did not run, as the operator reads it. The database is as it was before it. */
export class MigrationStopped extends Error {}

/**
 * Brings a database up to date. Killed, it goes on where it was at the next run.
 * @param wanted the files to apply, for a backup of an older version; all without it
 * @returns the names of the files that were applied now
 * @throws if an applied file was edited: migrations are append-only
 * @throws MigrationStopped when a file's locks were not to be had, or a statement took too long
 */
export async function migrate(
  pool: pg.Pool,
  wanted?: ReadonlySet<string>,
  { files = migrationFiles(), ...given }: Partial<Courtesy> & { files?: readonly MigrationFile[] } = {},
): Promise<string[]> {
  const manners = { ...courtesy, ...given };
  const client = await pool.connect();
  try {
    await takeTurn(client);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "SELECT name, checksum FROM schema_migrations",
    );
    const known = new Map(rows.map((row) => [row.name, row.checksum]));
    const applied: string[] = [];
    for (const file of files) {
      const { name, checksum } = file;
      if (known.has(name)) {
        if (known.get(name) !== checksum)
          throw new Error(`Migration ${name} was edited after it ran; add a new one instead`);
        continue;
      }
      if (wanted && !wanted.has(name)) continue;
      if (await apply(client, file, manners)) applied.push(name);
    }
    return applied;
  } finally {
    await client.query("RESET lock_timeout; RESET statement_timeout").catch(() => undefined);
    await client.query("SELECT pg_advisory_unlock($1)", [LOCK]).catch(() => undefined);
    client.release();
  }
}

/** One after the other. Asked again and again: a statement that waits would hold up an index that is made beside it. */
async function takeTurn(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [LOCK]);
    if (rows[0]?.mine) return;
    await sleep(LOOK_MS);
  }
}

/** @returns whether it was applied now, and not by another process */
async function apply(client: pg.PoolClient, file: MigrationFile, manners: Courtesy): Promise<boolean> {
  const { name } = file;
  const since = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await (runsOutside(file.sql) ? outside(client, file, manners) : inTransaction(client, file, manners));
    } catch (error) {
      const code = databaseError(error)?.code;
      if (code === STATEMENT_TOO_LONG && manners.statement > 0)
        throw new MigrationStopped(
          `Migration ${name} was undone: one of its statements took more than ${manners.statement / 1000} seconds, and calls may have waited for it. In a quiet hour, npm run migrate -- --seconds N gives it longer (0: any time).`,
          { cause: error },
        );
      if (code !== LOCK_NOT_GIVEN && !isLost(error)) throw new Error(`Migration ${name} failed`, { cause: error });
      if (performance.now() - since > manners.patience)
        throw new MigrationStopped(
          `Migration ${name} got no lock in ${tries} tries: a long transaction uses its tables. pg_stat_activity shows it (xact_start). End it or wait, then run npm run migrate again.`,
          { cause: error },
        );
      manners.onWait?.(`${name} waits for a transaction that uses its tables (try ${tries})`);
      await sleep(manners.pause);
    }
  }
}

async function inTransaction(
  client: pg.PoolClient,
  { name, sql, checksum }: MigrationFile,
  { lock, statement }: Courtesy,
): Promise<boolean> {
  await client.query("BEGIN");
  try {
    await client.query(`SET LOCAL lock_timeout = ${lock}; SET LOCAL statement_timeout = ${statement}`);
    // The row first: another process that applies the same file, however it came past the lock, waits here.
    const isMine = await note(client, name, checksum);
    if (isMine) await client.query(sql);
    await client.query("COMMIT");
    return isMine;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** Its statements hold no lock that a call waits for, or, batch by batch, for a moment: they may take any time. */
async function outside(
  client: pg.PoolClient,
  { name, sql, checksum }: MigrationFile,
  { lock }: Courtesy,
): Promise<boolean> {
  await client.query("SET statement_timeout = 0");
  for (const statement of statementsOf(sql)) {
    // Building an index concurrently waits for transactions, and no call waits for it.
    await client.query(`SET lock_timeout = ${/\bCONCURRENTLY\b/i.test(statement) ? 0 : lock}`);
    const index = concurrentIndex(statement);
    if (index !== undefined) await dropUnfinished(client, index);
    await client.query(statement);
  }
  return note(client, name, checksum);
}

/** A kill leaves an index that is kept up to date and never used. */
async function dropUnfinished(client: pg.PoolClient, index: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = $1 AND NOT i.indisvalid",
    [index],
  );
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
}

async function note(client: pg.PoolClient, name: string, checksum: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [name, checksum],
  );
  return rowCount === 1;
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

export interface MigrationFile {
  name: string;
  sql: string;
  checksum: string;
}

/** The migration files, in order. */
export function migrationFiles(): MigrationFile[] {
  return migrationNames().map((name) => migrationFile(name, readFileSync(new URL(name, folder), "utf8")));
}

/** A file with its checksum. */
export function migrationFile(name: string, sql: string): MigrationFile {
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}
