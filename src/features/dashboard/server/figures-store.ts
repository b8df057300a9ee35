/** All SQL that reads figures from the rollups: of all courses in the operator's days, or of one in its own. */
import type { PeopleSource } from "#features/accounts/people-contract.ts";
import type { Hole } from "#features/courses/contract.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { Period } from "#platform/shared/date-filter.ts";
import type { Day } from "#platform/shared/days.ts";
import { bucketsOf, type PackageSales } from "../rules.ts";

/** All courses or one by the operator's days, or one course by its own days. */
export type Scope = { zone: "operator"; courseId?: number | undefined } | { zone: "course"; courseId: number };

/** Runs reads that belong together on one snapshot. */
export async function atOnce<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.sql.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
    return work(tx);
  });
}

function whose(scope: Scope): SQL {
  const zone = sql`zone = ${scope.zone}`;
  return scope.courseId === undefined ? zone : sql`${zone} AND course_id = ${scope.courseId}`;
}

/** A scope's buckets for the sum of a period: one for each whole month, one for each other day. */
function within(scope: Scope, period: Period): SQL {
  return sql`${whose(scope)} AND ${during(period)}`;
}

/** The same for all courses. */
function during(period: Period): SQL {
  if (period === null) return sql`span = 'month'`;
  const ranges = bucketsOf(period).map(({ span, from, to }) => sql`span = ${span} AND day BETWEEN ${from} AND ${to}`);
  return sql`(${sql.join(ranges, sql` OR `)})`;
}

/** A scope's buckets of each day by itself. */
function byDay(scope: Scope, period: Period): SQL {
  const days = sql`${whose(scope)} AND span = 'day'`;
  return period === null ? days : sql`${days} AND day BETWEEN ${period.from} AND ${period.to}`;
}

async function one<T>(db: Db, statement: SQL): Promise<T> {
  const { rows } = await db.sql.execute(statement);
  const [row] = rows;
  if (!row) throw new Error("a sum has no row");
  return row as T; // Each statement names its columns as its caller's type has them.
}

export type Play = {
  sessions: number;
  groups: number;
  free: number;
  buyMore: number;
  balls: number;
  shots: number;
  /** From sessions' starts to their last shots, summed. */
  milliseconds: number;
};

const playSums = sql`coalesce(sum(sessions), 0)::bigint AS sessions, coalesce(sum(group_sessions), 0)::bigint AS groups,
  coalesce(sum(free_sessions), 0)::bigint AS free, coalesce(sum(buy_more_sessions), 0)::bigint AS "buyMore",
  coalesce(sum(balls), 0)::bigint AS balls, coalesce(sum(shots), 0)::bigint AS shots,
  coalesce(sum(milliseconds), 0)::bigint AS milliseconds`;

export async function readPlay(db: Db, scope: Scope, period: Period): Promise<Play> {
  return one(db, sql`SELECT ${playSums} FROM rollup_play WHERE ${within(scope, period)}`);
}

export async function readPlayByDay(db: Db, scope: Scope, period: Period): Promise<(Play & { day: Day })[]> {
  const { rows } = await db.sql.execute<Play & { day: Day }>(
    sql`SELECT day::text AS day, ${playSums} FROM rollup_play WHERE ${byDay(scope, period)} GROUP BY rollup_play.day`,
  );
  return rows;
}

/** The number of players, and of those who played for the first time. */
export async function readPlayers(
  db: Db,
  scope: Scope,
  period: Period,
): Promise<{ players: number; newPlayers: number }> {
  // For all time every player is counted once, at the first play.
  const firsts = scope.courseId === undefined ? sql`first_ever` : sql`first_here`;
  const all =
    period === null
      ? sql`coalesce(sum(${firsts}), 0)::bigint`
      : sql`(SELECT count(DISTINCT player) FROM rollup_players, unnest(players) AS p (player) WHERE ${byDay(scope, period)})`;
  return one(
    db,
    sql`SELECT ${all} AS players, coalesce(sum(first_ever), 0)::bigint AS "newPlayers" FROM rollup_players WHERE ${within(scope, period)}`,
  );
}

