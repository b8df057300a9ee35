/** The SQL of the limit above which a payout needs a second administrator. */
import { asc, eq, sql } from "drizzle-orm";
import { users } from "#features/accounts/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { approvalLimits } from "./tables.ts";

export interface ApprovalLimit {
  /** Null is none: one administrator is enough. */
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

/** Sets the limit. @returns the one before it (cents), null when there was none */
export async function setApprovalLimit(
  tx: Db,
  limit: { aboveCents: number | null; setBy: string; setAt: Date },
): Promise<number | null> {
  // Of two at once the later waits, and so notes what the earlier set.
  await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(7306425)`);
  const before = (await readApprovalLimits(tx)).at(-1)?.aboveCents ?? null;
  await tx.sql.insert(approvalLimits).values(limit);
  return before;
}
