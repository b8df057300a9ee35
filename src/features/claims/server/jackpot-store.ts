/** The SQL by which the jackpot claims of a course follow one another. */
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, eq, gt, sql } from "#platform/server/db/drizzle.ts";
import type { ClaimRow } from "./store.ts";
import { claims } from "./tables.ts";

/**
 * Locks the jackpot claims of a course, together with the next statement, until the transaction ends. They are submitted
 * and rejected one after another, because the money of a rejected claim goes to a later one.
 */
export async function lockJackpotClaims(tx: Db, courseId: number): Promise<void> {
  await tx.ahead(sql`SELECT pg_advisory_xact_lock(7306422, ${courseId})`);
}

/** The oldest pending jackpot claim at a course after a rejected one, locked. It gets the rejected one's money. */
export async function lockHeir(tx: Db, after: ClaimRow): Promise<ClaimRow | undefined> {
  const later = await tx.sql
    .select()
    .from(claims)
    .where(
      and(
        eq(claims.courseId, after.courseId),
        eq(claims.targetHole, "middle"),
        eq(claims.status, "pending"),
        gt(claims.arrival, after.arrival),
      ),
    )
    .orderBy(asc(claims.arrival))
    .for("no key update");
  return later[0];
}
