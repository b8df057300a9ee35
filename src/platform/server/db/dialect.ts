/**
 * Drizzle's dialect, which writes the texts of statements faster: Drizzle asks of each part of a statement, up to twelve
 * times, whether its class descends from another. Here each class is asked about once in the process. The texts are the same.
 */
import {
  Column,
  is,
  isSQLWrapper,
  Name,
  NodePgDatabase,
  type NodePgQueryResultHKT,
  NodePgSession,
  Param,
  type PgColumn,
  type PgDatabase,
  PgDialect,
  type PgTable,
  Placeholder,
  SQL,
  StringChunk,
  Subquery,
  Table,
  View,
} from "./drizzle.ts";

type Query = ReturnType<InstanceType<typeof PgDialect>["sqlToQuery"]>;
type Kind = "text" | "name" | "sql" | "table" | "column" | "param" | "wrapped" | "value" | "rare";

const kinds = new Map<unknown, Kind>();

/** By its prototype: a read as a table answers `constructor` with that of its columns' plain object. */
function kindOf(part: object): Kind {
  const prototype: unknown = Object.getPrototypeOf(part);
  const known = kinds.get(prototype);
  if (known) return known;
  const kind = askedKind(part);
  kinds.set(prototype, kind);
  return kind;
}

function askedKind(part: object): Kind {
  if (is(part, StringChunk)) return "text";
  if (is(part, Name)) return "name";
  if (is(part, SQL)) return "sql";
  if (is(part, Table)) return "table";
  if (is(part, Column)) return "column";
  if (is(part, Param)) return "param";
  if ([View, Placeholder, SQL.Aliased, Subquery].some((rare) => is(part, rare))) return "rare";
  return isSQLWrapper(part) ? "wrapped" : "value";
}

/** Thrown at a part that Drizzle itself must write. */
class Rare extends Error {}
const rare = new Rare();

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Drizzle keeps a table's names under symbols that its types leave out. */
const symbols = (Table as unknown as { Symbol: Record<"Schema" | "Name" | "IsAlias", symbol> }).Symbol;

function nameOf(table: PgTable): string {
  const of = table as unknown as Readonly<Record<symbol, string | boolean | undefined>>;
  const [schema, name] = [of[symbols.Schema], quoted(String(of[symbols.Name]))];
  return schema === undefined || of[symbols.IsAlias] === true ? name : `${quoted(String(schema))}.${name}`;
}

function write(parts: readonly unknown[], params: unknown[]): string {
  let text = "";
  for (const part of parts) text += textOf(part, params);
  return text;
}

function textOf(part: unknown, params: unknown[]): string {
  if (part === undefined) return "";
  if (typeof part === "function") throw rare;
  if (typeof part !== "object" || part === null) return placeFor(part, params);
  if (Array.isArray(part)) return `(${part.map((one) => textOf(one, params)).join(", ")})`;
  switch (kindOf(part)) {
    case "text":
      return (part as StringChunk).value.join("");
    case "name":
      return quoted((part as Name).value);
    case "sql": {
      const { queryChunks, shouldInlineParams } = part as unknown as {
        queryChunks: unknown[];
        shouldInlineParams: boolean;
      };
      if (shouldInlineParams) throw rare;
      return write(queryChunks, params);
    }
    case "table":
      return nameOf(part as PgTable);
    case "column": {
      const column = part as PgColumn;
      if ((column as unknown as { keyAsName: boolean }).keyAsName) throw rare;
      return `${nameOf(column.table)}.${quoted(column.name)}`;
    }
    case "param": {
      const { value, encoder } = part as Param;
      if (is(value, Placeholder)) throw rare;
      const mapped: unknown = value === null ? null : encoder.mapToDriverValue(value);
      return is(mapped, SQL) ? textOf(mapped, params) : placeFor(mapped, params);
    }
    case "wrapped": {
      const wrapped = part as { getSQL: () => SQL; shouldOmitSQLParens?: () => boolean };
      const text = textOf(wrapped.getSQL(), params);
      return wrapped.shouldOmitSQLParens?.() ? text : `(${text})`;
    }
    case "value":
      return placeFor(part, params);
    case "rare":
      throw rare;
  }
}

function placeFor(value: unknown, params: unknown[]): string {
  params.push(value);
  return `$${params.length}`;
}

class QuickDialect extends PgDialect {
  override sqlToQuery(statement: SQL, invokeSource?: "indexes"): Query {
    if (invokeSource === undefined)
      try {
        const params: unknown[] = [];
        return { sql: textOf(statement, params), params };
      } catch (error) {
        if (error !== rare) throw error;
      }
    return super.sqlToQuery(statement, invokeSource);
  }
}

export const dialect: InstanceType<typeof PgDialect> = new QuickDialect();

/** Drizzle's query builder on a connection or a pool. */
export function builderOn(client: ConstructorParameters<typeof NodePgSession>[0]): PgDatabase<NodePgQueryResultHKT> {
  return new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined);
}
