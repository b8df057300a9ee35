/** Notifications that wait for their next try. */
import { sql } from "#platform/server/db/drizzle.ts";
import type { Db } from "../db/database.ts";
import { pushMessages } from "./tables.ts";

/**
 * Makes notifications due at once that could not be sent and wait for their next try. One that is under way is left alone.
 * @param userId only those of this account
 * @returns how many
 */
export async function hastenNotices(db: Db, now: Date, userId?: string): Promise<number> {
  const hastened = await db.sql
    .update(pushMessages)
    .set({ nextTryAt: now })
    .where(
      sql`${pushMessages.tries} > 0 AND (${pushMessages.takenUntil} IS NULL OR ${pushMessages.takenUntil} <= now())
        ${userId === undefined ? sql`` : sql`AND ${pushMessages.subscriptionId} IN (SELECT id FROM push_subscriptions WHERE user_id = ${userId})`}`,
    );
  return hastened.rowCount ?? 0;
}
