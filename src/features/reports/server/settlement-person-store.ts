/** SQL of a person's addresses among those that get settlements: for the export, and for the deletion. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";

const lowered = (emails: readonly string[]) => sql`${sql.param(emails.map((one) => one.toLowerCase()))}::text[]`;

/** An account's proved addresses, of today and before. */
export async function provedAddresses(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.sql.execute<{ emails: string[] }>(sql`
    SELECT former_emails || CASE WHEN email_proved_at IS NULL THEN '{}' ELSE ARRAY[email] END AS emails FROM users WHERE id = ${userId}`);
  return rows[0]?.emails ?? [];
}

/** The courses whose settlements go to one of these addresses. */
export async function coursesOf(db: Db, emails: readonly string[]) {
  const { rows } = await db.sql.execute<{ course: string; email: string; language: string; day: number }>(sql`
    SELECT c.name AS course, one.email, r.language, r.day
    FROM settlement_recipients r JOIN courses c ON c.id = r.course_id CROSS JOIN unnest(r.emails) AS one (email)
    WHERE lower(one.email) = ANY (${lowered(emails)}) ORDER BY c.id`);
  return rows;
}

/** The letters with settlements to these addresses, the newest first. */
export async function lettersTo(db: Db, emails: readonly string[]) {
  const { rows } = await db.sql.execute<{ course: string; month: string; email: string; posted_at: string }>(sql`
    SELECT c.name AS course, s.month, l.email, l.posted_at
    FROM settlement_letters l JOIN settlement_sendings s ON s.id = l.sending_id JOIN courses c ON c.id = s.course_id
    WHERE lower(l.email) = ANY (${lowered(emails)}) ORDER BY l.posted_at DESC, s.id DESC`);
  return rows.map(({ posted_at, ...row }) => ({ ...row, postedAt: new Date(posted_at).toISOString() }));
}

/**
 * Takes these addresses off the lists, and out of the letters; what is not sent to them is not sent any more. A list
 * without an address is noted, so that the desk is told.
 * @returns what each changed list has lost and has left
 */
export async function forgetAddresses(
  tx: Db,
  emails: readonly string[],
  at: Date,
): Promise<{ courseId: number; addresses: number; left: number }[]> {
  const gone = lowered(emails);
  const lists = await tx.sql.execute<{ course_id: number; all: number; left: string[] }>(sql`
    SELECT r.course_id, cardinality(r.emails) AS all, ARRAY(
      SELECT one.email FROM unnest(r.emails) WITH ORDINALITY AS one (email, place) WHERE lower(one.email) <> ALL (${gone}) ORDER BY one.place) AS left
    FROM settlement_recipients r WHERE EXISTS (SELECT FROM unnest(r.emails) AS one (email) WHERE lower(one.email) = ANY (${gone}))
    ORDER BY r.course_id FOR UPDATE`);
  for (const { course_id: courseId, left } of lists.rows) {
    if (left.length > 0)
      await tx.sql.execute(
        sql`UPDATE settlement_recipients SET emails = ${sql.param(left)}::text[] WHERE course_id = ${courseId}`,
      );
    else {
      await tx.sql.execute(sql`DELETE FROM settlement_recipients WHERE course_id = ${courseId}`);
      await tx.sql.execute(sql`
        INSERT INTO settlement_lists_emptied (course_id, emptied_at) VALUES (${courseId}, ${at.toISOString()})
        ON CONFLICT (course_id) DO UPDATE SET emptied_at = excluded.emptied_at`);
    }
  }
  // What was sent a moment ago is known by the outbox alone.
  await tx.sql.execute(sql`
    WITH taken AS (DELETE FROM mails m USING settlement_letters l WHERE m.about = l.id AND lower(l.email) = ANY (${gone}) RETURNING m.about, m.sent_at)
    UPDATE settlement_letters l SET email = NULL, sent_at = coalesce(l.sent_at, letter.sent_at),
      dropped_at = CASE WHEN coalesce(l.sent_at, letter.sent_at) IS NULL THEN coalesce(l.dropped_at, now()) END
    FROM settlement_letters kept LEFT JOIN taken letter ON letter.about = kept.id WHERE l.id = kept.id AND lower(kept.email) = ANY (${gone})`);
  return lists.rows.map(({ course_id: courseId, all, left }) => ({
    courseId,
    addresses: all - left.length,
    left: left.length,
  }));
}
