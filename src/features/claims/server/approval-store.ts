/** The SQL of the limit above which a payout needs a second administrator, and of approvals. */
import { isAdminSince } from "#features/accounts/server/standing-store.ts";
import { users } from "#features/accounts/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, eq, inArray, sql } from "#platform/server/db/drizzle.ts";
import { approvalLimits, claims } from "./tables.ts";

export interface ApprovalLimit {
  /** Null is no limit: one administrator is enough. */
  aboveCents: number | null;
  setBy: string | null;
  setAt: Date;
}

/** Every limit that was ever set, oldest first; the last one is in force. */
export async function readApprovalLimits(db: Db): Promise<ApprovalLimit[]> {
  return db.sql
    .select({ aboveCents: approvalLimits.aboveCents, setBy: users.name, setAt: approvalLimits.setAt })
    .from(approvalLimits)
    .leftJoin(users, eq(users.id, approvalLimits.setBy))
    .orderBy(asc(approvalLimits.id));
}

/** The limit in force (cents; null is none), locked, so that the later of two changes sees the earlier one. */
export async function lockApprovalLimit(tx: Db): Promise<number | null> {
  await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(7306425)`);
  return (await readApprovalLimits(tx)).at(-1)?.aboveCents ?? null;
}

export async function insertApprovalLimit(
  tx: Db,
  limit: { aboveCents: number | null; setBy: string; setAt: Date },
): Promise<void> {
  await tx.sql.insert(approvalLimits).values(limit);
}

/** Whether the approval of a payout counts: its giver has had the role ever since. For use in a query of claims. */
export const approvalStands = isAdminSince(sql`${claims.approvedBy}`, sql`${claims.approvedAt}`);

/** Those of some claims whose approval counts. */
export async function readApproved(db: Db, claimIds: readonly string[]): Promise<Set<string>> {
  if (claimIds.length === 0) return new Set();
  const rows = await db.sql
    .select({ id: claims.id })
    .from(claims)
    .where(and(inArray(claims.id, [...claimIds]), approvalStands));
  return new Set(rows.map(({ id }) => id));
}
