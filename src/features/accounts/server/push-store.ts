/** The SQL of notifications: which browsers take them, and for whom. */
import type { Db } from "#platform/server/db/database.ts";
import { and, eq, type SQL, sql } from "#platform/server/db/drizzle.ts";
import { pushSubscriptions } from "#platform/server/push/tables.ts";
import type { UserRow } from "./store.ts";

/** A player may have notifications on this many browsers; beyond it the oldest are removed. */
const BROWSERS = 20;

/** Stores a browser's subscription. It belongs to the browser's last player. */
export async function keepSubscription(tx: Db, subscription: typeof pushSubscriptions.$inferInsert): Promise<void> {
  const { id: _id, endpoint: _endpoint, ...change } = subscription;
  await tx.sql
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: change });
  await tx.sql.execute(sql`
    DELETE FROM push_subscriptions WHERE id IN (
      SELECT id FROM push_subscriptions WHERE user_id = ${subscription.userId}
      ORDER BY created_at DESC, id OFFSET ${BROWSERS})`);
}

export async function removeSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db.sql
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
}

/** Whom news of a prize may reach, and how. */
export type Reader = Pick<UserRow, "name" | "email" | "language" | "emailNotifications" | "pushNotifications"> & {
  /** The subscriptions where the player is signed in now: after a logout nobody else reads the news. */
  devices: string[];
};

/** An account as a reader of prize news, as a part of a read; null if it wants none or is deleted. */
export function readerOf(userId: string | SQL, now: Date): SQL<Reader | null> {
  return sql`(
    SELECT jsonb_build_object('name', u.name, 'email', u.email, 'language', u.language,
      'emailNotifications', u.email_notifications, 'pushNotifications', u.push_notifications,
      'devices', ARRAY(SELECT p.id FROM push_subscriptions p WHERE p.user_id = ${userId}
        AND EXISTS (SELECT FROM sign_ins s JOIN devices d ON d.id = s.device_id
          WHERE d.user_id = ${userId} AND d.browser_id = p.browser_id
            AND s.user_id = ${userId} AND s.expires_at > ${now.toISOString()})))
    FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL AND u.prize_alerts)`;
}

export async function readReader(db: Db, userId: string, now: Date): Promise<Reader | null> {
  const { rows } = await db.sql.execute<{ reader: Reader | null }>(sql`SELECT ${readerOf(userId, now)} AS reader`);
  return rows[0]?.reader ?? null;
}