/** Captured less refunded, in cents. */
export async function readRevenue(db: Db, scope: Scope, period: Period): Promise<number> {
  const { cents } = await one<{ cents: number }>(
    db,
    sql`SELECT coalesce(sum(captured_cents - refunded_cents), 0)::bigint AS cents FROM rollup_sales WHERE ${within(scope, period)}`,
  );
  return cents;
}

export async function readRevenueByDay(db: Db, scope: Scope, period: Period): Promise<{ day: Day; cents: number }[]> {
  const { rows } = await db.sql.execute<{ day: Day; cents: number }>(sql`
    SELECT day::text AS day, sum(captured_cents - refunded_cents)::bigint AS cents
    FROM rollup_sales WHERE ${byDay(scope, period)} GROUP BY rollup_sales.day`);
  return rows;
}

/** Packages that were sold or refunded, with their base price. */
export async function readPackages(db: Db, scope: Scope, period: Period): Promise<PackageSales[]> {
  const { rows } = await db.sql.execute<PackageSales & Record<string, unknown>>(sql`
    SELECT p.id, p.name, p.price_cents AS "priceCents", s.purchases, s.cents AS "netCents" FROM packages p JOIN (
      SELECT package_id, sum(purchases)::bigint AS purchases, sum(captured_cents - refunded_cents)::bigint AS cents
      FROM rollup_sales WHERE ${within(scope, period)} GROUP BY package_id
    ) s ON s.package_id = p.id`);
  return rows;
}

/** The day with the most revenue, then sessions, then the earliest; null when there is none. */
export async function readPeakDay(db: Db, scope: Scope, period: Period): Promise<Day | null> {
  const { rows } = await db.sql.execute<{ day: Day }>(sql`
    SELECT coalesce(p.day, s.day)::text AS day
    FROM (SELECT day, sum(sessions) AS sessions FROM rollup_play WHERE ${byDay(scope, period)} GROUP BY day) p
    FULL JOIN (SELECT day, sum(captured_cents - refunded_cents) AS cents FROM rollup_sales WHERE ${byDay(scope, period)} GROUP BY day) s
      ON s.day = p.day
    ORDER BY coalesce(s.cents, 0) DESC, coalesce(p.sessions, 0) DESC, 1 LIMIT 1`);
  return rows[0]?.day ?? null;
}

/** The first day on which anybody paid; null before. */
export async function readFirstPaidDay(db: Db, scope: Scope): Promise<Day | null> {
  const { day } = await one<{ day: Day | null }>(
    db,
    sql`SELECT min(day)::text AS day FROM rollup_sales WHERE ${byDay(scope, null)} AND purchases > 0`,
  );
  return day;
}

export type HoleClaims = {
  hole: Hole;
  claims: number;
  pending: number;
  /** Cash paid out in the period, whenever it was claimed. */
  paidCents: number;
};

export async function readClaims(db: Db, scope: Scope, period: Period): Promise<HoleClaims[]> {
  const { rows } = await db.sql.execute<HoleClaims>(sql`
    SELECT target_hole AS hole, sum(claims)::bigint AS claims, sum(pending)::bigint AS pending, sum(paid_cents)::bigint AS "paidCents"
    FROM rollup_claims WHERE ${within(scope, period)} GROUP BY target_hole`);
  return rows;
}

/** Players' accounts by where they came from, the most first. */
export async function readAccounts(db: Db, period: Period): Promise<{ source: PeopleSource; count: number }[]> {
  const { rows } = await db.sql.execute<{ source: PeopleSource; count: number }>(sql`
    SELECT source, sum(accounts)::bigint AS count FROM rollup_accounts WHERE ${during(period)}
    GROUP BY source ORDER BY count DESC, source`);
  return rows;
}

/** Open courses, the most sessions in the period first. */
export async function readCourses(db: Db, period: Period): Promise<{ id: number; name: string; sessions: number }[]> {
  const { rows } = await db.sql.execute<{ id: number; name: string; sessions: number }>(sql`
    SELECT c.id, c.name, coalesce(p.sessions, 0)::bigint AS sessions FROM courses c LEFT JOIN (
      SELECT course_id, sum(sessions) AS sessions FROM rollup_play WHERE ${within({ zone: "operator" }, period)} GROUP BY course_id
    ) p ON p.course_id = c.id WHERE c.active ORDER BY 3 DESC, c.name, c.id`);
  return rows;
}
