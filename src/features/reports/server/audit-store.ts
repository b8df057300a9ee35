/** Reading the audit trail. */
import { peopleCalled, wordsBegun } from "#features/accounts/server/people-store.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";

export interface AuditRow {
  id: number;
  createdAt: Date;
  actor: { id: string; name: string; email: string } | null;
  action: string;
  subject: string;
  detail: Readonly<Record<string, unknown>>;
}

export interface TrailScope {
  /** An id or an email address. */
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** A name, an address or an id of the person who acted, or of the person concerned. */
  person?: string | undefined;
  /** An order's number, with its session and claims. */
  order?: number | undefined;
  from?: Date | undefined;
  /** The first moment that is not included. */
  until?: Date | undefined;
}

type Raw = {
  id: number;
  created_at: Date | string;
  actor_id: string | null;
  name: string | null;
  email: string | null;
  action: string;
  subject: string;
  detail: Readonly<Record<string, unknown>>;
};

/** A page after an entry's id, newest or oldest first. */
export async function readAudit(
  db: Db,
  scope: TrailScope,
  page: { order: "newest" | "oldest"; beyond: number | undefined; limit: number },
): Promise<AuditRow[]> {
  const { actor, action, subject, person, order, from, until } = scope;
  const newest = page.order === "newest";
  const wanted: SQL[] = [sql`true`];
  if (actor !== undefined)
    wanted.push(
      isUuid(actor)
        ? sql`t.actor_id = ${actor}::uuid`
        : sql`t.actor_id = (SELECT id FROM users WHERE lower(email) = lower(${actor}))`,
    );
  if (action !== undefined) wanted.push(sql`t.action = ${action}`);
  if (subject !== undefined) wanted.push(sql`t.subject = ${subject}`);
  if (person !== undefined) wanted.push(sql`t.id IN (${aboutPeople(person)})`);
  if (order !== undefined) wanted.push(sql`t.id IN (${aboutOrder(order)})`);
  if (from) wanted.push(sql`t.created_at >= ${from.toISOString()}::timestamptz`);
  if (until) wanted.push(sql`t.created_at < ${until.toISOString()}::timestamptz`);
  if (page.beyond !== undefined) wanted.push(newest ? sql`t.id < ${page.beyond}` : sql`t.id > ${page.beyond}`);
  const { rows } = await db.sql.execute<Raw>(sql`
    SELECT t.id, t.created_at, t.actor_id, u.name, u.email, t.action, t.subject, t.detail
    FROM audit_trail t LEFT JOIN users u ON u.id = t.actor_id
    WHERE ${sql.join(wanted, sql` AND `)}
    ORDER BY t.id ${newest ? sql`DESC` : sql`ASC`} LIMIT ${page.limit}`);
  return rows.map((row) => ({
    id: row.id,
    createdAt: new Date(row.created_at),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.name ?? "", email: row.email ?? "" },
    action: row.action,
    subject: row.subject,
    detail: row.detail,
  }));
}

/**
 * Lines by people, and lines about them, their orders, sessions or claims. Guests have no account: the name that was
 * typed for them finds their sessions and claims.
 */
function aboutPeople(text: string): SQL {
  const words = wordsBegun(text);
  // Exactly the expression of the index sessions_guests.
  const called = words ? sql`to_tsvector('simple', player_name) @@ ${words}` : sql`false`;
  return sql`
    WITH people AS (${peopleCalled(text)}),
    guests AS (SELECT id, main_session_id FROM sessions WHERE user_id IS NULL AND ${called}),
    subjects AS (
      SELECT id FROM people
      UNION SELECT id FROM orders WHERE user_id IN (SELECT id FROM people)
      UNION SELECT id FROM claims WHERE user_id IN (SELECT id FROM people)
      UNION SELECT coalesce(main_session_id, id) FROM sessions WHERE user_id IN (SELECT id FROM people)
      UNION SELECT main_session_id FROM guests
      UNION SELECT id FROM guests
      UNION SELECT id FROM claims WHERE session_id IN (SELECT id FROM guests))
    SELECT id FROM audit_trail WHERE actor_id IN (SELECT id FROM people)
    UNION SELECT id FROM audit_trail WHERE subject IN (SELECT id::text FROM subjects)`;
}

/** Lines about an order, its session or its claims, and about proposals to refund it otherwise. */
function aboutOrder(number: number): SQL {
  return sql`
    WITH wanted AS (SELECT id, session_id FROM orders WHERE number = ${number}), subjects AS (
      SELECT id FROM wanted
      UNION SELECT session_id FROM wanted
      UNION SELECT id FROM claims WHERE session_id IN (SELECT session_id FROM wanted UNION
        SELECT id FROM sessions WHERE main_session_id IN (SELECT session_id FROM wanted)))
    SELECT id FROM audit_trail WHERE subject IN (SELECT id::text FROM subjects)
    UNION SELECT id FROM audit_trail WHERE action LIKE 'proposal.%' AND detail ->> 'orderNumber' = ${String(number)}`;
}

/** The actions in the trail: one step in the index for each, however long the trail is. */
export async function readActions(db: Db): Promise<string[]> {
  const { rows } = await db.sql.execute<{ action: string }>(sql`
    WITH RECURSIVE known AS (
      (SELECT action FROM audit_trail ORDER BY action LIMIT 1)
      UNION ALL
      SELECT (SELECT t.action FROM audit_trail t WHERE t.action > known.action ORDER BY t.action LIMIT 1)
      FROM known WHERE known.action IS NOT NULL
    ) SELECT action FROM known WHERE action IS NOT NULL`);
  return rows.map(({ action }) => action);
}
