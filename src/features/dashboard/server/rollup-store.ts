/** All SQL that makes the rollups: what has changed, and a day's figures from that day's own rows. */
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { Day } from "#platform/shared/days.ts";
import { firstOfMonth } from "../rules.ts";

/** The parts that are folded separately; each has its own table, `rollup_{part}`. */
export const parts = ["play", "players", "sales", "claims", "accounts"] as const;
export type RollupPart = (typeof parts)[number];
/** How often each part has changed. */
export type Versions = Readonly<Record<RollupPart, number>>;

/** A part of a day that must be folded again. `course_id` is null for accounts, which belong to no course. */
export type Due = {
  part: RollupPart;
  zone: "course" | "operator";
  course_id: number | null;
  day: Day;
};

/** Any constant: it lets one fold run at a time in all processes. */
const LOCK = 7_306_423;

/** Keeps other folds waiting until the transaction ends. */
export async function lockFold(tx: Db): Promise<void> {
  await tx.sql.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
}

export interface FoldState {
  /** The zone that the operator's days are folded in; null before the first fold. */
  timeZone: string | null;
  versions: Versions;
  /** Whether something has changed since the last fold. */
  isDirty: boolean;
}

export async function readState(db: Db): Promise<FoldState> {
  const { rows } = await db.sql.execute<
    Record<string, unknown> & Versions & { operator_time_zone: string | null; is_dirty: boolean }
  >(
    sql`SELECT operator_time_zone, play, players, sales, claims, accounts, EXISTS (SELECT 1 FROM rollup_marks) AS is_dirty FROM rollup_state`,
  );
  const [row] = rows;
  if (!row) throw new Error("the rollups have no state");
  const { operator_time_zone: timeZone, is_dirty: isDirty, ...versions } = row;
  return { timeZone, isDirty, versions };
}

/** The answer while no fold is due. */
export const notYet = sql`false`;

/** Asks whether something must be folded, or another process has folded since these versions; true without any. */
export const isOtherThan = (known: Versions | undefined) =>
  known === undefined
    ? sql`true`
    : sql`EXISTS (SELECT 1 FROM rollup_marks) OR EXISTS (
  SELECT 1 FROM rollup_state WHERE ${sql.join(
    parts.map((part) => sql`${sql.identifier(part)} <> ${known[part]}`),
    sql` OR `,
  )})`;

export async function saveState(tx: Db, timeZone: string, changed: ReadonlySet<RollupPart>): Promise<void> {
  const counted = parts.map(
    (part) => sql`${sql.identifier(part)} = ${sql.identifier(part)} + ${changed.has(part) ? 1 : 0}`,
  );
  await tx.sql.execute(sql`UPDATE rollup_state SET operator_time_zone = ${timeZone}, ${sql.join(counted, sql`, `)}`);
}

/** Every course's own zone, and the operator's for each. */
const zones = (timeZone: string) => sql`
  zones AS (SELECT 'course' AS zone, id AS course_id, time_zone AS tz FROM courses
    UNION ALL SELECT 'operator', id, ${timeZone} FROM courses)`;

/**
 * Takes the marks: the days that they name must be folded now.
 * @returns the days to fold again, and the courses that have moved to another zone
 */
export async function takeMarks(tx: Db, timeZone: string): Promise<{ due: Due[]; moved: number[] }> {
  // Only an earlier play can change a player's first play.
  const { rows } = await tx.sql.execute<Omit<Due, "part"> & { part: RollupPart | "zone" }>(sql`
    WITH taken AS (DELETE FROM rollup_marks RETURNING part, course_id, at, user_id), ${zones(timeZone)},
    touched AS (
      SELECT part, course_id, at FROM taken WHERE part NOT IN ('accounts', 'zone')
      UNION SELECT 'players', later.course_id, later.started_at
        FROM taken JOIN sessions later ON later.user_id = taken.user_id AND later.started_at > taken.at)
    SELECT DISTINCT part, zone, course_id, (at AT TIME ZONE tz)::date::text AS day FROM touched JOIN zones USING (course_id)
    UNION SELECT part, 'operator', NULL, (at AT TIME ZONE ${timeZone})::date::text FROM taken WHERE part = 'accounts'
    UNION SELECT part, 'course', course_id, NULL FROM taken WHERE part = 'zone'`);
  const isDue = (row: (typeof rows)[number]): row is Due => row.part !== "zone";
  return {
    due: rows.filter(isDue),
    moved: rows.flatMap(({ part, course_id }) => (part === "zone" && course_id !== null ? [course_id] : [])),
  };
}

/**
 * Deletes what was folded: all of it with its marks, or the figures of one course in its own zone.
 * @returns every day that has rows, and those between
 */
