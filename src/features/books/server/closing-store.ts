/** SQL of closing a course for good: what stands against it, and the base of its pot. */
import { isWaiting } from "#features/accounts/server/proposal-store.ts";
import { CLAIM_WINDOW_SECONDS } from "#features/play/rules.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import type { Found } from "../closing-rules.ts";

/** A call that came within the claim window may take so long to be written. */
const LONGEST_CALL_SECONDS = 60;
const LISTED = 100;

/** The obstacles to closing a course for good, in the order in which they are best settled. */
export async function listObstacles(db: Db, courseId: number, now: Date): Promise<Found[]> {
  const quietSince = new Date(now.getTime() - (CLAIM_WINDOW_SECONDS + LONGEST_CALL_SECONDS) * 1000).toISOString();
  const none = sql`NULL`;
  const found = (kind: string, of: { orderId?: SQL; name?: SQL; cents?: SQL }, rows: SQL) =>
    sql`SELECT ${kind}::text AS kind, (${of.orderId ?? none})::text AS order_id, (${of.name ?? none})::text AS name, (${of.cents ?? none})::bigint AS cents FROM ${rows}`;
  const ofOrder = { orderId: sql`o.id`, name: sql`o.number` };
  const owed = (account: string) =>
    sql`ledger_accounts a WHERE a.key = ${`${account}:${courseId}`} AND a.balance_cents <> 0`;
  const lists = [
    found("sales", {}, sql`courses c WHERE c.id = ${courseId} AND c.active`),
    found(
      "payment",
      ofOrder,
      sql`payment_attempts p JOIN orders o ON o.id = p.order_id WHERE o.course_id = ${courseId} AND p.status NOT IN ('succeeded', 'failed')`,
    ),
    found(
      "session",
      { name: sql`s.player_name` },
      sql`sessions s WHERE s.course_id = ${courseId} AND (s.status <> 'completed' OR s.ended_at > ${quietSince})`,
    ),
    found("ahead", ofOrder, sql`orders o WHERE o.course_id = ${courseId} AND o.status = 'paid'`),
    found(
      "dispute",
      ofOrder,
      sql`disputes d JOIN payment_attempts p ON p.id = d.payment_id JOIN orders o ON o.id = p.order_id WHERE o.course_id = ${courseId} AND d.status = 'open'`,
    ),
    found(
      "refund",
      ofOrder,
      sql`refunds r JOIN orders o ON o.id = r.order_id WHERE o.course_id = ${courseId} AND r.status IN ('due', 'failed')`,
    ),
    found(
      "claim",
      { name: sql`c.player_name` },
      sql`claims c WHERE c.course_id = ${courseId} AND c.status = 'pending'`,
    ),
    found(
      "payout",
      { name: sql`c.player_name` },
      sql`claims c WHERE c.course_id = ${courseId} AND c.payout_status = 'due'`,
    ),
    found("range", { cents: sql`-a.balance_cents` }, owed("range_share")),
    found("tax", { cents: sql`-a.balance_cents` }, owed("tax_payable")),
    found(
      "account",
      { name: sql`a.kind`, cents: sql`sum(abs(a.balance_cents))` },
      sql`ledger_accounts a WHERE a.course_id = ${courseId} AND a.kind IN ('deferred', 'reserved', 'prize_payable', 'refunds_payable') AND a.balance_cents <> 0 GROUP BY a.kind`,
    ),
  ];
  const { rows } = await db.sql.execute<Found & Record<string, unknown>>(
    sql`SELECT kind, order_id AS "orderId", name, cents FROM (${sql.join(lists, sql` UNION ALL `)}) found LIMIT ${LISTED}`,
  );
  return rows;
}

/**
 * What the house had put into a course's pot, in cents: the last reseed whose claim was not rejected, which gives its
 * own reseed back; without one, the opening.
 */
export async function readBase(db: Db, courseId: number): Promise<number> {
  const { rows } = await db.sql.execute<{ cents: number }>(sql`
    SELECT coalesce(
      (SELECT c.reseed_cents FROM claims c WHERE c.course_id = ${courseId} AND c.target_hole = 'middle' AND c.status <> 'rejected' ORDER BY c.arrival DESC LIMIT 1),
      (SELECT -sum(e.amount_cents) FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
        WHERE t.course_id = ${courseId} AND t.kind = 'open_pot' AND e.account_key = ${`pot:${courseId}`}), 0)::bigint AS cents`);
  return rows[0]?.cents ?? 0;
}

/** The newest open proposal to close a course. */
export async function findProposed(db: Db, courseId: number, now: Date): Promise<number | null> {
  const { rows } = await db.sql.execute<{ id: number }>(sql`
    SELECT id FROM proposals WHERE kind = 'close_course' AND ${isWaiting(now)} AND (detail ->> 'courseId')::int = ${courseId}
    ORDER BY id DESC LIMIT 1`);
  return rows[0]?.id ?? null;
}
