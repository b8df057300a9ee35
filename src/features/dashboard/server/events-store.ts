/** All SQL of single events: the latest of a period, and the running sessions. Each reads only the end of an index. */
import type { Activity } from "../activity-contract.ts";
import type { Hole } from "#features/courses/contract.ts";
import { courses } from "#features/courses/server/tables.ts";
import type { SessionRow } from "#features/play/server/store.ts";
import { sessions } from "#features/play/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, desc, eq, gt, isNull, ne, type SQL, sql } from "#platform/server/db/drizzle.ts";

/** A period as moments, the end excluded; `null` is all time. */
export type PeriodSpan = { since: Date; until: Date } | null;

export type Event = {
  type: Activity["type"];
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  name: string;
  course: string | null;
  bay: number | null;
  /** The package that was bought, or the prize that is claimed. */
  thing: string | null;
  hole: Hole | null;
  group: boolean;
  /** Below 0 for a refund. */
  cents: number | null;
  /** The order of the event, with its number. */
  order: string | null;
  number: number | null;
  person: string | null;
};

const during = (at: SQL, span: PeriodSpan) =>
  span === null
    ? sql`true`
    : sql`${at} >= ${span.since.toISOString()}::timestamptz AND ${at} < ${span.until.toISOString()}::timestamptz`;

const columns = (event: {
  type: SQL;
  id: SQL;
  at: SQL;
  name: SQL;
  course?: SQL;
  bay?: SQL;
  thing?: SQL;
  hole?: SQL;
  group?: SQL;
  cents?: SQL;
  /** The condition that the row `o` is the order of the event. */
  order?: true;
  person: SQL;
}) => sql`${event.type} AS type, ${event.id}::text AS id, ${event.at} AS at, ${event.name} AS name,
  ${event.course ?? sql`NULL`} AS course, ${event.bay ?? sql`NULL::integer`} AS bay, ${event.thing ?? sql`NULL`} AS thing,
  ${event.hole ?? sql`NULL`} AS hole, ${event.group ?? sql`false`} AS "group", ${event.cents ?? sql`NULL::bigint`} AS cents,
  ${event.order ? sql`o.id::text` : sql`NULL`} AS "order", ${event.order ? sql`o.number` : sql`NULL::bigint`} AS number, ${event.person}::text AS person`;

/** The latest rows of a table at each course of `c`, which is where its index is. */
const latest = (table: SQL, at: SQL, span: PeriodSpan, limit: number, where = sql`true`) => sql`
  JOIN LATERAL (SELECT * FROM ${table} WHERE course_id = c.id AND ${where} AND ${during(at, span)} ORDER BY ${at} DESC LIMIT ${limit}) e ON true`;

const played = (of: SQL, span: PeriodSpan, limit: number) => sql`
  SELECT ${columns({
    type: sql`CASE WHEN e.is_free_shot THEN 'free_shot' ELSE 'session' END`,
    id: sql`e.id`,
    at: sql`e.started_at`,
    name: sql`e.player_name`,
    course: sql`c.name`,
    bay: sql`e.bay_number`,
    group: sql`e.group_data IS NOT NULL`,
    cents: sql`o.amount_cents`,
    order: true,
    person: sql`e.user_id`,
  })}
  FROM ${of} c ${latest(sql`sessions`, sql`started_at`, span, limit, sql`main_session_id IS NULL`)}
  LEFT JOIN orders o ON o.session_id = e.id`;

const claimed = (of: SQL, span: PeriodSpan, limit: number) => sql`
  SELECT ${columns({
    type: sql`'prize_claim'`,
    id: sql`e.id`,
    at: sql`e.created_at`,
    name: sql`e.player_name`,
    course: sql`c.name`,
    bay: sql`e.bay_number`,
    thing: sql`e.prize_description`,
    hole: sql`e.target_hole`,
    cents: sql`CASE WHEN e.prize_type = 'monetary' THEN e.prize_amount_cents END`,
    person: sql`e.user_id`,
  })}
  FROM ${of} c ${latest(sql`claims`, sql`created_at`, span, limit)}`;

