/**
 * Prepared statements: what is asked again on a connection is parsed there once, and planned a few times. A statement
 * gets its name at its second use in the process, so that one that never comes again costs the database no memory.
 */
import type pg from "pg";

/** Texts beyond this are sent without a name: lists of every length would fill each connection's memory. */
const MOST_TEXTS = 2_000;

const uses = new Map<string, { name: string; times: number }>();
let generation = 0;

/**
 * Forgets every name, so that each statement is prepared anew under another one: a prepared statement whose table got
 * another column fails on its connection from then on.
 */
export function renameStatements(): void {
  generation += 1;
  uses.clear();
}

/** A statement with its name, if it has values and was sent before. */
export function namedStatement(statement: pg.QueryConfig, values: unknown): pg.QueryConfig {
  if (!Array.isArray(values) || values.length === 0) return statement;
  const use = uses.get(statement.text) ?? { name: `acebay_${generation}_${uses.size}`, times: 0 };
  if (use.times === 0 && uses.size === MOST_TEXTS) return statement;
  uses.set(statement.text, use);
  use.times += 1;
  return use.times === 1 ? statement : { ...statement, name: use.name };
}
