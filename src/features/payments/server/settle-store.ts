/** SQL of taking a payment, in as few statements as the locks allow: what waits for a lock is read after it. */
import { refuse as refuseAccount } from "#features/accounts/contract.ts";
import { holdPlayers, lockUserAhead, type UserRow } from "#features/accounts/server/store.ts";
import type { CourseRow, PackageRow } from "#features/courses/server/store.ts";
import { courses, packages } from "#features/courses/server/tables.ts";
import { account } from "#features/ledger/rules.ts";
import { existing } from "#features/ledger/server/store.ts";
import type { Order, OrderStatus } from "#features/orders/contract.ts";
import { type OrderRow, readOrdersWith } from "#features/orders/server/store.ts";
import { orders, paymentAttempts } from "#features/orders/server/tables.ts";
import { friendsIn } from "#features/play/server/start.ts";
import type { SessionRow } from "#features/play/server/store.ts";
import { sessions } from "#features/play/server/tables.ts";
import type { CountedTimes } from "#platform/server/caps.ts";
import type { Db } from "#platform/server/db/database.ts";
import { eq, sql } from "#platform/server/db/drizzle.ts";
import { rowOf } from "#platform/server/db/rows.ts";
import { declinedTimes } from "./declines.ts";
import type { PaymentAttemptRow } from "./store.ts";

type Raw = Readonly<Record<string, unknown>>;

/** The player and the course of an attempt, and the group that its order names. */
export interface AttemptOwner extends Pick<OrderRow, "groupData"> {
  userId: string;
  orderId: string;
  courseId: number;
}

/** The same with the attempt's present state. */
export async function findOwner(
  db: Db,
  attemptId: string,
): Promise<(AttemptOwner & Pick<PaymentAttemptRow, "status">) | undefined> {
  const [row] = await db.sql
    .select({
      userId: orders.userId,
      orderId: orders.id,
      courseId: orders.courseId,
      groupData: orders.groupData,
      status: paymentAttempts.status,
    })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(paymentAttempts.id, attemptId));
  return row;
}

/** Reads what a payment buys: the course if it is open, the package if it is on sale, and what the same call has begun. */
export async function readOffer(
  db: Db,
  wanted: { userId: string; key: string | undefined; courseId: number; packageId: number },
): Promise<{ begun: string | undefined; course: CourseRow | undefined; pack: PackageRow | undefined }> {
  const { rows } = await db.sql.execute<{ begun: string | null; course: Raw | null; pack: Raw | null }>(sql`
    SELECT (SELECT id FROM orders WHERE user_id = ${wanted.userId} AND idempotency_key = ${wanted.key ?? null}) AS begun,
      (SELECT to_jsonb(c) FROM courses c WHERE id = ${wanted.courseId} AND active) AS course,
      (SELECT to_jsonb(p) FROM packages p WHERE id = ${wanted.packageId} AND active) AS pack`);
  const { begun, course, pack } = rows[0] ?? { begun: null, course: null, pack: null };
  return {
    begun: begun ?? undefined,
    course: course ? rowOf(courses, course) : undefined,
    pack: pack ? rowOf(packages, pack) : undefined,
  };
}

/** A payment with its player, order and attempt locked in this order, its course, and which of its accounts exist. */
export interface LockedPayment {
  player: Pick<UserRow, "id" | "playerId" | "name">;
  order: OrderRow;
  attempt: PaymentAttemptRow;
  course: CourseRow;
  accounts: ReadonlySet<string>;
}

/**
 * Locks an attempt's player, order and payment, in this order, after the friends of its group are held. The rows are as they are once all are locked, because a
 * locking read follows a row to its latest version.
 */
