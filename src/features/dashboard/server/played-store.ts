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

/** The sessions `s` of a course and a period. */
function during({ courseId, from, until }: Omit<PlayedPage<unknown>, "sort" | "limit">): SQL[] {
  return [
    ...(courseId === undefined ? [] : [sql`s.course_id = ${courseId}`]),
    ...(from ? [sql`s.started_at >= ${moment(from)}`] : []),
    ...(until ? [sql`s.started_at < ${moment(until)}`] : []),
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

/** A player is new when the first session of the course and the period is the first one ever. */
export async function listPlayers(db: Db, page: PlayedPage<PlayerKind>): Promise<PlayerRow[]> {
  const { text, kind, sort, beyond, limit } = page;
  const only = [
    sql`true`,
    ...(kind ? [kind === "new" ? sql`h."isNew"` : sql`NOT h."isNew"`] : []),
    ...(text ? [sql`u.id IN (${peopleCalled(text)})`] : []),
    ...(beyond
      ? [
          sql`(h.last_at, u.id) ${after(sort)} (SELECT b.last_at, b.user_id FROM here b WHERE b.user_id = ${beyond.id}::uuid)`,
        ]
      : []),
  ];
  const { rows } = await db.sql.execute<PlayerRow & Record<string, unknown>>(sql`
    WITH here AS (
      SELECT s.user_id, count(*)::integer AS sessions, sum(s.shot_count)::integer AS shots, max(s.started_at) AS last_at,
        bool_or(NOT EXISTS (SELECT 1 FROM sessions e WHERE e.user_id = s.user_id AND (e.started_at, e.id) < (s.started_at, s.id))) AS "isNew"
      FROM sessions s WHERE ${sql.join([sql`s.user_id IS NOT NULL`, ...during(page)], sql` AND `)} GROUP BY s.user_id
    )
    SELECT u.id, u.player_id AS "playerId", u.name, h."isNew", h.sessions, h.shots, ${iso(sql`h.last_at`)} AS "lastAt"
    FROM here h JOIN users u ON u.id = h.user_id
    WHERE ${sql.join(only, sql` AND `)}
    ORDER BY h.last_at ${order(sort)}, u.id ${order(sort)} LIMIT ${limit}`);
  return rows;
}
