/** The SQL of the limit above which a payout needs a second administrator. */
import { users } from "#features/accounts/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { asc, eq, sql } from "#platform/server/db/drizzle.ts";
import { approvalLimits } from "./tables.ts";

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