export async function forget(tx: Db, timeZone: string, courseId?: number): Promise<Due[]> {
  const which = courseId === undefined ? sql`true` : sql`zone = 'course' AND course_id = ${courseId}`;
  if (courseId === undefined) {
    await tx.sql.execute(sql`DELETE FROM rollup_marks`);
    await tx.sql.execute(sql`DELETE FROM rollup_accounts`);
  }
  for (const part of parts)
    if (part !== "accounts") await tx.sql.execute(sql`DELETE FROM ${tableOf(part)} WHERE ${which}`);
  const { rows } = await tx.sql.execute<Due>(sql`
    WITH ${zones(timeZone)}, spans AS (
      SELECT part, course_id, first, last FROM (VALUES ('play'), ('players')) AS p (part),
        (SELECT course_id, min(started_at) AS first, max(started_at) AS last FROM sessions GROUP BY course_id) s
      UNION ALL SELECT 'sales', course_id, min(created_at), max(created_at) FROM ledger_transfers GROUP BY course_id
      UNION ALL SELECT 'claims', course_id, min(created_at), greatest(max(created_at), max(paid_at)) FROM claims GROUP BY course_id
    )
    SELECT part, zone, course_id, day::date::text AS day FROM spans JOIN zones USING (course_id),
      generate_series((first AT TIME ZONE tz)::date, (last AT TIME ZONE tz)::date, interval '1 day') AS day
    WHERE ${which}
    UNION ALL SELECT 'accounts', 'operator', NULL, day::date::text
      FROM (SELECT min(created_at) AS first, max(created_at) AS last FROM users) u,
        generate_series((first AT TIME ZONE ${timeZone})::date, (last AT TIME ZONE ${timeZone})::date, interval '1 day') AS day
    WHERE ${courseId === undefined}`);
  return rows;
}

/**
 * The days' figures, computed for each day separately. `d` is the day with its moments and a little more, because a
 * zone may repeat its midnight; `ofDay` cuts exactly.
 */
const ofDay = (at: SQL) => sql`${at} >= d.since AND ${at} < d.until AND (${at} AT TIME ZONE d.tz)::date = d.day`;
const figures: Record<RollupPart, SQL> = {
  play: sql`
    SELECT d.zone, d.day, d.course_id, f.* FROM d CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE main_session_id IS NULL) AS sessions,
        count(*) FILTER (WHERE main_session_id IS NULL AND group_data IS NOT NULL),
        count(*) FILTER (WHERE main_session_id IS NULL AND is_free_shot),
        count(*) FILTER (WHERE main_session_id IS NULL AND purchase_context = 'buy_more_balls' AND NOT is_free_shot),
        coalesce(sum(balls_bought), 0), coalesce(sum(shot_count), 0),
        coalesce(sum(extract(epoch FROM last_shot_at - started_at) * 1000) FILTER (WHERE shot_count > 0), 0)::bigint
      FROM sessions s WHERE s.course_id = d.course_id AND ${ofDay(sql`s.started_at`)}
    ) f WHERE f.sessions > 0`,
  players: sql`
    SELECT d.zone, d.day, d.course_id, f.* FROM d CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE NOT EXISTS (
          SELECT 1 FROM sessions e WHERE e.user_id = s.user_id AND (e.started_at, e.id) < (s.started_at, s.id))),
        count(*) FILTER (WHERE NOT EXISTS (
          SELECT 1 FROM sessions e WHERE e.user_id = s.user_id AND e.course_id = s.course_id AND (e.started_at, e.id) < (s.started_at, s.id))),
        array_agg(DISTINCT s.user_id) AS players
      FROM sessions s WHERE s.course_id = d.course_id AND s.user_id IS NOT NULL AND ${ofDay(sql`s.started_at`)}
    ) f WHERE f.players IS NOT NULL`,
  sales: sql`
    SELECT d.zone, d.day, d.course_id, f.* FROM d CROSS JOIN LATERAL (
      SELECT coalesce(o.package_id, 0), count(*) FILTER (WHERE t.kind IN ('capture', 'capture_ahead') AND e.account_key LIKE 'cash:%'),
        coalesce(sum(e.amount_cents) FILTER (WHERE e.account_key LIKE 'cash:%'), 0),
        coalesce(-sum(e.amount_cents) FILTER (WHERE e.account_key LIKE 'refunds_payable:%'), 0)
      FROM ledger_transfers t
      JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_key IN ('cash:' || t.course_id, 'refunds_payable:' || t.payment_id)
      LEFT JOIN payment_attempts p ON p.id = t.payment_id LEFT JOIN orders o ON o.id = p.order_id
      WHERE t.course_id = d.course_id AND ${ofDay(sql`t.created_at`)}
        AND t.kind IN ('capture', 'capture_ahead', 'capture_unfulfillable', 'refund', 'refund_ahead', 'refund_reversed', 'refund_dropped', 'refund_revived', 'refund_cancelled')
      GROUP BY 1
    ) f`,
  claims: sql`
    SELECT d.zone, d.day, d.course_id, f.* FROM d CROSS JOIN LATERAL (
      SELECT target_hole, sum(claims), sum(pending), sum(paid) FROM (
        SELECT target_hole, 1 AS claims, CASE WHEN status = 'pending' THEN 1 ELSE 0 END AS pending, 0 AS paid
          FROM claims c WHERE c.course_id = d.course_id AND ${ofDay(sql`c.created_at`)}
        UNION ALL SELECT target_hole, 0, 0, prize_amount_cents
          FROM claims c WHERE c.course_id = d.course_id AND c.prize_type = 'monetary' AND ${ofDay(sql`c.paid_at`)}
      ) c GROUP BY target_hole
    ) f`,
  accounts: sql`
    SELECT d.day, f.* FROM d CROSS JOIN LATERAL (
      SELECT coalesce(u.acquisition_source, 'unknown'), count(*) FROM users u
      WHERE u.role = 'player' AND u.deleted_at IS NULL AND ${ofDay(sql`u.created_at`)} GROUP BY 1
    ) f`,
};

