/** A person's letters in the outbox: to export them, to let them go with the account, and none after that. */
import { desc, inArray, sql } from "drizzle-orm";
import type { Db } from "../db/database.ts";
import type { Mailer } from "./mail.ts";
import { mails } from "./tables.ts";

/** Letters to some addresses (in lower case), newest first. A delivered letter's text is not kept. */
export async function lettersTo(db: Db, addresses: readonly string[]) {
  if (addresses.length === 0) return [];
  return db.sql
    .select({
      to: mails.recipient,
      subject: mails.subject,
      text: mails.body,
      createdAt: mails.createdAt,
      sentAt: mails.sentAt,
    })
    .from(mails)
    .where(inArray(sql`lower(${mails.recipient})`, [...addresses]))
    .orderBy(desc(mails.id));
}

/** Removes the letters to some addresses (in lower case), sent or not. */
export async function removeLettersTo(db: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length > 0) await db.sql.delete(mails).where(inArray(sql`lower(${mails.recipient})`, [...addresses]));
}

/** The same mailer without letters to deleted accounts: their stand-in addresses reach nobody (RFC 2606, section 2). */
export function toReachable(mailer: Mailer): Mailer {
  return {
    ...mailer,
    post: async (db, letter) => {
      if (!letter.to.endsWith(".invalid")) await mailer.post(db, letter);
    },
  };
}
