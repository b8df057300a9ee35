/** SQL of closed months: their rows, the obstacles to a closing, and the stored settlements. */
import type { Db } from "#platform/server/db/database.ts";
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import type { Settlement } from "../contract.ts";

/** A month that is closed. */
export interface ClosedMonth {
  /** Null for the house's own accounts. */
  courseId: number | null;
  /** `yyyy-MM` */
  month: string;
  startsAt: Date;
  endsAt: Date;
}

interface Kept {
  closedAt: Date;
  /** The administrator's name. */
  closedBy: string;
  /** The hash of the month, and that of the month closed before it. */
  hash: string;
  previousHash: string | null;
  settlement: Settlement;
}

const ofCourse = (courseId: number | null) => sql`m.course_id IS NOT DISTINCT FROM ${courseId}::int`;

/** All closed months, or those of one course, the earliest first. */
export async function listClosed(db: Db, courseId?: number | null): Promise<(ClosedMonth & { isKept: boolean })[]> {
  const { rows } = await db.sql.execute<{
    course_id: number | null;
    month: string;
    starts_at: string;
    ends_at: string;
    is_kept: boolean;
  }>(sql`
    SELECT m.course_id, m.month, m.starts_at, m.ends_at, m.hash IS NOT NULL AS is_kept FROM closed_months m
    WHERE ${courseId === undefined ? sql`true` : ofCourse(courseId)} ORDER BY m.ends_at, m.course_id`);
  return rows.map((row) => ({
    courseId: row.course_id,
    month: row.month,
    startsAt: new Date(row.starts_at),
    endsAt: new Date(row.ends_at),
    isKept: row.is_kept,
  }));
}

/** The stored settlement of a closed month; undefined while it is open, or is being closed. */
export async function findKept(db: Db, courseId: number | null, month: string): Promise<Kept | undefined> {
  const { rows } = await db.sql.execute<{
    closed_at: string;
    closed_by: string;
    hash: string;
    previous_hash: string | null;
    settlement: Settlement;
  }>(sql`
    SELECT m.closed_at, u.name AS closed_by, m.hash, m.settlement,
      (SELECT b.hash FROM closed_months b WHERE b.course_id IS NOT DISTINCT FROM m.course_id AND b.ends_at < m.ends_at ORDER BY b.ends_at DESC LIMIT 1) AS previous_hash
    FROM closed_months m JOIN users u ON u.id = m.closed_by WHERE ${ofCourse(courseId)} AND m.month = ${month} AND m.hash IS NOT NULL`);
  const [row] = rows;
  return (
    row && {
      closedAt: new Date(row.closed_at),
      closedBy: row.closed_by,
      hash: row.hash,
      previousHash: row.previous_hash,
      settlement: row.settlement,
    }
  );
}

/** From the commit on, no transfer is dated into the month. The same again changes nothing. */
export async function announce(tx: Db, closed: ClosedMonth, by: { id: string; at: Date }): Promise<void> {
  const { courseId, month, startsAt, endsAt } = closed;
  await tx.sql.execute(sql`
    INSERT INTO closed_months (course_id, month, starts_at, ends_at, closed_by, closed_at)
    VALUES (${courseId}, ${month}, ${startsAt.toISOString()}, ${endsAt.toISOString()}, ${by.id}, ${by.at.toISOString()})
    ON CONFLICT (course_id, month) DO NOTHING`);
}

/** The transactions that are writing now. */
export async function listWriting(db: Db): Promise<string[]> {
  const { rows } = await db.sql.execute<{ id: string }>(sql`SELECT pg_snapshot_xip(pg_current_snapshot())::text AS id`);
  return rows.map(({ id }) => id);
}

/** Whether one of some transactions is still writing. */
export async function isWriting(db: Db, transactions: readonly string[]): Promise<boolean> {
  if (transactions.length === 0) return false;
  const ids = sql.join(
    transactions.map((id) => sql`${id}`),
    sql`, `,
  );
  const { rows } = await db.sql.execute(
    sql`SELECT 1 FROM unnest(ARRAY[${ids}]::xid8[]) AS x (id) WHERE pg_xact_status(id) = 'in progress' LIMIT 1`,
  );
  return rows.length > 0;
}

/** Locks an announced month; undefined when it is kept already. */
export async function lockAnnounced(tx: Db, courseId: number | null, month: string): Promise<ClosedMonth | undefined> {
  const { rows } = await tx.sql.execute<{ starts_at: string; ends_at: string }>(sql`
    SELECT m.starts_at, m.ends_at FROM closed_months m WHERE ${ofCourse(courseId)} AND m.month = ${month} AND m.hash IS NULL FOR UPDATE`);
  const [row] = rows;
  return row && { courseId, month, startsAt: new Date(row.starts_at), endsAt: new Date(row.ends_at) };
}

/**
 * Keeps a month: its settlement, and the hash over the hash of the month before, the settlement and the entries. Entries
 * are hashed by the day of UTC, so that no text grows with the month.
 */
export async function keepMonth(tx: Db, closed: ClosedMonth, settlement: Settlement): Promise<void> {
  const { courseId, month, startsAt, endsAt } = closed;
  await tx.sql.execute(sql`
    WITH days AS (
      SELECT (t.created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS entries, ${hashOf(sql`string_agg(${entry}, E'\n' ORDER BY t.id, e.account_key COLLATE "C")`)} AS hash
      FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id JOIN ledger_accounts a ON a.key = e.account_key
      WHERE t.created_at >= ${startsAt.toISOString()} AND t.created_at < ${endsAt.toISOString()}
        AND coalesce(a.course_id, t.course_id) IS NOT DISTINCT FROM ${courseId}::int
      GROUP BY 1
    ), of_entries AS (SELECT coalesce(sum(entries), 0) AS entries, ${hashOf(sql`coalesce(string_agg(hash, ' ' ORDER BY day), '')`)} AS hash FROM days)
    UPDATE closed_months m SET settlement = kept.settlement, entries = of_entries.entries, entries_hash = of_entries.hash,
      last_transfer = (SELECT coalesce(max(id), 0) FROM ledger_transfers),
      hash = ${hashOf(sql`concat_ws(' ', coalesce(before.hash, 'first'), coalesce(m.course_id::text, 'house'), m.month, extract(epoch FROM m.starts_at), extract(epoch FROM m.ends_at), kept.settlement, of_entries.hash)`)}
    FROM of_entries, (SELECT ${JSON.stringify(settlement)}::jsonb AS settlement) kept
      LEFT JOIN LATERAL (SELECT b.hash FROM closed_months b WHERE b.course_id IS NOT DISTINCT FROM ${courseId}::int AND b.ends_at < ${endsAt.toISOString()} ORDER BY b.ends_at DESC LIMIT 1) before ON true
    WHERE ${ofCourse(courseId)} AND m.month = ${month}`);
}

const entry = sql`concat_ws(' ', t.id, t.kind, to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), e.account_key, e.amount_cents)`;

function hashOf(text: SQL): SQL {
  return sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
}
