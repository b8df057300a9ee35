/** SQL of making a claim, in as few statements as its locks allow. */
import type { Reader } from "#features/accounts/server/push-store.ts";
import { OFFERS } from "#features/courses/contract.ts";
import { type CourseRow, takePrize } from "#features/courses/server/store.ts";
import { courses } from "#features/courses/server/tables.ts";
import { lockForTaking, takingPot } from "#features/ledger/server/reserve-store.ts";
import type { Hold } from "#features/orders/contract.ts";
import { holdOnSession } from "#features/orders/server/hold-store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import { rowOf } from "#platform/server/db/rows.ts";
import { lockJackpotClaims } from "./jackpot-store.ts";
import type { ClaimRow } from "./store.ts";
import { claims } from "./tables.ts";

type NewClaim = typeof claims.$inferInsert;

/** The first step of the claim that is `made` by the same statement. */
const firstStep = sql`
  INSERT INTO claim_steps (claim_id, step, actor_id, created_at)
  SELECT id, 'submitted', submitted_by, created_at FROM made`;

/**
 * Takes a course's pot and writes the claim of it with the first step, in one round trip, because the course's payments
 * and its other jackpots wait for the pot until the commit.
 * @throws by the constraint `one_pending_middle_claim`
 */
export async function insertJackpotClaim(
  tx: Db,
  claim: Omit<NewClaim, "prizeType" | "prizeAmountCents" | "prizeDescription" | "statedValueCents" | "reseedCents">,
  baseCents: number,
): Promise<ClaimRow> {
  const { courseId, id: claimId, createdAt: at } = claim;
  const taking = { courseId, claimId, at, baseCents };
  await lockJackpotClaims(tx, courseId);
  // Its trigger locks the course, too: before the pot, as a closing does, which would otherwise wait for this one for ever.
  await tx.ahead(sql`SELECT FROM courses WHERE id = ${courseId} FOR SHARE`);
  await lockForTaking(tx, taking);
  const made = tx.sql
    .insert(claims)
    .values({
      ...claim,
      prizeType: "monetary",
      prizeAmountCents: sql`(SELECT cents FROM pot)`,
      // As `formatCents` writes it.
      prizeDescription: sql`'Jackpot of $' || to_char((SELECT cents FROM pot) / 100.0, 'FM999,999,999,999,990.00')`,
      statedValueCents: 0,
      reseedCents: baseCents,
    })
    .returning();
  const { rows } = await tx.sql.execute(sql`
    WITH ${takingPot(taking)}, made AS ${made}, step AS (${firstStep})
    SELECT * FROM made`);
  const [row] = rows;
  if (!row) throw new Error("insert returned nothing");
  return rowOf(claims, row);
}

/**
 * Reads what a claim needs besides its session, before the prize or the pot is locked, because others wait for these.
 * @returns `ownerName`: undefined for a deleted account. Until the transaction ends the account is not deleted.
 */
export async function readForClaim(
  tx: Db,
  of: { courseId: number; ownerId: string; mainId: string; reader: SQL<Reader | null> },
): Promise<{ course: CourseRow; ownerName: string | undefined; held: Hold | null; reader: Reader | null }> {
  const { rows } = await tx.sql.execute<{
    course: Readonly<Record<string, unknown>>;
    owner_name: string | null;
    held: Hold | null;
    reader: Reader | null;
  }>(sql`
    SELECT to_jsonb(c) AS course, 
      (SELECT u.name FROM users u WHERE u.id = ${of.ownerId} AND u.deleted_at IS NULL FOR KEY SHARE) AS owner_name,
      ${holdOnSession(sql`${of.mainId}::uuid`)} AS held, ${of.reader} AS reader
    FROM courses c WHERE c.id = ${of.courseId}`);
  const [row] = rows;
  if (!row) throw new Error(`Course ${of.courseId} is gone`);
  return {
    course: rowOf(courses, row.course),
    ownerName: row.owner_name ?? undefined,
    held: row.held,
    reader: row.reader,
  };
}

/**
 * Takes a hole's prize and writes its claim with the first step, as one statement, because other claims wait for the
 * prize's row until the commit.
 * @param otherwise the prize if the hole has none left
 */
export async function insertPrizeClaim(
  tx: Db,
  claim: Omit<NewClaim, "prizeDescription" | "prizeDescriptionEs" | "statedValueCents" | "prizeId">,
  hole: "left" | "right",
  otherwise: { name: string; nameEs: string; valueCents: number },
): Promise<ClaimRow> {
  const made = tx.sql
    .insert(claims)
    .values({
      ...claim,
      prizeId: sql`(SELECT id FROM prize)`,
      prizeDescription: sql`coalesce((SELECT prize_name FROM prize), ${otherwise.name})`,
      prizeDescriptionEs: sql`CASE WHEN EXISTS (SELECT FROM prize) THEN (SELECT prize_name_es FROM prize) ELSE ${otherwise.nameEs} END`,
      statedValueCents: sql`coalesce((SELECT value_cents FROM prize), ${otherwise.valueCents})`,
    })
    .returning();
  const { rows } = await tx.sql.execute(sql`
    WITH prize AS ${takePrize(tx, claim.courseId, hole)}, made AS ${made}, step AS (${firstStep})
    SELECT made.*, (SELECT stock FROM prize) AS prize_stock FROM made`);
  const [row] = rows;
  if (!row) throw new Error("insert returned nothing");
  // The claim may have taken the last prize.
  if (row["prize_stock"] !== null) tx.touch(OFFERS);
  return rowOf(claims, row);
}
