/** SQL of settling payments, in as few statements as the locks allow: what waits for a lock is read after it. */
import { holdPlayers, type UserRow } from "#features/accounts/server/store.ts";
import type { CourseRow } from "#features/courses/server/store.ts";
import { courses } from "#features/courses/server/tables.ts";
import { account } from "#features/ledger/rules.ts";
import { existing } from "#features/ledger/server/store.ts";
import type { Order, OrderStatus } from "#features/orders/contract.ts";
import { type OrderRow, readOrdersWith } from "#features/orders/server/store.ts";
import { orders, paymentAttempts } from "#features/orders/server/tables.ts";
import { friendsIn } from "#features/play/server/start.ts";
import type { SessionRow } from "#features/play/server/store.ts";
import { sessions } from "#features/play/server/tables.ts";
import type { Db } from "#platform/server/db/database.ts";
import { eq, sql } from "#platform/server/db/drizzle.ts";
import { rowOf, rowsGiven } from "#platform/server/db/rows.ts";
import { together } from "#platform/server/db/together.ts";
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

/** Finds attempts by their ids. Those that are asked for at the same moment share a statement. */
export function attemptsTogether(db: Db): FindAttempt {
  return together<string, PaymentAttemptRow | undefined>(async (ids) => {
    const raws = await db.read("SELECT * FROM payment_attempts WHERE id = ANY($1::uuid[])", [ids]);
    const rows = new Map(raws.map((raw) => rowOf(paymentAttempts, raw)).map((row) => [row.id, row]));
    return (id) => rows.get(id.toLowerCase());
  });
}

export type FindAttempt = (id: string) => Promise<PaymentAttemptRow | undefined>;

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
  const { rows } = await tx.sql.execute<OwnColumns & SharedColumns>(sql`
    WITH player AS (SELECT id, player_id, name FROM users WHERE id = ${owner.userId} FOR NO KEY UPDATE)
    SELECT (SELECT json_build_object('id', u.id, 'playerId', u.player_id, 'name', u.name) FROM player u) AS player,
      to_jsonb(o) AS bought, to_jsonb(p) AS attempt, to_jsonb(c) AS course,
      ${existing(accountsOf(owner.courseId))} AS accounts
    FROM orders o JOIN payment_attempts p ON p.order_id = o.id JOIN courses c ON c.id = o.course_id
    WHERE o.id = ${owner.orderId} AND p.id = ${attemptId} AND (SELECT count(*) FROM player) = 1
    FOR NO KEY UPDATE OF o, p`);
  const [row] = rows;
  if (!row) throw new Error(`Payment attempt ${attemptId} is gone`);
  return { ...ownOf(row), ...sharedOf(row) };
}

/**
 * The same for many payments of one course without groups. It waits for no lock, because all would wait for it: a payment
 * whose player, order or attempt is in use is left out.
 */
export async function lockFreePayments(
  tx: Db,
  courseId: number,
  asked: readonly (Pick<AttemptOwner, "userId" | "orderId"> & { attemptId: string })[],
): Promise<LockedPayment[]> {
  const ids = (of: "userId" | "orderId" | "attemptId") => sql`${sql.param(asked.map((one) => one[of]))}::uuid[]`;
  const { rows } = await tx.sql.execute<SharedColumns & { payments: OwnColumns[] | null }>(sql`
    SELECT to_jsonb(c) AS course, ${existing(accountsOf(courseId))} AS accounts, (
      SELECT json_agg(json_build_object('player', u.player, 'bought', o.bought, 'attempt', p.attempt))
      FROM unnest(${ids("userId")}, ${ids("orderId")}, ${ids("attemptId")}) AS asked (user_id, order_id, attempt_id)
        CROSS JOIN LATERAL (
          SELECT json_build_object('id', id, 'playerId', player_id, 'name', name) AS player
          FROM users WHERE id = asked.user_id FOR NO KEY UPDATE SKIP LOCKED
        ) AS u
        CROSS JOIN LATERAL (
          SELECT to_jsonb(o) AS bought FROM orders o WHERE o.id = asked.order_id FOR NO KEY UPDATE SKIP LOCKED
        ) AS o
        CROSS JOIN LATERAL (
          SELECT to_jsonb(p) AS attempt FROM payment_attempts p WHERE p.id = asked.attempt_id FOR NO KEY UPDATE SKIP LOCKED
        ) AS p
      ) AS payments
    FROM courses c WHERE c.id = ${courseId}`);
  return rows.flatMap(({ payments, ...shared }) => {
    const read = sharedOf(shared);
    return payments?.map((own) => ({ ...ownOf(own), ...read })) ?? [];
  });
}

type OwnColumns = { player: LockedPayment["player"]; bought: Raw; attempt: Raw };
type SharedColumns = { course: Raw; accounts: string[] };

function ownOf({ player, bought, attempt }: OwnColumns): Pick<LockedPayment, "player" | "order" | "attempt"> {
  return { player, order: rowOf(orders, bought), attempt: rowOf(paymentAttempts, attempt) };
}

function sharedOf({ course, accounts }: SharedColumns): Pick<LockedPayment, "course" | "accounts"> {
  return { course: rowOf(courses, course), accounts: new Set(accounts) };
}

/** The accounts that a capture may move. */
function accountsOf(courseId: number): string[] {
  const { cash, deferred, pot, rangeShare, revenue, taxPayable } = account;
  return [cash, deferred, pot, rangeShare, revenue, taxPayable].map((of) => of(courseId));
}

/** What a capture makes of its order. */
export interface CapturedOrder extends Pick<LockedPayment, "order" | "attempt"> {
  status: OrderStatus;
  sessionId?: string;
  deferred?: true;
  reference: string | null;
}

const CAPTURED = {
  order_id: "uuid",
  attempt_id: "uuid",
  status: "text",
  session_id: "uuid",
  deferred: "boolean",
  reference: "text",
};

/** Records captures, together with the next statement: their attempts have succeeded, their orders are paid or fulfilled. */
export async function setCaptured(tx: Db, captured: readonly CapturedOrder[], when: Date): Promise<void> {
  const at = when.toISOString();
  const values = captured.map(({ order, attempt, status, sessionId, deferred = false, reference }) => ({
    order_id: order.id,
    attempt_id: attempt.id,
    status,
    session_id: sessionId ?? null,
    deferred,
    reference,
  }));
  await tx.ahead(sql`
    WITH paid AS (${rowsGiven(CAPTURED, values)}), captured AS (
      UPDATE payment_attempts p SET status = 'succeeded', resolved_at = ${at}, reference = paid.reference,
        failure_code = NULL, failure_message = NULL FROM paid WHERE p.id = paid.attempt_id
    )
    UPDATE orders o SET status = paid.status, paid_at = ${at}, session_id = coalesce(paid.session_id, o.session_id),
      deferred = o.deferred OR paid.deferred FROM paid WHERE o.id = paid.order_id`);
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
