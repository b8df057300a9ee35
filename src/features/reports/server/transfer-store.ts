/** SQL of single transfers: those behind a line of a settlement, and all of a month as a journal. */
import type { Db } from "#platform/server/db/database.ts";
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import type { MonthSpan } from "./store.ts";

/** A month, course by course; null is the house. */
export type Spans = ReadonlyMap<number | null, MonthSpan>;

/** The part of a line's sum: an account in a kind of transfer; undefined for all transfers of a kind of earlier months. */
export interface LineTerm {
  kind: string;
  account: string | undefined;
  sign: 1 | -1;
}

export interface TransferRow {
  [column: string]: unknown;
  id: number;
  at: string;
  fact_at: string | null;
  kind: string;
  course: string | null;
  time_zone: string | null;
  cents: number;
  order_id: string | null;
  order_number: number | null;
  claim_id: string | null;
  refund_id: string | null;
}

/** The transfers behind a line, the newest first. */
export async function readTransfers(
  db: Db,
  spans: Spans,
  terms: readonly LineTerm[],
  page: { beyond: number | undefined; limit: number },
): Promise<TransferRow[]> {
  if (terms.length === 0) return [];
  const wanted = terms.map(({ kind, account, sign }) => sql`(${kind}::text, ${account ?? null}::text, ${sign}::int)`);
  const { rows } = await db.sql.execute<TransferRow>(sql`
    WITH ${spanned(spans)}, term (kind, account, sign) AS (VALUES ${sql.join(wanted, sql`, `)}),
    found AS (
      SELECT t.id, sum(e.amount_cents * term.sign) AS cents
      FROM span JOIN ledger_transfers t ON ${isWithin} JOIN term ON term.kind = t.kind
        JOIN ledger_entries e ON e.transfer_id = t.id JOIN ledger_accounts a ON a.key = e.account_key
      WHERE t.id < ${page.beyond ?? Number.MAX_SAFE_INTEGER}
        AND CASE WHEN term.account IS NULL THEN t.fact_at IS NOT NULL AND e.amount_cents > 0 ELSE a.kind = term.account END
      GROUP BY t.id ORDER BY t.id DESC LIMIT ${page.limit})
    SELECT t.id::float8 AS id, t.created_at AS at, t.fact_at, t.kind, c.name AS course, c.time_zone, found.cents::float8 AS cents,
      o.id AS order_id, o.number::float8 AS order_number, t.claim_id, t.refund_id
    FROM found JOIN ledger_transfers t USING (id) LEFT JOIN courses c ON c.id = t.course_id
      LEFT JOIN payment_attempts p ON p.id = t.payment_id LEFT JOIN orders o ON o.id = p.order_id
    ORDER BY t.id DESC`);
  return rows;
}

export interface JournalRow {
  [column: string]: unknown;
  id: number;
  day: string;
  account: string;
  cents: number;
  kind: string;
  course: string | null;
  order_number: number | null;
}

/**
 * A batch of transfers as rows of a journal, the oldest first: one row for each of the operator's accounts, so that two
 * of our accounts under one number are one row.
 * @param zone the time zone of transfers that belong to no course; the others have the day of their course
 */
export async function readJournal(
  db: Db,
  spans: Spans,
  zone: string,
  page: { beyond: number; limit: number },
): Promise<JournalRow[]> {
  const { rows } = await db.sql.execute<JournalRow>(sql`
    WITH ${spanned(spans)}, batch AS (
      SELECT t.* FROM span JOIN ledger_transfers t ON ${isWithin} WHERE t.id > ${page.beyond} ORDER BY t.id LIMIT ${page.limit})
    SELECT t.id::float8 AS id, to_char(t.created_at AT TIME ZONE coalesce(c.time_zone, ${zone}), 'YYYY-MM-DD') AS day, coalesce(j.number, a.kind) AS account,
      sum(e.amount_cents)::float8 AS cents, t.kind, c.name AS course, o.number::float8 AS order_number
    FROM batch t JOIN ledger_entries e ON e.transfer_id = t.id JOIN ledger_accounts a ON a.key = e.account_key
      LEFT JOIN journal_accounts j ON j.account = a.kind LEFT JOIN courses c ON c.id = t.course_id
      LEFT JOIN payment_attempts p ON p.id = t.payment_id LEFT JOIN orders o ON o.id = p.order_id
    GROUP BY t.id, t.created_at, t.kind, c.time_zone, c.name, o.number, coalesce(j.number, a.kind) ORDER BY t.id, cents DESC, account`);
  return rows;
}

const isWithin = sql`coalesce(t.course_id, 0) = span.course_id AND t.created_at >= span.starts AND t.created_at < span.ends`;

/** `span`: a row for each course, and one of course 0 for the house. */
export function spanned(spans: Spans): SQL {
  const values = [...spans].map(
    ([id, { from, to }]) =>
      sql`(${id ?? 0}::int, ${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz)`,
  );
  return sql`span (course_id, starts, ends) AS (VALUES ${sql.join(values, sql`, `)})`;
}

/** The operator's numbers, by our kind of account. */
export async function readNumbers(db: Db): Promise<Record<string, string>> {
  const { rows } = await db.sql.execute<{ account: string; number: string }>(
    sql`SELECT account, number FROM journal_accounts`,
  );
  return Object.fromEntries(rows.map(({ account, number }) => [account, number]));
}

/** Sets a number, or forgets it (null). */
export async function setNumber(
  tx: Db,
  account: string,
  number: string | null,
  by: { id: string; at: Date },
): Promise<void> {
  await tx.sql.execute(
    number === null
      ? sql`DELETE FROM journal_accounts WHERE account = ${account}`
      : sql`INSERT INTO journal_accounts (account, number, changed_by, changed_at) VALUES (${account}, ${number}, ${by.id}, ${by.at.toISOString()})
          ON CONFLICT (account) DO UPDATE SET number = excluded.number, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
  );
}
