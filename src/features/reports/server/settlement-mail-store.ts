/** All SQL of settlements by mail: who gets them, when each was sent, and what became of each letter. */
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { Language } from "#platform/shared/language.ts";
import type { Sending } from "../settlement-mail-contract.ts";

export interface Recipients {
  emails: string[];
  language: Language;
  /** Of the month that follows. */
  day: number;
  /** The first month that is mailed by itself. */
  fromMonth: string;
}

interface RecipientsRow {
  emails: string[];
  language: Language;
  day: number;
  from_month: string;
  changed_by: string;
  changed_at: string;
  [column: string]: unknown;
}

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const texts = (of: readonly string[]) => sql`${sql.param(of)}::text[]`;

/** @param lock until the transaction ends: nothing of the course is sent or changed meanwhile */
export async function findRecipients(
  db: Db,
  courseId: number,
  lock?: "locked",
): Promise<(Recipients & { changedBy: string; changedAt: Date }) | undefined> {
  const { rows } = await db.sql.execute<RecipientsRow>(sql`
    SELECT r.emails, r.language, r.day, r.from_month, u.name AS changed_by, r.changed_at
    FROM settlement_recipients r JOIN users u ON u.id = r.changed_by WHERE r.course_id = ${courseId}
    ${lock ? sql`FOR UPDATE OF r` : sql``}`);
  const [row] = rows;
  if (!row) return undefined;
  const { emails, language, day } = row;
  return {
    emails,
    language,
    day,
    fromMonth: row.from_month,
    changedBy: row.changed_by,
    changedAt: new Date(row.changed_at),
  };
}

/** Sets who gets a course's settlements. The first month stays as it was. */
export async function setRecipients(
  tx: Db,
  courseId: number,
  { emails, language, day, fromMonth }: Recipients,
  by: { id: string; at: Date },
): Promise<void> {
  await tx.sql.execute(sql`
    INSERT INTO settlement_recipients (course_id, emails, language, day, from_month, changed_by, changed_at)
    VALUES (${courseId}, ${texts(emails)}, ${language}, ${day}, ${fromMonth}, ${by.id}, ${moment(by.at)})
    ON CONFLICT (course_id) DO UPDATE SET emails = excluded.emails, language = excluded.language, day = excluded.day,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`);
}

/** @returns whether anybody got them before */
export async function removeRecipients(tx: Db, courseId: number): Promise<boolean> {
  const removed = await tx.sql.execute(sql`DELETE FROM settlement_recipients WHERE course_id = ${courseId}`);
  return (removed.rowCount ?? 0) > 0;
}

/** When the deletion of an account took the last address off a course's list; null once an administrator has decided. */
export async function emptiedAt(db: Db, courseId: number): Promise<Date | null> {
  const { rows } = await db.sql.execute<{ at: string }>(
    sql`SELECT emptied_at AS at FROM settlement_lists_emptied WHERE course_id = ${courseId}`,
  );
  return rows[0] ? new Date(rows[0].at) : null;
}

/** An administrator has decided about an emptied list. @returns whether there was one */
export async function decideEmptied(tx: Db, courseId: number): Promise<boolean> {
  const decided = await tx.sql.execute(sql`DELETE FROM settlement_lists_emptied WHERE course_id = ${courseId}`);
  return (decided.rowCount ?? 0) > 0;
}

export interface UnsentMonth {
  courseId: number;
  month: string;
  day: number;
  timeZone: string;
}

/** The closed months that are to be mailed by themselves and were not mailed yet, the earliest first. */
export async function listUnsent(db: Db): Promise<UnsentMonth[]> {
  const { rows } = await db.sql.execute<{ course_id: number; month: string; day: number; time_zone: string }>(sql`
    SELECT m.course_id, m.month, r.day, c.time_zone
    FROM settlement_recipients r JOIN courses c ON c.id = r.course_id
      JOIN closed_months m ON m.course_id = r.course_id AND m.hash IS NOT NULL AND m.month >= r.from_month
    WHERE NOT EXISTS (SELECT FROM settlement_sendings s WHERE s.course_id = m.course_id AND s.month = m.month)
    ORDER BY m.month, m.course_id`);
  return rows.map((row) => ({ courseId: row.course_id, month: row.month, day: row.day, timeZone: row.time_zone }));
}

interface NewSending {
  courseId: number;
  month: string;
  again: boolean;
  language: Language;
  /** Null when it goes by itself. */
  sentBy: string | null;
  at: Date;
}

