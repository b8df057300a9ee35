/** The SQL of the outbox: one process at a time takes a letter, and the letters of a dead process become free. */
import { and, desc, eq, sql } from "#platform/server/db/drizzle.ts";
import type { Db } from "../db/database.ts";
import { recordsOf } from "../db/rows.ts";
import { mails } from "./tables.ts";

export type MailRow = typeof mails.$inferSelect;

const FIRST_RETRY_SECONDS = 60;

/** Adds letters in their order, by one statement. What it sends ahead, the transaction's next round trip carries. */
export async function insertMails(tx: Db, letters: readonly (typeof mails.$inferInsert)[]): Promise<void> {
  if (letters.length === 0) return;
  const { columns, records } = recordsOf(mails, letters);
  await tx.ahead(sql`INSERT INTO mails (${columns}) SELECT ${columns} FROM ${records}`);
}

/** The SQL condition that a letter may be due, by which the job decides whether to run. */
export const anyLetterDue = (now: Date) =>
  sql`coalesce((SELECT min(next_try_at) FROM mails WHERE sent_at IS NULL) <= ${now.toISOString()}, false)`;

/**
 * Takes the letter that has been due longest, and doubles the time to its next try.
 * @param now by the product's clock, for what is due
 * @param lease seconds of real time, in which nobody else takes it
 */
export async function takeMail(db: Db, now: Date, lease: number): Promise<MailRow | undefined> {
  const at = now.toISOString();
  const [taken] = await db.sql
    .update(mails)
    .set({
      tries: sql`${mails.tries} + 1`,
      nextTryAt: sql`${at}::timestamptz + make_interval(secs => ${FIRST_RETRY_SECONDS} * power(2, least(${mails.tries}, 10)))`,
      takenUntil: until(lease),
    })
    .where(
      sql`${mails.id} = (
        SELECT id FROM mails WHERE sent_at IS NULL AND next_try_at <= ${at} AND (taken_until IS NULL OR taken_until <= now())
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    )
    .returning();
  return taken;
}

/** Extends the lease on a letter to `lease` seconds from now. */
export async function extendMailLease(db: Db, mail: MailRow, lease: number): Promise<void> {
  await db.sql
    .update(mails)
    .set({ takenUntil: until(lease) })
    .where(ofTry(mail));
}

/** Ends the lease on a letter that could not be sent. */
export async function endMailLease(db: Db, mail: MailRow): Promise<void> {
  await db.sql.update(mails).set({ takenUntil: null }).where(ofTry(mail));
}

/**
 * Makes letters due at once that could not be sent and wait for their next try. One that is under way is left alone.
 * @param userId only the letters of this account
 * @returns how many
 */
export async function hastenLetters(db: Db, now: Date, userId?: string): Promise<number> {
  const hastened = await db.sql
    .update(mails)
    .set({ nextTryAt: now })
    .where(
      sql`${mails.sentAt} IS NULL AND ${mails.tries} > 0 AND (${mails.takenUntil} IS NULL OR ${mails.takenUntil} <= now())
        ${userId === undefined ? sql`` : sql`AND ${mails.userId} = ${userId}`}`,
    );
  return hastened.rowCount ?? 0;
}

/** Codes are stored hashed only, so the text of a delivered letter is deleted, and its files. */
export async function noteSent(db: Db, mail: MailRow, now: Date): Promise<void> {
  await db.sql.update(mails).set({ sentAt: now, body: "", html: "", files: [] }).where(eq(mails.id, mail.id));
}

/** The outbox, newest first: for the demo's `/dev/outbox`. */
export async function readOutbox(
  db: Db,
  limit = 200,
): Promise<{ to: string; subject: string; text: string; sentAt: string; files?: string[] }[]> {
  const { recipient, subject, body, sentAt, createdAt } = mails;
  // The names of files alone: with their content, many letters would be long.
  const files = sql<string[]>`jsonb_path_query_array(${mails.files}, '$[*].name')`;
  const rows = await db.sql
    .select({ recipient, subject, body, sentAt, createdAt, files })
    .from(mails)
    .orderBy(desc(mails.id))
    .limit(limit);
  return rows.map((mail) => ({
    to: mail.recipient,
    subject: mail.subject,
    text: mail.body,
    sentAt: (mail.sentAt ?? mail.createdAt).toISOString(),
    ...(mail.files.length > 0 && { files: mail.files }),
  }));
}

/** The letter, unless another process has taken it since. */
function ofTry({ id, tries }: MailRow) {
  return and(eq(mails.id, id), eq(mails.tries, tries));
}

function until(lease: number) {
  return sql`now() + make_interval(secs => ${lease})`;
}