/** Transfers of orders, each with its order and its player. @param more what else is joined to the transfer `e` */
const ofOrders = (
  of: SQL,
  span: PeriodSpan,
  limit: number,
  { kinds, more = sql``, ...event }: { type: SQL; id: SQL; thing?: SQL; cents: SQL; kinds: SQL; more?: SQL },
) => sql`
  SELECT ${columns({ ...event, at: sql`e.created_at`, name: sql`u.name`, course: sql`c.name`, order: true, person: sql`o.user_id` })}
  FROM ${of} c ${latest(sql`ledger_transfers`, sql`created_at`, span, limit, sql`kind IN ${kinds}`)} ${more}
  JOIN payment_attempts p ON p.id = e.payment_id JOIN orders o ON o.id = p.order_id JOIN users u ON u.id = o.user_id`;

const bought = (of: SQL, span: PeriodSpan, limit: number) =>
  ofOrders(of, span, limit, {
    type: sql`'purchase'`,
    id: sql`o.id`,
    thing: sql`o.package_name`,
    cents: sql`o.amount_cents`,
    kinds: sql`('capture', 'capture_ahead')`,
  });

const refunded = (of: SQL, span: PeriodSpan, limit: number) =>
  ofOrders(of, span, limit, {
    type: sql`'refund'`,
    id: sql`e.id`,
    // What is owed to the golfer is a credit, which the ledger keeps below 0.
    cents: sql`n.amount_cents`,
    kinds: sql`('refund', 'refund_ahead')`,
    more: sql`JOIN ledger_entries n ON n.transfer_id = e.id AND n.account_key = 'refunds_payable:' || e.payment_id`,
  });

const joined = (span: PeriodSpan, limit: number) => sql`
  (SELECT ${columns({ type: sql`'account_created'`, id: sql`u.id`, at: sql`u.created_at`, name: sql`u.name`, person: sql`u.id` })}
  FROM users u WHERE u.role = 'player' AND u.deleted_at IS NULL AND ${during(sql`u.created_at`, span)}
  ORDER BY u.created_at DESC LIMIT ${limit})`;

async function newest(db: Db, sources: readonly SQL[], limit: number): Promise<Event[]> {
  const { rows } = await db.sql.execute<Event>(sql`
    SELECT type, id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, name, course, bay, thing, hole, "group", cents, "order", number, person
    FROM (${sql.join([...sources], sql` UNION ALL `)}) e ORDER BY e.at DESC, type, id LIMIT ${limit}`);
  return rows;
}

const at = (courseId: number) => sql`(SELECT * FROM courses WHERE id = ${courseId})`;

/** The latest events everywhere, or at one course; accounts belong to no course, so the latter leaves them out. */
export async function readEvents(
  db: Db,
  courseId: number | undefined,
  span: PeriodSpan,
  limit: number,
): Promise<Event[]> {
  const of = courseId === undefined ? sql`courses` : at(courseId);
  const accounts = courseId === undefined ? [joined(span, limit)] : [];
  return newest(db, [...accounts, ...[bought, refunded, played, claimed].map((kind) => kind(of, span, limit))], limit);
}

/** The latest sessions, claims and refunds at one course. */
export async function readEventsAt(db: Db, courseId: number, span: PeriodSpan, limit: number): Promise<Event[]> {
  const here = at(courseId);
  return newest(
    db,
    [played, claimed, refunded].map((kind) => kind(here, span, limit)),
    limit,
  );
}

/** The sessions that are played now, the latest started first. A group is its buyer's, with all players' balls left. */
export async function readRunning(
  db: Db,
  courseId: number | undefined,
  now: Date,
): Promise<{ session: SessionRow; courseName: string; totalBalls: number }[]> {
  const here = courseId === undefined ? undefined : eq(sessions.courseId, courseId);
  return db.sql
    .select({
      session: sessions,
      courseName: courses.name,
      totalBalls: sql<number>`${sessions.ballsLeft} + (SELECT coalesce(sum(f.balls_left), 0)::integer FROM sessions f
        WHERE f.main_session_id = ${sessions.id} AND f.status <> 'completed')`,
    })
    .from(sessions)
    .innerJoin(courses, eq(courses.id, sessions.courseId))
    .where(and(ne(sessions.status, "completed"), isNull(sessions.mainSessionId), gt(sessions.expiresAt, now), here))
    .orderBy(desc(sessions.startedAt), desc(sessions.id));
}

/** How many claims wait for a verdict now. */
export async function countPendingClaims(db: Db): Promise<number> {
  const { rows } = await db.sql.execute<{ n: number }>(sql`SELECT count(*) AS n FROM claims WHERE status = 'pending'`);
  return rows[0]?.n ?? 0;
}
