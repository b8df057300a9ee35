/** Puts a backup into an empty database. */
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { migrate, migrationFiles } from "#platform/server/db/migrate.ts";
import { onConnection } from "#platform/server/db/pool.ts";
import type { About, Size } from "./dump.ts";
import { type BackupRecord, BackupUnreadable, type RecordKind, readBackup } from "./file.ts";
import { MARK, OURS } from "./schemas.ts";

/** Why nothing was restored, as the operator reads it. */
export class RestoreRefused extends Error {}

interface Table {
  name: string;
  columns: string;
}

/** Reads a file to its end, and says what it is. @throws BackupUnreadable; RestoreRefused if this version is too old for it */
export async function checkBackup(file: string, key?: string): Promise<About & Size> {
  // Restored only after the whole file was read and found complete.
  const kept = new Map<RecordKind, Buffer>();
  for await (const { kind, body } of readBackup(file, key))
    if (kind === "about" || kind === "end") kept.set(kind, Buffer.from(body));
  const [said, end] = [kept.get("about"), kept.get("end")];
  if (!said || !end) throw new BackupUnreadable(`${file} does not say what it is`);
  const about: About = parsed(said);
  const size: Size = parsed(end);
  const ours = new Map(migrationFiles().map(({ name, checksum }) => [name, checksum]));
  const unknown = about.migrations.filter(({ name, checksum }) => ours.get(name) !== checksum);
  if (unknown[0])
    throw new RestoreRefused(
      `The backup was made by Acebay ${about.version}, which has ${unknown[0].name}: restore it with that version or a newer one`,
    );
  return { ...about, ...size };
}

/** @throws RestoreRefused if something is in a database, but for the mark of the restore itself */
export async function refuseUsed(owner: Pick<pg.ClientBase, "query">): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS} AND c.relname <> '${MARK}' LIMIT 1`,
  );
  if (rows[0]) throw new RestoreRefused(`The database is not empty: it has ${rows[0].name}. Restore into a new one.`);
}

/**
 * Restores a checked file into an empty database, all or nothing. The tables are those of the version that made the
 * backup; the caller runs newer migrations.
 * @param owner a pool of the role that is to own the tables
 * @throws RestoreRefused if the database is not empty
 */
export async function load(owner: pg.Pool, file: string, about: About, key?: string): Promise<void> {
  await refuseUsed(owner);
  await migrate(owner, new Set(about.migrations.map(({ name }) => name)), { statement: 0 });
  await onConnection(owner, async (client) => {
    const putBack = await takeGuardsAway(client);
    await fill(client, readBackup(file, key));
    await putBack();
  });
  // Without statistics the audit that follows reads for many minutes.
  await owner.query("ANALYZE");
}

/**
 * Takes foreign keys and triggers away, and every row that migrations have made: rows come in the order of tables, and
 * append-only tables have to take them.
 * @returns puts them back, which checks every foreign key
 */
async function takeGuardsAway(client: pg.PoolClient): Promise<() => Promise<void>> {
  const list = async (query: string) => (await client.query<{ line: string }>(query)).rows.map(({ line }) => line);
  const run = async (lines: string[]) => {
    for (const line of lines) await client.query(line);
  };
  const ofTables = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND ${OURS}`;
  const ofKeys = `FROM pg_constraint k JOIN ${ofTables} ON c.oid = k.conrelid WHERE k.contype = 'f'`;
  const ofTriggers = `FROM pg_trigger t JOIN ${ofTables} ON c.oid = t.tgrelid WHERE NOT t.tgisinternal`;
  const table = "format('%I.%I', n.nspname, c.relname)";
  const keys = await list(
    `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', ${table}, k.conname, pg_get_constraintdef(k.oid)) AS line ${ofKeys}`,
  );
  const triggers = await list(
    `SELECT format('ALTER TABLE %s ENABLE %s TRIGGER %I', ${table}, CASE t.tgenabled WHEN 'A' THEN 'ALWAYS' WHEN 'R' THEN 'REPLICA' ELSE '' END, t.tgname) AS line ${ofTriggers} AND t.tgenabled <> 'D'`,
  );
  await run(await list(`SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', ${table}, k.conname) AS line ${ofKeys}`));
  await run(await list(`SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', ${table}, t.tgname) AS line ${ofTriggers}`));
  const tables = await list(`SELECT ${table} AS line FROM ${ofTables} WHERE c.relkind = 'r'`);
  await client.query(`TRUNCATE ${tables.join(", ")}`);
  return async () => {
    await run(keys);
    await run(triggers);
  };
}

async function fill(client: pg.PoolClient, records: AsyncGenerator<BackupRecord>): Promise<void> {
  let next = await records.next();
  while (!next.done) {
    const { kind, body } = next.value;
    if (kind === "sequences")
      for (const { name, value } of parsed(body) as { name: string; value: string }[])
        await client.query("SELECT setval($1::regclass, $2::bigint)", [name, value]);
    if (kind !== "table") {
      next = await records.next();
      continue;
    }
    const { name, columns }: Table = parsed(body);
    // Ends at the first record that is no row, and leaves it to this loop.
    const rows = async function* () {
      for (next = await records.next(); !next.done && next.value.kind === "rows"; next = await records.next())
        yield next.value.body;
    };
    await pipeline(rows(), client.query(copyFrom(`COPY ${name} (${columns}) FROM STDIN`)));
  }
}

/** A record's JSON, whose type its kind decides. */
// oxlint-disable-next-line typescript/no-explicit-any
const parsed = (body: Buffer): any => JSON.parse(body.toString());
