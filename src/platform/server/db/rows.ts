/** Rows of hand-written SQL, typed by their table. */
import {
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
  type PgColumn,
  type PgTable,
  type SQL,
  sql,
} from "#platform/server/db/drizzle.ts";

/** A table's columns do not change while the process runs, and asking Drizzle for them costs more than reading a row. */
const columnsOf = new WeakMap<PgTable, [string, PgColumn][]>();

function columnsIn(table: PgTable): [string, PgColumn][] {
  const columns = columnsOf.get(table) ?? Object.entries(getTableColumns(table));
  columnsOf.set(table, columns);
  return columns;
}

/**
 * Rows to insert as one value, so that the text of the statement is the same for any number of them.
 * @param rows with the same keys
 * @returns the names of their columns, and the records to select these from
 */
export function recordsOf<T extends PgTable>(
  table: T,
  rows: readonly Partial<InferInsertModel<T>>[],
): { columns: SQL; records: SQL } {
  const given = columnsIn(table).filter(([key, column]) => column.defaultFn || rows.some((row) => key in row));
  const values = rows.map((row: Readonly<Record<string, unknown>>) => {
    const record: Record<string, unknown> = {};
    for (const [key, column] of given) record[column.name] = row[key] === undefined ? column.defaultFn?.() : row[key];
    return record;
  });
  return {
    columns: sql.raw(given.map(([, { name }]) => `"${name}"`).join(", ")),
    records: sql`jsonb_populate_recordset(NULL::${sql.identifier(getTableName(table))}, ${JSON.stringify(values)}::jsonb)`,
  };
}

/**
 * A subquery of given rows. A single row is written out: PostgreSQL then knows that it is one, and keeps the plan that is
 * best for one. Of several it expects ten, because they come as arrays; of a JSON value it would expect a hundred, and
 * read tables of some thousands of rows as a whole.
 * @param types of its columns
 */
export function rowsGiven<Column extends string>(
  types: Readonly<Record<Column, string>>,
  rows: readonly Readonly<Record<Column, string | number | boolean | null>>[],
): SQL {
  const columns = Object.keys(types) as Column[]; // The keys of a record.
  const [only, ...others] = rows;
  const value = (name: Column) =>
    only && others.length === 0
      ? sql`${only[name]}::${sql.raw(`${types[name]} AS ${name}`)}`
      : sql`${sql.param(rows.map((row) => row[name]))}::${sql.raw(`${types[name]}[]`)}`;
  const values = sql.join(columns.map(value), sql`, `);
  return only && others.length === 0
    ? sql`SELECT ${values}`
    : sql`SELECT * FROM unnest(${values}) AS given (${sql.raw(columns.join(", "))})`;
}

/** A raw row (column names as in SQL), converted as drizzle reads the table. */
export function rowOf<T extends PgTable>(table: T, raw: Readonly<Record<string, unknown>>): InferSelectModel<T> {
  const row: Record<string, unknown> = {};
  for (const [key, column] of columnsIn(table)) {
    const value = raw[column.name];
    row[key] = value === null ? null : column.mapFromDriverValue(value);
  }
  return row as InferSelectModel<T>; // Every column was converted by the table's own reader.
}
