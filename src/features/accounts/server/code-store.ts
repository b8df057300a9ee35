/** The SQL of mailed codes. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, desc, eq, gt, inArray, isNull, sql } from "#platform/server/db/drizzle.ts";
import type { CodePurpose } from "../rules.ts";
import { mailedCodes } from "./tables.ts";

export type CodeRow = typeof mailedCodes.$inferSelect;

export async function insertCode(db: Db, code: typeof mailedCodes.$inferInsert): Promise<void> {
  await db.sql.insert(mailedCodes).values(code);
}

/** The recent codes of one pool, for the limits, the newest first. */
export async function recentCodes(db: Db, userId: string, deviceId: string | null, since: Date) {
  return db.sql
    .select({
      address: mailedCodes.address,
      tries: mailedCodes.tries,
      createdAt: mailedCodes.createdAt,
      expiresAt: mailedCodes.expiresAt,
      usedAt: mailedCodes.usedAt,
    })
    .from(mailedCodes)
    .where(
      and(
        eq(mailedCodes.userId, userId),
        deviceId === null ? isNull(mailedCodes.deviceId) : eq(mailedCodes.deviceId, deviceId),
        gt(mailedCodes.createdAt, since),
      ),
    )
    .orderBy(desc(mailedCodes.createdAt));
}

/**
 * The challenges of this account for this purpose, valid or not, newest first. The account must be locked, because
 * tries count one by one.
 * @param newEmail the address to prove, or null for the other purposes
 */
export async function findCodes(
  db: Db,
  userId: string,
  challenges: readonly string[],
  purpose: CodePurpose,
  newEmail: string | null,
): Promise<CodeRow[]> {
  const ids = challenges.filter(isUuid);
  if (ids.length === 0) return [];
  return db.sql
    .select()
    .from(mailedCodes)
    .where(
      and(
        inArray(mailedCodes.id, ids),
        eq(mailedCodes.userId, userId),
        eq(mailedCodes.purpose, purpose),
        newEmail === null ? isNull(mailedCodes.newEmail) : sql`lower(${mailedCodes.newEmail}) = lower(${newEmail})`,
      ),
    )
    .orderBy(desc(mailedCodes.createdAt));
}

/** Ends an account's codes of one purpose; without one, all of them. */
export async function endCodes(db: Db, userId: string, now: Date, purpose?: CodePurpose): Promise<void> {
  await db.sql
    .update(mailedCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(mailedCodes.userId, userId),
        isNull(mailedCodes.usedAt),
        purpose === undefined ? undefined : eq(mailedCodes.purpose, purpose),
      ),
    );
}

export async function countWrongTry(db: Db, ids: readonly string[]): Promise<void> {
  await db.sql
    .update(mailedCodes)
    .set({ tries: sql`${mailedCodes.tries} + 1` })
    .where(inArray(mailedCodes.id, [...ids]));
}
