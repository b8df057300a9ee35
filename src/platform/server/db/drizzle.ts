/**
 * Drizzle, loaded as CommonJS. For each file of an ES module's package Node reads the package.json again, and that of
 * Drizzle lists 447 addresses: importing it took 370 ms of each start, and takes 50 (Node 24, drizzle-orm 0.45).
 */
import { createRequire } from "node:module";
import type * as Orm from "drizzle-orm";
import type * as Errors from "drizzle-orm/errors";
import type * as NodePostgres from "drizzle-orm/node-postgres";
import type * as PgCore from "drizzle-orm/pg-core";

export type { InferInsertModel, InferSelectModel, SQLWrapper } from "drizzle-orm";
export type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
export type { AnyPgColumn, PgColumn, PgDatabase, PgTable } from "drizzle-orm/pg-core";

/** The classes of statements' parts, as types. */
export type Name = Orm.Name;
export type Param = Orm.Param;
export type SQL<T = unknown> = Orm.SQL<T>;
export type StringChunk = Orm.StringChunk;

const load = createRequire(import.meta.url);
const orm: typeof Orm = load("drizzle-orm");
const errors: typeof Errors = load("drizzle-orm/errors");
const nodePostgres: typeof NodePostgres = load("drizzle-orm/node-postgres");
const pgCore: typeof PgCore = load("drizzle-orm/pg-core");

export const {
  and,
  asc,
  Column,
  count,
  desc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  gte,
  ilike,
  inArray,
  is,
  isNotNull,
  isNull,
  isSQLWrapper,
  lt,
  lte,
  max,
  Name,
  ne,
  notInArray,
  or,
  Param,
  Placeholder,
  SQL,
  sql,
  StringChunk,
  Subquery,
  Table,
  View,
} = orm;
export const { DrizzleQueryError } = errors;
export const { NodePgDatabase, NodePgSession } = nodePostgres;
export const {
  alias,
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  PgDialect,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} = pgCore;
