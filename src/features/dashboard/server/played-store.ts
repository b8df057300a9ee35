/** All SQL of the rows behind the figures of play. Each condition is the one by which a figure counts. */
import { peopleCalled } from "#features/accounts/server/people-store.ts";
import type { Place } from "#platform/server/db/cursor.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { ActivePlayer, PlayedSession, PlayedSort, PlayerKind, SessionKind } from "../played-contract.ts";

export interface PlayedPage<Kind> {
  text: string | undefined;
  kind: Kind | undefined;
  courseId: number | undefined;
  /** The first instant of the period, and the first one after it. */
  from: Date | undefined;
  until: Date | undefined;
  sort: PlayedSort;
  /** The row after which the page begins. */
  beyond: Place | undefined;
  limit: number;
}

const kinds: Readonly<Record<SessionKind, SQL>> = {
  individual: sql`s.group_data IS NULL AND NOT s.is_free_shot`,
  group: sql`s.group_data IS NOT NULL`,
  free: sql`s.is_free_shot`,
  initial: sql`s.purchase_context <> 'buy_more_balls' AND NOT s.is_free_shot`,
  more: sql`s.purchase_context = 'buy_more_balls' AND NOT s.is_free_shot`,
};

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const iso = (at: SQL) => sql`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The sessions of a course and a period. @param of their name in the statement */
function during(
  { courseId, from, until }: Pick<PlayedPage<unknown>, "courseId" | "from" | "until">,
  of = sql`s`,
): SQL[] {
  return [
    ...(courseId === undefined ? [] : [sql`${of}.course_id = ${courseId}`]),
    ...(from ? [sql`${of}.started_at >= ${moment(from)}`] : []),
    ...(until ? [sql`${of}.started_at < ${moment(until)}`] : []),
  ];
}

/** What comes after a row, and the order. A cursor has milliseconds, so the row itself is read for its moment. */
const order = (sort: PlayedSort) => (sort === "newest" ? sql`DESC` : sql`ASC`);
const after = (sort: PlayedSort) => (sort === "newest" ? sql`<` : sql`>`);

export async function listSessions(db: Db, page: PlayedPage<SessionKind>): Promise<PlayedSession[]> {
  const { text, kind, sort, beyond, limit } = page;
  const where = [
    sql`s.main_session_id IS NULL`,
    ...during(page),
    ...(kind ? [kinds[kind]] : []),
    ...(text ? [sql`coalesce(s.user_id, s.buyer_id) IN (${peopleCalled(text)})`] : []),
    ...(beyond
      ? [
          sql`(s.started_at, s.id) ${after(sort)} (SELECT p.started_at, p.id FROM sessions p WHERE p.id = ${beyond.id}::uuid)`,
        ]
      : []),
  ];
  const { rows } = await db.sql.execute<PlayedSession & Record<string, unknown>>(sql`
    SELECT s.id, ${iso(sql`s.started_at`)} AS "startedAt",
      jsonb_build_object('id', coalesce(s.user_id, s.buyer_id), 'name', s.player_name) AS player,
      jsonb_build_object('id', c.id, 'name', c.name) AS course, s.bay_number AS "bayNumber",
      s.is_free_shot AS "isFreeShot", s.group_data IS NOT NULL AS "isGroup",
      s.purchase_context = 'buy_more_balls' AND NOT s.is_free_shot AS "isMore",
      of.players, of.balls, of.shots, of.claims,
      (SELECT jsonb_build_object('id', o.id, 'number', o.number) FROM orders o WHERE o.session_id = s.id LIMIT 1) AS "order"
    FROM sessions s JOIN courses c ON c.id = s.course_id CROSS JOIN LATERAL (
      SELECT 1 + count(f.id)::integer AS players, s.balls_bought + coalesce(sum(f.balls_bought), 0)::integer AS balls,
        s.shot_count + coalesce(sum(f.shot_count), 0)::integer AS shots, s.claim_count + coalesce(sum(f.claim_count), 0)::integer AS claims
      FROM sessions f WHERE f.main_session_id = s.id
    ) of
    WHERE ${sql.join(where, sql` AND `)}
    ORDER BY s.started_at ${order(sort)}, s.id ${order(sort)} LIMIT ${limit}`);
  return rows;
}

export type PlayerRow = Omit<ActivePlayer, "userId"> & { playerId: string };

/**
 * The players of a course and a period by their last session in it. Sessions are read in the order of time until the
 * page is full, because all of a large installation cannot be grouped first; who is new or returning, and what each has
 * played, is read player by player. A player is new when the first session ever is one of the course and the period.
 */
export async function listPlayers(db: Db, page: PlayedPage<PlayerKind>): Promise<PlayerRow[]> {
  const { text, kind, sort, beyond, limit } = page;
  // Of all time everybody is new, and all of it would be read to find nobody else.
  if (kind === "returning" && page.from === undefined && page.courseId === undefined) return [];
  const all = (conditions: readonly SQL[]) => sql.join([...conditions], sql` AND `);
  const ofPlayer = (player: SQL, one: SQL) => all([sql`${one}.user_id = ${player}`, ...during(page, one)]);
  const lastOf = (player: SQL, what: SQL) =>
    sql`(SELECT ${what} FROM sessions l WHERE ${ofPlayer(player, sql`l`)} ORDER BY l.started_at DESC LIMIT 1)`;
  const isNew = (player: SQL) =>
    sql`(SELECT ${all([sql`true`, ...during(page, sql`f`)])} FROM sessions f WHERE f.user_id = ${player} ORDER BY f.started_at LIMIT 1)`;
  const place = beyond && sql`${beyond.id}::uuid`;
  const checks = [
    lastOf(sql`s.user_id`, sql`l.id = s.id`),
    ...(kind ? [kind === "new" ? isNew(sql`s.user_id`) : sql`NOT ${isNew(sql`s.user_id`)}`] : []),
    ...(place ? [sql`(s.started_at, s.user_id) ${after(sort)} ${lastOf(place, sql`l.started_at, l.user_id`)}`] : []),
  ];
  const only = [
    sql`s.user_id IS NOT NULL`,
    ...during(page),
    ...(text ? [sql`s.user_id IN (${peopleCalled(text)})`] : []),
    // The row beyond which the page begins, as far as the index can use it.
    ...(place ? [sql`s.started_at ${after(sort)}= ${lastOf(place, sql`l.started_at`)}`] : []),
    // PostgreSQL reckons that half of the rows pass a CASE. So it expects to find a page soon, and reads in the order of
    // time.
    sql`CASE WHEN ${all(checks)} THEN true END`,
  ];
  const { rows } = await db.sql.execute<PlayerRow & Record<string, unknown>>(sql`
    WITH last AS (
      SELECT s.user_id, s.started_at FROM sessions s
      WHERE ${all(only)} ORDER BY s.started_at ${order(sort)}, s.user_id ${order(sort)} LIMIT ${limit}
    )
    SELECT u.id, u.player_id AS "playerId", u.name, ${isNew(sql`u.id`)} AS "isNew", of.sessions, of.shots, ${iso(sql`last.started_at`)} AS "lastAt"
    FROM last JOIN users u ON u.id = last.user_id CROSS JOIN LATERAL (
      SELECT count(*)::integer AS sessions, sum(e.shot_count)::integer AS shots FROM sessions e WHERE ${ofPlayer(sql`last.user_id`, sql`e`)}
    ) of
    ORDER BY last.started_at ${order(sort)}, u.id ${order(sort)}`);
  return rows;
}
