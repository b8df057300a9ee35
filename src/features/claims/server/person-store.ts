/** The player's data in claims: claims with their steps, and the records for payouts. */
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, inArray, or, sql } from "#platform/server/db/drizzle.ts";
import { ofPlayer } from "./store.ts";
import { ageRecords, claims, claimSightings, taxForms } from "./tables.ts";

/** Whether a claim of the player waits for its verdict or its payout. */
export async function openClaim(db: Db, userId: string): Promise<"claim_pending" | "payout_due" | undefined> {
  const rows = await db.sql
    .select({ status: claims.status })
    .from(claims)
    .where(and(eq(claims.userId, userId), or(eq(claims.status, "pending"), eq(claims.payoutStatus, "due"))));
  if (rows.length === 0) return undefined;
  return rows.some(({ status }) => status === "pending") ? "claim_pending" : "payout_due";
}

/** Replaces the player's name by the stand-in (a guest's claim keeps the guest's name) and deletes the browser ids. */
export async function forgetName(tx: Db, userId: string, standIn: string): Promise<void> {
  await tx.sql
    .update(claims)
    .set({ playerName: standIn })
    .where(and(eq(claims.userId, userId), eq(claims.onGuestRow, false)));
  await tx.sql.update(claims).set({ browserId: null }).where(ofPlayer(userId));
}

interface StepRow {
  claimId: string;
  step: string;
  note: string | null;
  createdAt: string;
}

export async function readRecords(db: Db, userId: string) {
  const own = await db.sql.select().from(claims).where(eq(claims.userId, userId)).orderBy(desc(claims.createdAt));
  const ids = own.map(({ id }) => id);
  const steps =
    ids.length === 0
      ? []
      : (
          await db.sql.execute<StepRow & Record<string, unknown>>(sql`
            SELECT claim_id AS "claimId", step, note, created_at AS "createdAt" FROM claim_steps
            WHERE ${inArray(sql`claim_id`, ids)} ORDER BY id`)
        ).rows;
  // Sightings are left out, because they name staff.
  const sightings = await db.sql
    .select({
      id: claimSightings.id,
      claimId: claimSightings.claimId,
      seen: claimSightings.seen,
      note: claimSightings.note,
      recordedAt: claimSightings.recordedAt,
    })
    .from(claimSightings)
    .innerJoin(claims, eq(claims.id, claimSightings.claimId))
    .where(eq(claims.userId, userId))
    .orderBy(asc(claimSightings.recordedAt));
  const ages = await db.sql
    .select({ document: ageRecords.document, confirmedAt: ageRecords.confirmedAt })
    .from(ageRecords)
    .where(eq(ageRecords.playerId, userId));
  const forms = await db.sql
    .select({ year: taxForms.year, form: taxForms.form, receivedAt: taxForms.receivedAt })
    .from(taxForms)
    .where(eq(taxForms.playerId, userId))
    .orderBy(asc(taxForms.year));
  return { claims: own, claimSteps: steps, sightings, ageRecords: ages, taxForms: forms };
}
