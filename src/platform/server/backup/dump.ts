/** Writes a backup: every table of one moment, as PostgreSQL's COPY gives it, which any later version can read. */
import { createWriteStream } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { packing, recordBytes } from "./file.ts";
import { OURS } from "./schemas.ts";

/** What a backup says of itself. */
export interface About {
  /** The version that made it, of package.json. */
  version: string;
  /** A moment in UTC, ISO 8601. */
  madeAt: string;
  migrations: { name: string; checksum: string }[];
}

export interface Size {
  tables: number;
  rows: number;
}

/** A backup never replaces a file. */
class NameTaken extends Error {}

const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND ${OURS} AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY 1 ORDER BY 1`;

const SEQUENCES = `
  SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value FROM pg_sequences
  WHERE last_value IS NOT NULL ORDER BY 1`;

/**
 * Writes one snapshot of a database into a new file, which is whole once it has its name.
 * @param client a connection that may read every table; it is busy until this ends
 * @param key a passphrase; without it the file is not encrypted
 * @throws if the name is taken, also if it was taken meanwhile
 */
export async function dump(
  client: pg.Client,
  file: string,
  about: Omit<About, "migrations">,
  key?: string,
): Promise<Size> {
  // A backup that was killed leaves such a file. It does no harm.
  const making = `${file}.making-${process.pid}`;
  const size: Size = { tables: 0, rows: 0 };
  const { first, through } = packing(key);
  try {
    const target = createWriteStream(making, { mode: 0o600, flags: "w" });
    target.write(first);
    // The driver's own pipeline type knows no list.
    await pipeline([recordsFrom(client, about, size), ...through, target] as never);
    const written = await open(making, "r+");
    await written.sync();
    await written.close();
    await nameIt(making, file);
  } catch (error) {
    await rm(making, { force: true });
    throw error;
  }
  return size;
}

/** Gives a whole file its name, unless another file got that name meanwhile. @throws NameTaken */
async function nameIt(making: string, file: string): Promise<void> {
  try {
    await link(making, file);
    await rm(making);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "EEXIST") throw new NameTaken(`${file} is there already: name another file, or move this one away.`);
    if (!NO_LINKS.has(code)) throw error;
    // A disk without links: the name is taken by an empty file, which the whole one replaces.
    await (await open(file, "wx")).close();
    await rename(making, file);
  }
}

const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

async function* recordsFrom(client: pg.Client, about: Omit<About, "migrations">, size: Size): AsyncGenerator<Buffer> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  // A large table takes longer than a call may, and who makes a backup may wait longer for a lock.
  await client.query(
    "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '60s'",
  );
  const { rows: migrations } = await client.query("SELECT name, checksum FROM schema_migrations ORDER BY name");
  yield recordBytes("about", { ...about, migrations });
  const { rows: tables } = await client.query<{ name: string; columns: string }>(TABLES);
  for (const { name, columns } of tables) {
    yield recordBytes("table", { name, columns });
    const copy = client.query(copyTo(`COPY ${name} (${columns}) TO STDOUT`));
    for await (const chunk of copy) yield recordBytes("rows", chunk as Buffer); // COPY gives bytes.
    size.tables += 1;
    size.rows += copy.rowCount;
  }
  // After the tables: a sequence is of no snapshot, and may only be ahead of them.
  yield recordBytes("sequences", (await client.query(SEQUENCES)).rows);
  await client.query("COMMIT");
  yield recordBytes("end", size);
}
