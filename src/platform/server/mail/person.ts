/** A person's letters in the outbox: for the export, for the deletion, and none after it. */
import { desc, eq, sql } from "#platform/server/db/drizzle.ts";
import type { Db } from "../db/database.ts";
import { type Mailer, mailerWith } from "./mail.ts";
import { mails } from "./tables.ts";

/** A person's letters, newest first. A delivered letter's text is not kept. */
export async function lettersOf(db: Db, userId: string) {
  return db.sql
    .select({
      to: mails.recipient,
      subject: mails.subject,
      text: mails.body,
      createdAt: mails.createdAt,
      sentAt: mails.sentAt,
    })
    .from(mails)
    .where(eq(mails.userId, userId))
    .orderBy(desc(mails.id));
}

/** Removes a person's letters, sent or not. */
export async function removeLettersOf(db: Db, userId: string): Promise<void> {
  await db.sql.delete(mails).where(eq(mails.userId, userId));
}

/**
 * The same mailer without letters to deleted accounts: their stand-in addresses reach nobody (RFC 2606, section 2).
 * A letter may be written before the account is deleted and posted after it. The reference to the account makes the
 * posting wait for a deletion, which it then sees; a deletion waits for those who are posting, by a lock of its own.
 */
export function toReachable(mailer: Mailer): Mailer {
  return mailerWith({
    ...mailer,
    postAll: async (db, letters) => {
      const reachable = letters.filter(({ letter }) => !letter.to.endsWith(".invalid"));
      await mailer.postAll(db, reachable);
      const userIds = reachable.flatMap(({ userId }) => userId ?? []);
      if (userIds.length === 0) return;
      await db.ahead(sql`
        DELETE FROM mails USING users
        WHERE users.id = ANY(${sql.param(userIds)}::uuid[]) AND users.deleted_at IS NOT NULL AND mails.user_id = users.id`);
    },
  });
}
