/** Rows of hand-written SQL, typed by their table. */
import { getTableColumns, type InferSelectModel, type PgColumn, type PgTable } from "#platform/server/db/drizzle.ts";

/** A table's columns do not change while the process runs, and asking Drizzle for them costs more than reading a row. */
const columnsOf = new WeakMap<PgTable, [string, PgColumn][]>();

/** A raw row (column names as in SQL), converted as drizzle reads the table. */
export function rowOf<T extends PgTable>(table: T, raw: Readonly<Record<string, unknown>>): InferSelectModel<T> {
  const row: Record<string, unknown> = {};
  const columns = columnsOf.get(table) ?? Object.entries(getTableColumns(table));
  columnsOf.set(table, columns);
  for (const [key, column] of columns) {
    const value = raw[column.name];
    row[key] = value === null ? null : column.mapFromDriverValue(value);
  }
  return row as InferSelectModel<T>; // Every column was converted by the table's own reader.
}
