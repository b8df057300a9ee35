/** All SQL of adjustments. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { AdjustedAccount, Adjustment } from "../adjustment-contract.ts";

const LISTED = 100;

export async function insertAdjustment(
  tx: Db,
  row: {
    id: string;
    courseId: number;
    account: AdjustedAccount;
    amountCents: number;
    reason: string;
    proposalId: number;
    madeAt: Date;
  },
): Promise<void> {
  await tx.sql.execute(sql`
    INSERT INTO adjustments (id, course_id, account, amount_cents, reason, proposal_id, made_at)
    VALUES (${row.id}, ${row.courseId}, ${row.account}, ${row.amountCents}, ${row.reason}, ${row.proposalId}, ${row.madeAt.toISOString()})`);
}

/** Newest first. */
export async function readAdjustments(db: Db): Promise<Adjustment[]> {
  const { rows } = await db.sql.execute<{
    id: string;
    course_id: number;
    course_name: string;
    time_zone: string;
    account: AdjustedAccount;
    cents: number;
    reason: string;
    made_at: string;
    proposed_by: string;
    approved_by: string | null;
  }>(sql`
    SELECT a.id, a.course_id, c.name AS course_name, c.time_zone, a.account, a.amount_cents AS cents, a.reason, a.made_at, one.name AS proposed_by, other.name AS approved_by
    FROM adjustments a JOIN courses c ON c.id = a.course_id JOIN proposals p ON p.id = a.proposal_id
      JOIN users one ON one.id = p.proposed_by LEFT JOIN users other ON other.id = p.decided_by
    ORDER BY a.proposal_id DESC LIMIT ${LISTED}`);
  return rows.map((row) => ({
    id: row.id,
    courseId: row.course_id,
    courseName: row.course_name,
    timeZone: row.time_zone,
    account: row.account,
    amount: toDollars(row.cents),
    reason: row.reason,
    madeAt: new Date(row.made_at).toISOString(),
    proposedBy: row.proposed_by,
    approvedBy: row.approved_by ?? "the operator",
  }));
}
