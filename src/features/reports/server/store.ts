/** All SQL of reports. */
import { asc, eq, sql } from "drizzle-orm";
import { courses } from "#features/courses/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Balance, Cell } from "../rules.ts";

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

/** Every course with the moment of its first transfer. */
export async function listCourses(db: Db): Promise<(ReportedCourse & { firstAt: Date | null })[]> {
  return db.sql
    .select({
      ...course,
      firstAt:
        // The table's name is written out: in a statement of one table drizzle leaves it away, and `id` would be the
        // transfer's.
        sql<Date | null>`(SELECT min(t.created_at) FROM ledger_transfers t WHERE t.course_id = courses.id)`.mapWith(
          (text: string) => new Date(text),
        ),
    })
    .from(courses)
    .orderBy(asc(courses.name), asc(courses.id));
}

interface Part extends Cell {
  [column: string]: unknown;
  /** The stretch between two bounds, from 0 for the time before the first; null for what accounts hold now. */
  stretch: number | null;
}

/** A stretch of time in a course's ledger, with the accounts at its start and end. */
export interface Stretch {
  cells: Cell[];
  balances: Balance[];
}

/**
 * What a course's transfers moved between each bound and the next, and its balances (cents) at both. The opening is the
 * sum of all entries before; the closing is what the accounts hold now less the entries since. It is one statement and
 * one reading of the course's ledger in one snapshot, for any number of stretches.
 * @param bounds in their order
 * @returns the stretch that begins with a bound, by its index
 */
export async function readLedger(
  db: Db,
  courseId: number,
  bounds: readonly Date[],
): Promise<(after: number) => Stretch> {
  const moments = sql.join(
    bounds.map((bound) => sql`${bound.toISOString()}::timestamptz`),
    sql`, `,
  );
  // Summed first by account and then by kind of account, so that nothing is computed for each of perhaps millions of
  // entries.
  const { rows } = await db.sql.execute<Part>(sql`
    SELECT stretch, kind, split_part(account_key, ':', 1) AS account,
      sum(debit)::bigint AS debit, sum(credit)::bigint AS credit, sum(debits)::bigint AS debits, sum(credits)::bigint AS credits
    FROM (
      SELECT width_bucket(t.created_at, ARRAY[${moments}]) AS stretch, t.kind, e.account_key,
        coalesce(sum(e.amount_cents) FILTER (WHERE e.amount_cents > 0), 0) AS debit, count(*) FILTER (WHERE e.amount_cents > 0) AS debits,
        coalesce(-sum(e.amount_cents) FILTER (WHERE e.amount_cents < 0), 0) AS credit, count(*) FILTER (WHERE e.amount_cents < 0) AS credits
      FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id WHERE t.course_id = ${courseId} GROUP BY 1, 2, 3
    ) entries GROUP BY stretch, kind, account
    UNION ALL
    SELECT NULL, '', a.kind, greatest(sum(a.balance_cents), 0)::bigint, greatest(-sum(a.balance_cents), 0)::bigint, 0, 0
    FROM ledger_accounts a WHERE a.course_id = ${courseId} GROUP BY a.kind
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
    // The house's accounts belong to no course.
    closing: rows.some((row) => row.stretch === null && row.account === account)
      ? net(account, (row) => row.stretch === null) -
        net(account, (row) => row.stretch !== null && row.stretch > stretch)
      : undefined,
  }));
  return { cells: rows.filter((row) => row.stretch === stretch), balances };
}
