/**
 * Deletes rows whose time is over, except those that each room deletes by itself. The whole list, table by table, is in
 * docs/operations.md, "What is kept, and how long"; a test holds it together with the database and with this file.
 */
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";

/** Rows of a table that are deleted this long after one of their moments. */
export interface Retention {
  table: string;
  days: number;
  /** Whether a row's time was over at `cut`, which is `days` ago. */
  isOver: (cut: SQL) => SQL;
  /** The columns that are emptied where the row itself must stay. */
  forgets?: SQL;
}

export const retentions: readonly Retention[] = [
  { table: "mailed_codes", days: 2, isOver: (cut) => sql`expires_at < ${cut}` },
  { table: "passkey_challenges", days: 2, isOver: (cut) => sql`expires_at < ${cut}` },
  // Sent, or never taken by a mail server.
  { table: "mails", days: 30, isOver: (cut) => sql`coalesce(sent_at, created_at) < ${cut}` },
  {
    // A key works once for good. Without its answer it is as after a crash: the call finds what it made, and says that.
    table: "idempotency_keys",
    days: 30,
    isOver: (cut) => sql`started_at < ${cut} AND status IS NOT NULL`,
    forgets: sql`status = NULL, body = NULL, started_at = 'epoch'`,
  },
  {
    table: "devices",
    days: 180,
    isOver: (cut) => sql`last_used_at < ${cut}
      AND NOT EXISTS (SELECT FROM sign_ins s WHERE s.device_id = devices.id)
      AND NOT EXISTS (SELECT FROM mailed_codes c WHERE c.device_id = devices.id)`,
  },
  { table: "audit_runs", days: 400, isOver: (cut) => sql`started_at < ${cut}` },
  // Nobody has used them.
  { table: "staff_invitations", days: 30, isOver: (cut) => sql`expires_at < ${cut}` },
  {
    // That a month was mailed stays, so that it is not mailed again.
    table: "settlement_letters",
    days: 400,
    isOver: (cut) => sql`posted_at < ${cut} AND email IS NOT NULL`,
    forgets: sql`email = NULL`,
  },
  { table: "course_requests", days: 730, isOver: (cut) => sql`created_at < ${cut}` },
];

/** The most rows that one statement locks, so that it holds no lock for long. */
const BATCH = 1_000;

/** Deletes the rows whose time is over. @param ending when it is aborted, the next run goes on */
export async function deleteOver(db: Db, now: Date, ending: AbortSignal): Promise<void> {
  for (const { table, days, isOver, forgets } of retentions) {
    const cut = sql`${new Date(now.getTime() - days * 86_400_000).toISOString()}::timestamptz`;
    const name = sql.identifier(table);
    const over = sql`SELECT ctid FROM ${name} WHERE ${isOver(cut)} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
    const change = forgets ? sql`UPDATE ${name} SET ${forgets}` : sql`DELETE FROM ${name}`;
    for (let changed = BATCH; changed === BATCH && !ending.aborted;)
      changed = (await db.sql.execute(sql`${change} WHERE ctid = ANY (ARRAY(${over}))`)).rowCount ?? 0;
  }
}