/** @returns its id; undefined when another process or person has just sent it for the first time */
export async function insertSending(tx: Db, sending: NewSending): Promise<string | undefined> {
  const { courseId, month, again, language, sentBy, at } = sending;
  const { rows } = await tx.sql.execute<{ id: string }>(sql`
    INSERT INTO settlement_sendings (course_id, month, again, language, sent_by, posted_at)
    VALUES (${courseId}, ${month}, ${again}, ${language}, ${sentBy}, ${moment(at)})
    ON CONFLICT (course_id, month) WHERE NOT again DO NOTHING RETURNING id::text`);
  return rows[0]?.id;
}

export async function insertLetter(tx: Db, letter: { id: string; sendingId: string; email: string; at: Date }) {
  const { id, sendingId, email, at } = letter;
  await tx.sql.execute(sql`
    INSERT INTO settlement_letters (id, sending_id, email, posted_at) VALUES (${id}, ${sendingId}, ${email}, ${moment(at)})`);
}

/** The id of a month's latest sending; null if it was never sent. */
export async function latestSending(tx: Db, courseId: number, month: string): Promise<string | null> {
  const { rows } = await tx.sql.execute<{ id: string | null }>(sql`
    SELECT max(id)::text AS id FROM settlement_sendings WHERE course_id = ${courseId} AND month = ${month}`);
  return rows[0]?.id ?? null;
}

/** A letter of the outbox that a process has taken, and may be sending. */
const underWay = sql`coalesce(m.taken_until > now(), false)`;
const unsent = sql`l.sent_at IS NULL AND l.dropped_at IS NULL`;

async function drop(tx: Db, which: SQL, at: Date): Promise<void> {
  await tx.sql.execute(sql`
    WITH given_up AS (
      SELECT l.id FROM settlement_letters l JOIN settlement_sendings s ON s.id = l.sending_id WHERE ${unsent} AND ${which}
    ), taken_back AS (
      DELETE FROM mails m USING given_up g WHERE m.about = g.id AND m.sent_at IS NULL AND NOT ${underWay} RETURNING m.about
    )
    UPDATE settlement_letters l SET dropped_at = ${moment(at)} FROM given_up g
    WHERE l.id = g.id AND (l.id IN (SELECT about FROM taken_back) OR NOT EXISTS (SELECT FROM mails m WHERE m.about = l.id))`);
}

/** Takes back the letters of a month that are not sent: another sending takes their place. */
export async function dropUnsentOf(tx: Db, courseId: number, month: string, at: Date): Promise<void> {
  await drop(tx, sql`s.course_id = ${courseId} AND s.month = ${month}`, at);
}

/** Takes back the letters of a course that are not sent, to addresses other than these. */
export async function dropUnsentToOthers(tx: Db, courseId: number, emails: readonly string[], at: Date): Promise<void> {
  await drop(
    tx,
    sql`s.course_id = ${courseId} AND NOT coalesce(lower(l.email) = ANY (${texts(emails.map((one) => one.toLowerCase()))}), false)`,
    at,
  );
}

/** Keeps when letters were sent: the outbox forgets it after some days. */
export async function keepSentTimes(db: Db): Promise<void> {
  await db.sql.execute(sql`
    UPDATE settlement_letters l SET sent_at = m.sent_at FROM mails m
    WHERE m.about = l.id AND m.sent_at IS NOT NULL AND ${unsent}`);
}

/** A month's sendings, the latest first, each with its letters in the order of their addresses. */
export async function listSendings(db: Db, courseId: number, month: string): Promise<Sending[]> {
  const { rows } = await db.sql.execute<{
    id: string;
    posted_at: string;
    by: string | null;
    language: Language;
    letters: { email: string | null; state: Sending["letters"][number]["state"]; sent_at: string | null }[];
  }>(sql`
    SELECT s.id::text, s.posted_at, u.name AS by, s.language, json_agg(json_build_object(
      'email', l.email, 'sent_at', coalesce(l.sent_at, m.sent_at),
      'state', CASE WHEN l.dropped_at IS NOT NULL THEN 'dropped' WHEN coalesce(l.sent_at, m.sent_at) IS NOT NULL THEN 'sent'
        WHEN m.id IS NULL OR m.tries > 1 OR m.tries = 1 AND NOT ${underWay} THEN 'failed' ELSE 'waiting' END) ORDER BY l.email) AS letters
    FROM settlement_sendings s JOIN settlement_letters l ON l.sending_id = s.id LEFT JOIN mails m ON m.about = l.id
      LEFT JOIN users u ON u.id = s.sent_by
    WHERE s.course_id = ${courseId} AND s.month = ${month}
    GROUP BY s.id, u.name ORDER BY s.id DESC`);
  const iso = (at: string | null) => at && new Date(at).toISOString();
  return rows.map(({ id, posted_at, by, language, letters }) => ({
    id,
    at: new Date(posted_at).toISOString(),
    by,
    language,
    letters: letters.map(({ email, state, sent_at }) => ({ email, state, sentAt: iso(sent_at) })),
  }));
}