/** The keys of a part's buckets besides their day, and the columns that a month sums. */
const columns: Record<RollupPart, { keys: readonly string[]; sums: readonly string[] }> = {
  play: {
    keys: ["zone", "course_id"],
    sums: ["sessions", "group_sessions", "free_sessions", "buy_more_sessions", "balls", "shots", "milliseconds"],
  },
  players: { keys: ["zone", "course_id"], sums: ["first_ever", "first_here"] },
  sales: { keys: ["zone", "course_id", "package_id"], sums: ["purchases", "captured_cents", "refunded_cents"] },
  claims: { keys: ["zone", "course_id", "target_hole"], sums: ["claims", "pending", "paid_cents"] },
  accounts: { keys: ["source"], sums: ["accounts"] },
};

/** Computes a part of some days again, and then of their months, whatever was stored before. */
export async function refold(tx: Db, part: RollupPart, due: readonly Due[], timeZone: string): Promise<void> {
  await refoldDays(tx, part, bucketsOf(due), timeZone);
  await refoldMonths(tx, part, bucketsOf(due.map((one) => ({ ...one, day: firstOfMonth(one.day) }))));
}

/** From the days' own rows. */
async function refoldDays(tx: Db, part: RollupPart, days: SQL, timeZone: string): Promise<void> {
  await tx.sql.execute(
    sql`DELETE FROM ${tableOf(part)} r USING ${days} WHERE r.span = 'day' AND r.day = a.day AND ${isOf(part)}`,
  );
  await tx.sql.execute(sql`
    WITH z AS (SELECT DISTINCT a.*, CASE a.zone WHEN 'course' THEN c.time_zone ELSE ${timeZone} END AS tz
      FROM ${days} LEFT JOIN courses c ON c.id = a.course_id),
    d AS (SELECT z.*, (day::timestamp AT TIME ZONE tz) - interval '3 hours' AS since,
      ((day + 1)::timestamp AT TIME ZONE tz) + interval '3 hours' AS until FROM z)
    INSERT INTO ${tableOf(part)} ${figures[part]}`);
}

/** From the buckets of the months' days, for each month separately. */
async function refoldMonths(tx: Db, part: RollupPart, months: SQL): Promise<void> {
  const keys = columns[part].keys.join(", ");
  const sums = columns[part].sums.map((name) => `sum(${name})`).join(", ");
  await tx.sql.execute(
    sql`DELETE FROM ${tableOf(part)} r USING ${months} WHERE r.span = 'month' AND r.day = a.day AND ${isOf(part)}`,
  );
  await tx.sql.execute(sql`
    INSERT INTO ${tableOf(part)} (span, day, ${sql.raw(`${keys}, ${columns[part].sums.join(", ")}`)})
    SELECT 'month', a.day, f.* FROM (SELECT DISTINCT * FROM ${months}) a CROSS JOIN LATERAL (
      SELECT ${sql.raw(`${keys}, ${sums}`)} FROM ${tableOf(part)} r
      WHERE r.span = 'day' AND r.day >= a.day AND r.day < (a.day + interval '1 month')::date AND ${isOf(part)}
      GROUP BY ${sql.raw(keys)}
    ) f`);
}

/** Days (or months) as rows `a`. */
function bucketsOf(due: readonly Due[]): SQL {
  const days = JSON.stringify(due.map(({ zone, course_id, day }) => ({ zone, course_id, day })));
  return sql`jsonb_to_recordset(${days}::jsonb) AS a (zone text, course_id integer, day date)`;
}

/** Whether a bucket `r` is one of the buckets `a`, apart from the day. */
function isOf(part: RollupPart): SQL {
  return part === "accounts" ? sql`true` : sql`r.zone = a.zone AND r.course_id = a.course_id`;
}

function tableOf(part: RollupPart): SQL {
  return sql`${sql.identifier(`rollup_${part}`)}`;
}
