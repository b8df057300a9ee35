/** Rows of hand-written SQL, typed by their table. */
import { getTableColumns, type InferSelectModel, type PgTable } from "#platform/server/db/drizzle.ts";

/** A raw row (column names as in SQL), converted as drizzle reads the table. */
export function rowOf<T extends PgTable>(table: T, raw: Readonly<Record<string, unknown>>): InferSelectModel<T> {
  const row: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(getTableColumns(table))) {
    const value = raw[column.name];
    row[key] = value === null ? null : column.mapFromDriverValue(value);
  }
  return row as InferSelectModel<T>; // Every column was converted by the table's own reader.
}
