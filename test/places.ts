/** Finds where a text stands in the database. */
import type { TestApp } from "./app.ts";

/**
 * Every place in the database where a text stands, by table and column: each column of each table, whatever its type,
 * so that a new one is searched, too. Bytes are searched for the bytes of the text.
 */
export async function placesOf({ db }: TestApp, text: string): Promise<string[]> {
  const { rows: tables } = await db.pool.query<{ table: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS "table" FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const bytes = Buffer.from(text).toString("hex");
  const found = [];
  for (const { table } of tables) {
    const { rows } = await db.pool.query<{ column: string }>(
      `SELECT DISTINCT kept.key AS "column" FROM ${table} AS t, jsonb_each_text(to_jsonb(t)) AS kept
       WHERE strpos(lower(kept.value), lower($1)) > 0 OR strpos(kept.value, $2) > 0 ORDER BY 1`,
      [text, bytes],
    );
    found.push(...rows.map(({ column }) => `${table}.${column}`));
  }
  return found;
}
