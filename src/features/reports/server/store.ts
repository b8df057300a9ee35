/** All SQL of reports. */
import { courses } from "#features/courses/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { asc, eq, sql, type SQL } from "#platform/server/db/drizzle.ts";
import type { Balance, Cell } from "../rules.ts";

/** A time: its first instant, and the first one after it. */
export interface MonthSpan {
  from: Date;
  to: Date;
}

/** A course, open or closed. */
export interface ReportedCourse {
  id: number;
  name: string;
  timeZone: string;
  isOpen: boolean;
  address: string;
  /** In degrees; null for a course with only an address. */
  latitude: number | null;
  longitude: number | null;
  priceFactorBp: number;
}

const course = {
  id: courses.id,
  name: courses.name,
  timeZone: courses.timeZone,
  isOpen: courses.active,
  address: courses.address,
  latitude: courses.latitude,
  longitude: courses.longitude,
  priceFactorBp: courses.priceFactorBp,
};

export async function findCourse(db: Db, id: number): Promise<ReportedCourse | undefined> {
  const [row] = await db.sql.select(course).from(courses).where(eq(courses.id, id));
  return row;
}

/** A course with the facts on which its months depend. */
export interface SettledCourse extends ReportedCourse {
  /** The moments of its first and last transfer; null when there is none. */
  firstAt: Date | null;
  lastAt: Date | null;
  potIsEmpty: boolean;
}

/** Every course. */
export async function listCourses(db: Db): Promise<SettledCourse[]> {
  // The tables' names are written out: in a statement of one table drizzle leaves them away, and `id` would be the
  // transfer's.
  const moment = (of: SQL) => of.mapWith((text: string) => new Date(text));
  return db.sql
    .select({
      ...course,
      firstAt: moment(
        sql<Date | null>`(SELECT min(t.created_at) FROM ledger_transfers t WHERE t.course_id = courses.id)`,
      ),
      lastAt: moment(
        sql<Date | null>`(SELECT max(t.created_at) FROM ledger_transfers t WHERE t.course_id = courses.id)`,
      ),
      potIsEmpty: sql<boolean>`NOT EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.key = 'pot:' || courses.id AND a.balance_cents <> 0)`,
    })
    .from(courses)
    .orderBy(asc(courses.name), asc(courses.id));
}

interface Part extends Cell {
  [column: string]: unknown;
  /** The number of the stretch between two bounds, 0 for the time before the first; null for the present balances. */
  stretch: number | null;
}

/** A stretch of time in a course's ledger, with the accounts at its start and end. */
export interface Stretch {
  cells: Cell[];
  balances: Balance[];
}

/**
 * What transfers moved between each bound and the next, and the balances (cents) at both: of one course, or of all with
 * the house's own (null). The opening is the sum of all entries before; the closing is what the accounts hold now less
 * the entries since. It is one statement and one reading of the ledger in one snapshot, for any number of stretches.
 * @param bounds in their order
 * @param own the bounds of courses that have their own, when all are read
 * @returns the stretch that begins with a bound, by its index
 */
export async function readLedger(
  db: Db,
  courseId: number | null,
  bounds: readonly Date[],
  own: ReadonlyMap<number, readonly Date[]> = new Map(),
): Promise<(after: number) => Stretch> {
  const moments = (of: readonly Date[]) =>
    sql`ARRAY[${sql.join(
      of.map((bound) => sql`${bound.toISOString()}::timestamptz`),
      sql`, `,
    )}]`;
  const spans = [[0, bounds] as const, ...own].map(([id, of]) => sql`(${id}::int, ${moments(of)})`);
  // Summed first by account and then by kind of account, so that nothing is computed for each of perhaps millions of
  // entries.
  const { rows } = await db.sql.execute<Part>(sql`
    WITH span (course_id, bounds) AS (VALUES ${sql.join(spans, sql`, `)})
    SELECT stretch, kind, is_late AS "isLate", split_part(account_key, ':', 1) AS account,
      sum(debit)::bigint AS debit, sum(credit)::bigint AS credit, sum(debits)::bigint AS debits, sum(credits)::bigint AS credits
    FROM (
      SELECT width_bucket(t.created_at, coalesce(span.bounds, ${moments(bounds)})) AS stretch, t.kind, t.fact_at IS NOT NULL AS is_late, e.account_key,
        coalesce(sum(e.amount_cents) FILTER (WHERE e.amount_cents > 0), 0) AS debit, count(*) FILTER (WHERE e.amount_cents > 0) AS debits,
        coalesce(-sum(e.amount_cents) FILTER (WHERE e.amount_cents < 0), 0) AS credit, count(*) FILTER (WHERE e.amount_cents < 0) AS credits
      FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id LEFT JOIN span ON span.course_id = t.course_id
      WHERE ${courseId === null ? sql`true` : sql`t.course_id = ${courseId}`} GROUP BY 1, 2, 3, 4
    ) entries GROUP BY stretch, kind, is_late, account
    UNION ALL
    SELECT NULL, '', false, a.kind, greatest(sum(a.balance_cents), 0)::bigint, greatest(-sum(a.balance_cents), 0)::bigint, 0, 0
    FROM ledger_accounts a WHERE ${courseId === null ? sql`true` : sql`a.course_id = ${courseId}`} GROUP BY a.kind
    ORDER BY stretch, kind, account`);
  return (after) => stretchOf(rows, after + 1);
}

function stretchOf(rows: readonly Part[], stretch: number): Stretch {
  const net = (account: string, isOf: (row: Part) => boolean) =>
    rows
      .filter((row) => row.account === account && isOf(row))
      .reduce((total, row) => total + row.debit - row.credit, 0);
  const balances = [...new Set(rows.map(({ account }) => account))].map((account) => ({
    account,
    opening: net(account, (row) => row.stretch !== null && row.stretch < stretch),
    // The house's accounts belong to no course, which has only its part of them.
    closing: rows.some((row) => row.stretch === null && row.account === account)
      ? net(account, (row) => row.stretch === null) -
        net(account, (row) => row.stretch !== null && row.stretch > stretch)
      : undefined,
  }));
  return { cells: rows.filter((row) => row.stretch === stretch), balances };
}
