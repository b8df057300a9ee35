/** SQL of taking a payment, in as few statements as the locks allow: what waits for a lock is read after it. */
import type { UserRow } from "#features/accounts/server/store.ts";
import type { CourseRow } from "#features/courses/server/store.ts";
import { courses } from "#features/courses/server/tables.ts";
import type { OrderRow } from "#features/orders/server/store.ts";
import { orders, paymentAttempts } from "#features/orders/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { eq, sql } from "#platform/server/db/drizzle.ts";
import { rowOf } from "#platform/server/db/rows.ts";
import type { OrderStatus } from "#features/orders/contract.ts";
import type { PaymentAttemptRow } from "./store.ts";

type Raw = Readonly<Record<string, unknown>>;

/** Whose an attempt is. */
export interface AttemptOwner {
  userId: string;
  orderId: string;
}

/** Whose an attempt is, and its state now. */
export async function findOwner(
  db: Db,
  attemptId: string,
): Promise<(AttemptOwner & Pick<PaymentAttemptRow, "status">) | undefined> {
  const [row] = await db.sql
    .select({ userId: orders.userId, orderId: orders.id, status: paymentAttempts.status })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(paymentAttempts.id, attemptId));
  return row;
}

/** A payment with its player, order and attempt locked in this order, and its course. */
export interface LockedPayment {
  player: Pick<UserRow, "id" | "playerId" | "name">;
  order: OrderRow;
  attempt: PaymentAttemptRow;
  course: CourseRow;
}

/**
 * Locks an attempt's player, order and payment, in this order. The rows are as they are once all are locked, because a
 * locking read follows a row to its latest version.
 */
export async function lockPayment(tx: Db, attemptId: string, owner: AttemptOwner): Promise<LockedPayment> {
  const { rows } = await tx.sql.execute<{
    player: LockedPayment["player"];
    bought: Raw;
    attempt: Raw;
    course: Raw;
  }>(sql`
    WITH player AS (SELECT id, player_id, name FROM users WHERE id = ${owner.userId} FOR NO KEY UPDATE)
    SELECT (SELECT json_build_object('id', u.id, 'playerId', u.player_id, 'name', u.name) FROM player u) AS player,
      to_jsonb(o) AS bought, to_jsonb(p) AS attempt, to_jsonb(c) AS course
    FROM orders o JOIN payment_attempts p ON p.order_id = o.id JOIN courses c ON c.id = o.course_id
    WHERE o.id = ${owner.orderId} AND p.id = ${attemptId} AND (SELECT count(*) FROM player) = 1
    FOR NO KEY UPDATE OF o, p`);
  const [row] = rows;
  if (!row) throw new Error(`Payment attempt ${attemptId} is gone`);
  return {
    player: row.player,
    order: rowOf(orders, row.bought),
    attempt: rowOf(paymentAttempts, row.attempt),
    course: rowOf(courses, row.course),
  };
}

/** Whether a player, who must be locked, still plays, and the paid order for the same that waits for its start. */
export async function readStanding(
  tx: Db,
  userId: string,
  wanted: { courseId: number; packageId: number },
  now: Date,
): Promise<{ plays: boolean; waiting: string | null }> {
  const { rows } = await tx.sql.execute<{ plays: boolean; waiting: string | null }>(sql`
    SELECT EXISTS (SELECT FROM sessions s
        WHERE s.buyer_id = ${userId} AND s.status = 'active' AND s.expires_at > ${now.toISOString()}) AS plays,
      (SELECT o.id FROM orders o WHERE o.user_id = ${userId} AND o.status = 'paid'
        AND o.course_id = ${wanted.courseId} AND o.package_id = ${wanted.packageId} LIMIT 1) AS waiting`);
  return rows[0] ?? { plays: false, waiting: null };
}

/** Writes an order with its first attempt. */
export async function insertOrder(
  tx: Db,
  order: typeof orders.$inferInsert,
  attempt: typeof paymentAttempts.$inferInsert,
): Promise<OrderRow> {
  const { rows } = await tx.sql.execute(sql`
    WITH made AS ${tx.sql.insert(orders).values(order).returning()},
      attempt AS ${tx.sql.insert(paymentAttempts).values(attempt)}
    SELECT * FROM made`);
  const [row] = rows;
  if (!row) throw new Error("insert returned nothing");
  return rowOf(orders, row);
}

/** Records a capture: its attempt has succeeded, and its order is paid or fulfilled. */
export async function setCaptured(
  tx: Db,
  { order, attempt }: Pick<LockedPayment, "order" | "attempt">,
  to: { status: OrderStatus; sessionId?: string; deferred?: true; reference: string | null; at: Date },
): Promise<void> {
  const at = to.at.toISOString();
  await tx.sql.execute(sql`
    WITH captured AS (
      UPDATE payment_attempts SET status = 'succeeded', resolved_at = ${at}, reference = ${to.reference},
        failure_code = NULL, failure_message = NULL WHERE id = ${attempt.id}
    )
    UPDATE orders SET status = ${to.status}, paid_at = ${at}, session_id = coalesce(${to.sessionId ?? null}::uuid, session_id),
      deferred = deferred OR ${to.deferred ?? false}::boolean WHERE id = ${order.id}`);
}
