/** SQL of beginning payments: what is offered, what stands in the way, and the order with its first attempt. */
import { refuse as refuseAccount } from "#features/accounts/contract.ts";
import { lockUserAhead } from "#features/accounts/server/store.ts";
import type { CourseRow, PackageRow } from "#features/courses/server/store.ts";
import { courses, packages } from "#features/courses/server/tables.ts";
import { orders, paymentAttempts } from "#features/orders/server/tables.ts";
import type { CountedTimes } from "#platform/server/caps.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import { recordsOf, rowOf, rowsGiven } from "#platform/server/db/rows.ts";
import { together } from "#platform/server/db/together.ts";
import { declinedTimes, type Payer, whoseDeclines } from "./declines.ts";

type Raw = Readonly<Record<string, unknown>>;

/** What somebody wants to buy. */
export interface Wanted {
  userId: string;
  /** The call's idempotency key. */
  key: string | undefined;
  courseId: number;
  packageId: number;
}

/** The course if it is open, the package if it is on sale, and the order that the same call has begun. */
export interface Offer {
  begun: string | undefined;
  course: CourseRow | undefined;
  pack: PackageRow | undefined;
}

/** Reads what payments buy. Those that are asked for at the same moment share a statement. */
export function offersTogether(db: Db): (wanted: Wanted) => Promise<Offer> {
  return together<Wanted, Offer>(async (all) => {
    const offers = await readOffers(db, all);
    const found = new Map(all.map((one, n) => [one, offers[n]]));
    return (one) => found.get(one) ?? { begun: undefined, course: undefined, pack: undefined };
  });
}

const KEYED = { n: "int", user_id: "uuid", key: "text" };

/** Most want the same: a course and a package are read once for all. */
async function readOffers(db: Db, all: readonly Wanted[]): Promise<Offer[]> {
  const keyed = all.map(({ userId, key }, n) => ({ n, user_id: userId, key: key ?? null }));
  const ids = (of: "courseId" | "packageId") => sql`${sql.param([...new Set(all.map((one) => one[of]))])}::int[]`;
  const { rows } = await db.sql.execute<{ begun: (string | null)[]; courses: Raw[]; packages: Raw[] }>(sql`
    SELECT
      (SELECT json_agg((SELECT id FROM orders WHERE user_id = one.user_id AND idempotency_key = one.key) ORDER BY n)
        FROM (${rowsGiven(KEYED, keyed)}) AS one) AS begun,
      (SELECT coalesce(json_agg(c), '[]') FROM courses c WHERE id = ANY(${ids("courseId")}) AND active) AS courses,
      (SELECT coalesce(json_agg(p), '[]') FROM packages p WHERE id = ANY(${ids("packageId")}) AND active) AS packages`);
  const [found] = rows;
  const courseRows = new Map(found?.courses.map((raw) => [raw["id"], rowOf(courses, raw)]));
  const packageRows = new Map(found?.packages.map((raw) => [raw["id"], rowOf(packages, raw)]));
  return all.map(({ courseId, packageId }, n) => ({
    begun: found?.begun[n] ?? undefined,
    course: courseRows.get(courseId),
    pack: packageRows.get(packageId),
  }));
}

/** What may stand in the way of a payment. */
export interface Standing {
  plays: boolean;
  /** The paid order for the same that waits for its start. */
  waiting: string | null;
  /** The declined payments that count. */
  declined: CountedTimes;
}
type StandingColumns = Standing & Record<string, unknown>;

/** With EXISTS, PostgreSQL would read the sessions of everybody who plays when it is asked for many players. */
function standingColumns(of: { userId: SQL; courseId: SQL; packageId: SQL; whose: SQL }, now: Date): SQL {
  return sql`
    (SELECT true FROM sessions s
      WHERE s.buyer_id = ${of.userId} AND s.status = 'active' AND s.expires_at > ${now.toISOString()} LIMIT 1) IS NOT NULL AS plays,
    (SELECT o.id FROM orders o WHERE o.user_id = ${of.userId} AND o.status = 'paid'
      AND o.course_id = ${of.courseId} AND o.package_id = ${of.packageId} LIMIT 1) AS waiting,
    ${declinedTimes(of.whose, now)} AS declined`;
}

/**
 * Locks a player, then reads what may stand in the way of a payment.
 * @throws accounts.not_found for an account that was deleted meanwhile
 */
export async function lockStanding(
  tx: Db,
  payer: Payer,
  { courseId, packageId }: { courseId: number; packageId: number },
  now: Date,
): Promise<Standing> {
  await lockUserAhead(tx, payer.userId);
  const of = {
    userId: sql`u.id`,
    courseId: sql`${courseId}::int`,
    packageId: sql`${packageId}::int`,
    whose: sql`${sql.param(whoseDeclines(payer))}::text[]`,
  };
  const { rows } = await tx.sql.execute<StandingColumns>(sql`
    SELECT ${standingColumns(of, now)} FROM users u WHERE u.id = ${payer.userId} AND u.deleted_at IS NULL`);
  if (!rows[0]) throw refuseAccount("accounts.not_found");
  return rows[0];
}

/**
 * The same for many players. It waits for no lock, because all would wait for it: whoever is in use or
 * deleted is left out.
 * @returns by the players' ids
 */
export async function lockFreeStandings(
  tx: Db,
  asked: readonly { payer: Payer; order: Pick<NewOrder, "courseId" | "packageId"> }[],
  now: Date,
): Promise<Map<string, Standing>> {
  const ids = sql`${sql.param(asked.map(({ payer }) => payer.userId))}::uuid[]`;
  const locked = await tx.sql.execute<{ id: string }>(
    sql`SELECT id FROM users WHERE id = ANY(${ids}) AND deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED`,
  );
  const isLocked = new Set(locked.rows.map(({ id }) => id));
  const payers = asked
    .filter(({ payer }) => isLocked.has(payer.userId))
    .map(({ payer, order }) => ({
      user_id: payer.userId,
      course_id: order.courseId,
      package_id: order.packageId,
      whose: whoseDeclines(payer),
    }));
  const [userId, courseId, packageId, whose] = [
    sql`one.user_id`,
    sql`one.course_id`,
    sql`one.package_id`,
    sql`one.whose`,
  ];
  // A statement of its own: what was committed until a player was locked is seen.
  const { rows } = await tx.sql.execute<StandingColumns & { user_id: string }>(sql`
    SELECT one.user_id, ${standingColumns({ userId, courseId, packageId, whose }, now)}
    FROM jsonb_to_recordset(${JSON.stringify(payers)}::jsonb)
      AS one (user_id uuid, course_id int, package_id int, whose text[])`);
  return new Map(rows.map((row) => [row.user_id, row]));
}

export type NewOrder = typeof orders.$inferInsert;
export type NewAttempt = typeof paymentAttempts.$inferInsert;

/** Writes orders, each with its first attempt, together with the next statement or the commit. */
export async function insertOrders(tx: Db, made: readonly { order: NewOrder; attempt: NewAttempt }[]): Promise<void> {
  const order = recordsOf(
    orders,
    made.map((one) => one.order),
  );
  const attempt = recordsOf(
    paymentAttempts,
    made.map((one) => one.attempt),
  );
  await tx.ahead(sql`
    WITH made AS (INSERT INTO orders (${order.columns}) SELECT ${order.columns} FROM ${order.records}),
      attempt AS (INSERT INTO payment_attempts (${attempt.columns}) SELECT ${attempt.columns} FROM ${attempt.records})
    SELECT`);
}
