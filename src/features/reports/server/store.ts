/** All SQL of reports. */
import { asc, eq, sql } from "drizzle-orm";
import { courses } from "#features/courses/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Balance, Cell } from "../rules.ts";

/** A course that was ever opened, closed ones too. */
export interface ReportedCourse {
  id: number;
  name: string;
  timeZone: string;
  isOpen: boolean;
  address: string;
  /** Degrees; null for a course that is known by its address alone. */
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
        // By its plain name: in a statement of one table drizzle names columns without it, and `id` is the transfer's.
        sql<Date | null>`(SELECT min(t.created_at) FROM ledger_transfers t WHERE t.course_id = courses.id)`.mapWith(
          (text: string) => new Date(text),
        ),
    })
    .from(courses)
    .orderBy(asc(courses.name), asc(courses.id));
}

interface Part {
  [column: string]: unknown;
  part: "before" | "month" | "after" | "now";
  kind: string;
  account: string;
  debit: number;
  credit: number;
  debits: number;
  credits: number;
}

/**
 * What a course's transfers from one moment to before another moved, and its balances (cents) at both: the opening is
 * summed from all entries before, the closing is what the accounts hold now less the entries since. One statement, so
 * that all of it is of one snapshot.
 */
export async function readLedger(
  db: Db,
  courseId: number,
  { from, to }: { from: Date; to: Date },
): Promise<{ cells: Cell[]; balances: Balance[] }> {
  const [start, end] = [from.toISOString(), to.toISOString()];
  const entries = sql`ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id WHERE t.course_id = ${courseId}`;
  // Summed by account first, by kind of account then: nothing is worked out for each of what may be millions of entries.
  const { rows } = await db.sql.execute<Part>(sql`
    SELECT part, '' AS kind, split_part(account_key, ':', 1) AS account,
      greatest(sum(cents), 0)::bigint AS debit, greatest(-sum(cents), 0)::bigint AS credit, 0::bigint AS debits, 0::bigint AS credits
    FROM (
      SELECT 'before' AS part, e.account_key, sum(e.amount_cents) AS cents FROM ${entries} AND t.created_at < ${start} GROUP BY e.account_key
      UNION ALL
      SELECT 'after', e.account_key, sum(e.amount_cents) FROM ${entries} AND t.created_at >= ${end} GROUP BY e.account_key
      UNION ALL
      SELECT 'now', a.kind, sum(a.balance_cents) FROM ledger_accounts a WHERE a.course_id = ${courseId} GROUP BY a.kind
    ) outside GROUP BY part, account
    UNION ALL
    SELECT 'month', kind, split_part(account_key, ':', 1) AS account,
      sum(debit)::bigint, sum(credit)::bigint, sum(debits)::bigint, sum(credits)::bigint
    FROM (
      SELECT t.kind, e.account_key,
        coalesce(sum(e.amount_cents) FILTER (WHERE e.amount_cents > 0), 0) AS debit, count(*) FILTER (WHERE e.amount_cents > 0) AS debits,
        coalesce(-sum(e.amount_cents) FILTER (WHERE e.amount_cents < 0), 0) AS credit, count(*) FILTER (WHERE e.amount_cents < 0) AS credits
      FROM ${entries} AND t.created_at >= ${start} AND t.created_at < ${end} GROUP BY t.kind, e.account_key
    ) during GROUP BY kind, account
    ORDER BY part, kind, account`);
  const net = (part: Part["part"], account: string) =>
    rows
      .filter((row) => row.part === part && row.account === account)
      .reduce((total, row) => total + row.debit - row.credit, 0);
  const balances = [...new Set(rows.map(({ account }) => account))].map((account) => ({
    account,
    opening: net("before", account),
    // The house's accounts belong to no course.
    closing: rows.some((row) => row.part === "now" && row.account === account)
      ? net("now", account) - net("after", account)
      : undefined,
  }));
  return { cells: rows.filter(({ part }) => part === "month"), balances };
}
