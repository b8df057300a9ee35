/** All SQL of statements and of the payments on them. */
import type { Db } from "#platform/server/db/database.ts";
import { eq, sql } from "#platform/server/db/drizzle.ts";
import type { OwedKind } from "../contract.ts";
import type { Movement } from "../rules.ts";
import { remittanceReturns, remittances } from "./tables.ts";

export type RemittanceRow = typeof remittances.$inferSelect;

export async function insertRemittance(tx: Db, row: typeof remittances.$inferInsert): Promise<void> {
  await tx.sql.insert(remittances).values(row);
}

export async function findRemittance(db: Db, id: string): Promise<RemittanceRow | undefined> {
  const [row] = await db.sql.select().from(remittances).where(eq(remittances.id, id));
  return row;
}

/** Cents that single administrators have paid for a month, without what came back. Call it with the limit locked. */
export async function paidAlone(
  tx: Db,
  { of, courseId, month }: Pick<RemittanceRow, "of" | "courseId" | "month">,
): Promise<number> {
  const { rows } = await tx.sql.execute<{ cents: number }>(sql`
    SELECT coalesce(sum(r.amount_cents), 0)::bigint AS cents FROM remittances r
    WHERE r.of = ${of} AND r.course_id = ${courseId} AND r.month = ${month} AND r.proposal_id IS NULL
      AND NOT EXISTS (SELECT FROM remittance_returns b WHERE b.remittance_id = r.id)`);
  return rows[0]?.cents ?? 0;
}

/** @returns false if the payment has been taken back before, or is being taken back at this moment */
export async function insertReturn(tx: Db, row: typeof remittanceReturns.$inferInsert): Promise<boolean> {
  const made = await tx.sql.insert(remittanceReturns).values(row).onConflictDoNothing().returning();
  return made.length > 0;
}

/** The movements of the account that says what is owed: before a span, within it and after it. */
export async function readMovements(db: Db, accountKey: string, span: { from: Date; to: Date }): Promise<Movement[]> {
  const { rows } = await db.sql.execute<Movement & Record<string, unknown>>(sql`
    SELECT CASE WHEN t.created_at < ${span.from.toISOString()} THEN 'before' WHEN t.created_at < ${span.to.toISOString()} THEN 'within' ELSE 'after' END AS part,
      t.kind, -sum(e.amount_cents)::bigint AS cents, count(*)::int AS count
    FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id WHERE e.account_key = ${accountKey} GROUP BY 1, 2`);
  return rows;
}

export interface ShownRemittance {
  [column: string]: unknown;
  id: string;
  month: string;
  cents: number;
  reference: string;
  paid_at: string;
  paid_by: string;
  approved: boolean;
  approved_by: string | null;
  returned_at: string | null;
  returned_by: string | null;
  reason: string | null;
}

const shown = sql`
  SELECT r.id, r.month, r.amount_cents AS cents, r.reference, r.paid_at, payer.name AS paid_by, r.proposal_id IS NOT NULL AS approved, approver.name AS approved_by,
    b.returned_at, returner.name AS returned_by, b.reason
  FROM remittances r JOIN users payer ON payer.id = r.paid_by
    LEFT JOIN proposals p ON p.id = r.proposal_id LEFT JOIN users approver ON approver.id = p.decided_by
    LEFT JOIN remittance_returns b ON b.remittance_id = r.id LEFT JOIN users returner ON returner.id = b.returned_by`;

export async function readRemittance(db: Db, id: string): Promise<ShownRemittance> {
  const { rows } = await db.sql.execute<ShownRemittance>(sql`${shown} WHERE r.id = ${id}`);
  const [row] = rows;
  if (!row) throw new Error("the payment is gone");
  return row;
}

/** The payments for a month, and those that were made or taken back within it. */
export async function readRemittances(
  db: Db,
  scope: { of: OwedKind; courseId: number; month: string; from: Date; to: Date },
): Promise<ShownRemittance[]> {
  const within = (moment: ReturnType<typeof sql>) =>
    sql`${moment} >= ${scope.from.toISOString()} AND ${moment} < ${scope.to.toISOString()}`;
  const { rows } = await db.sql.execute<ShownRemittance>(sql`
    ${shown} WHERE r.of = ${scope.of} AND r.course_id = ${scope.courseId}
      AND (r.month = ${scope.month} OR ${within(sql`r.paid_at`)} OR ${within(sql`b.returned_at`)})
    ORDER BY r.paid_at, r.id`);
  return rows;
}

/** The courses whose statements a member of staff may read. */
export async function grantedCourses(db: Db, userId: string): Promise<number[]> {
  const { rows } = await db.sql.execute<{ course_id: number }>(
    sql`SELECT course_id FROM staff_courses WHERE user_id = ${userId} AND statements`,
  );
  return rows.map(({ course_id }) => course_id);
}
