/** How many rows of growing tables the statements of an app read, in tests that allow few. */
import type pg from "pg";
import { expect } from "vitest";
import type { Database } from "#platform/server/db/database.ts";
import { databaseError } from "#platform/server/db/errors.ts";
import type { TakenConnection } from "#platform/server/db/pool.ts";

/** A table with so many rows counts as one that grows. */
const MANY = 400;
/** How many rows a statement may read of such a table: a share, or a page of a list. */
const SHARE = 0.25;
const PAGE = 300;

/** Each statement that is sent during some work, by whichever connection, with its latest values. */
export async function collectCalls({ db: { pool } }: { db: Database }, work: () => Promise<void>) {
  const calls = new Map<string, unknown[]>();
  const heard = new WeakSet<pg.PoolClient>();
  let isOver = false;
  const note = (text: string, values: unknown[]) => {
    if (!isOver) calls.set(text, values);
  };
  const listen = (connected: pg.PoolClient) => {
    if (heard.has(connected)) return;
    heard.add(connected);
    const connection = connected as TakenConnection; // The pool was given its class.
    const wait = connection.ahead.bind(connection);
    connection.ahead = (waiting) => {
      note(waiting.text, waiting.values ?? []);
      return wait(waiting);
    };
    const send = connection.query.bind(connection) as (...given: unknown[]) => unknown;
    const noting = (...given: unknown[]): unknown => {
      const [first, values] = given as [string | pg.QueryConfig, unknown];
      const { text, values: own = values } = typeof first === "string" ? { text: first } : first;
      note(text, Array.isArray(own) ? own : []);
      return send(...given);
    };
    connection.query = noting as typeof connection.query; // One function has none of the driver's overloads.
  };
  // Also connections that are open already.
  pool.on("acquire", listen);
  await work();
  pool.off("acquire", listen);
  isOver = true;
  return calls;
}

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  Schema?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Node[];
}

/** The statements that read a large part of a table that grows: each with the table, and how many of its rows. */
export async function wholeReadings(
  owner: Database,
  calls: ReadonlyMap<string, readonly unknown[]>,
): Promise<string[]> {
  const client = await owner.pool.connect();
  // Reading a small table whole is cheaper, so it is done only where there is no other way.
  for (const way of ["seqscan", "hashjoin", "mergejoin"]) await client.query(`SET enable_${way} = off`);
  const { rows } = await client.query<{ name: string; n: number }>(
    `SELECT relnamespace::regnamespace || '.' || relname AS name, reltuples::float8 AS n FROM pg_class WHERE relkind = 'r'`,
  );
  const sizes = new Map(rows.map(({ name, n }) => [name, n]));
  const found: string[] = [];
  for (const [text, values] of calls) {
    if (!/^\s*(select|insert|update|delete|with)/i.test(text)) continue;
    const read = new Map<string, number>();
    for (const [table, n] of readBy(await run(client, text, values))) read.set(table, (read.get(table) ?? 0) + n);
    for (const [table, n] of read)
      if ((sizes.get(table) ?? 0) >= MANY && n > Math.max(PAGE, (sizes.get(table) ?? 0) * SHARE))
        found.push(`${text.replaceAll(/\s+/g, " ").trim().slice(0, 160)}: ${n} rows of ${table}`);
  }
  client.release(true);
  return found;
}

/** Runs a statement once more, undoes it, and tells what it did; only its plan if it cannot be repeated. */
async function run(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<Node> {
  await client.query("BEGIN");
  try {
    const explained = await client.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
      `EXPLAIN (ANALYZE, VERBOSE, TIMING OFF, FORMAT JSON) ${text}`,
      [...values],
    );
    return explained.rows[0]?.["QUERY PLAN"][0].Plan ?? expect.fail();
  } catch (error) {
    // A repeated statement may break a constraint (unique, not null, check, foreign key), because its rows are already
    // written or are gone.
    if (!databaseError(error)?.code?.startsWith("23")) throw error;
    return { "Node Type": "Repeated", "Actual Rows": 0, "Actual Loops": 0 };
  } finally {
    await client.query("ROLLBACK");
  }
}

function readBy(node: Node): [string, number][] {
  const { "Node Type": kind, "Relation Name": table, Schema: schema, Plans: inner = [] } = node;
  const rows =
    node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const own: [string, number][] =
    table !== undefined && kind.endsWith("Scan") ? [[`${schema}.${table}`, rows * node["Actual Loops"]]] : [];
  return [...own, ...inner.flatMap(readBy)];
}