export async function lockPayment(tx: Db, attemptId: string, owner: AttemptOwner): Promise<LockedPayment> {
  await holdPlayers(tx, friendsIn(owner.groupData));
  const { rows } = await tx.sql.execute<{
    player: LockedPayment["player"];
    bought: Raw;
    attempt: Raw;
    course: Raw;
    accounts: string[];
  }>(sql`
    WITH player AS (SELECT id, player_id, name FROM users WHERE id = ${owner.userId} FOR NO KEY UPDATE)
    SELECT (SELECT json_build_object('id', u.id, 'playerId', u.player_id, 'name', u.name) FROM player u) AS player,
      to_jsonb(o) AS bought, to_jsonb(p) AS attempt, to_jsonb(c) AS course,
      ${existing(accountsOf(owner.courseId))} AS accounts
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
    accounts: new Set(row.accounts),
  };
}

/** The accounts that a capture may move. */
function accountsOf(courseId: number): string[] {
  const { cash, deferred, pot, rangeShare, revenue, taxPayable } = account;
  return [cash, deferred, pot, rangeShare, revenue, taxPayable].map((of) => of(courseId));
}

/**
 * Locks a player, then reads whether the player still plays, the paid order for the same that waits for its start, and
 * the declined payments that count.
 * @throws accounts.not_found for an account that was deleted meanwhile
 */
export async function lockStanding(
  tx: Db,
  payer: { userId: string; browserId: string | null },
  wanted: { courseId: number; packageId: number },
  now: Date,
): Promise<{ plays: boolean; waiting: string | null; declined: CountedTimes }> {
  const { userId } = payer;
  await lockUserAhead(tx, userId);
  const { rows } = await tx.sql.execute<{ plays: boolean; waiting: string | null; declined: CountedTimes }>(sql`
    SELECT EXISTS (SELECT FROM sessions s
        WHERE s.buyer_id = ${userId} AND s.status = 'active' AND s.expires_at > ${now.toISOString()}) AS plays,
      (SELECT o.id FROM orders o WHERE o.user_id = ${userId} AND o.status = 'paid'
        AND o.course_id = ${wanted.courseId} AND o.package_id = ${wanted.packageId} LIMIT 1) AS waiting,
      ${declinedTimes(payer, now)} AS declined
    FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL`);
  if (!rows[0]) throw refuseAccount("accounts.not_found");
  return rows[0];
}

/** Writes an order with its first attempt, together with the next statement or the commit. */
export async function insertOrder(
  tx: Db,
  order: typeof orders.$inferInsert,
  attempt: typeof paymentAttempts.$inferInsert,
): Promise<void> {
  await tx.ahead(sql`
    WITH made AS ${tx.sql.insert(orders).values(order)}, attempt AS ${tx.sql.insert(paymentAttempts).values(attempt)}
    SELECT`);
}

/** Records a capture, together with the next statement: its attempt has succeeded, and its order is paid or fulfilled. */
export async function setCaptured(
  tx: Db,
  { order, attempt }: Pick<LockedPayment, "order" | "attempt">,
  to: { status: OrderStatus; sessionId?: string; deferred?: true; reference: string | null; at: Date },
): Promise<void> {
  const at = to.at.toISOString();
  await tx.ahead(sql`
    WITH captured AS (
      UPDATE payment_attempts SET status = 'succeeded', resolved_at = ${at}, reference = ${to.reference},
        failure_code = NULL, failure_message = NULL WHERE id = ${attempt.id}
    )
    UPDATE orders SET status = ${to.status}, paid_at = ${at}, session_id = coalesce(${to.sessionId ?? null}::uuid, session_id),
      deferred = deferred OR ${to.deferred ?? false}::boolean WHERE id = ${order.id}`);
}

/** An order as its golfer sees it, with the session that it has started. */
export async function readPaid(
  db: Db,
  userId: string,
  orderId: string,
): Promise<{ order: Order; started: SessionRow | undefined }> {
  const session = sql<Raw | null>`(SELECT to_jsonb(s) FROM sessions s WHERE s.id = ${orders.sessionId})`;
  const [found] = await readOrdersWith(db, userId, orderId, session);
  if (!found) throw new Error(`Order ${orderId} is gone`);
  return { order: found.order, started: found.added ? rowOf(sessions, found.added) : undefined };
}
