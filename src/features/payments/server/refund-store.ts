/** SQL of refunds on their way: the lease under which a refund is sent, its tries at the gateway, and its steps. */
import { randomUUID } from "node:crypto";
import { isWaiting } from "#features/accounts/server/proposal-store.ts";
import { isRefundedAtGateway } from "#features/orders/server/hold-store.ts";
import { gatewayPositions, paymentAttempts, refunds, refundTries } from "#features/orders/server/tables.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, inArray, isNull, notInArray, sql } from "#platform/server/db/drizzle.ts";
import type { RefundState } from "./gateway.ts";
import type { PaymentAttemptRow, Provider, RefundRow } from "./store.ts";

export type GatewayList = (typeof gatewayPositions.$inferSelect)["list"];
export type RefundTry = typeof refundTries.$inferSelect;

/** A refund under a lease: no other process sends it now. */
export interface LeasedRefund {
  refund: RefundRow;
  attempt: PaymentAttemptRow;
  /** Whether it may have been sent before. Then the gateway is asked first what became of that. */
  again: boolean;
}

/** The gateway's idempotency key of a refund's newest try. */
export function refundKey({ id, tries }: RefundRow): string {
  return tries === 0 ? id : `${id}:${tries}`;
}

/**
 * Takes the refund that has been due the longest, under a new lease, and notes its try; undefined when none is.
 * @param past the refunds that this run has taken already
 */
export async function takeRefund(
  db: Db,
  provider: Provider,
  now: Date,
  leaseSeconds: number,
  past: readonly string[],
): Promise<LeasedRefund | undefined> {
  return db.transaction(async (tx) => {
    const { id, status, nextTryAt, createdAt, arrival, paymentId } = refunds;
    const moment = now.toISOString();
    const [found] = await tx.sql
      .select({ refund: refunds, attempt: paymentAttempts })
      .from(refunds)
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentId))
      .where(
        and(
          eq(status, "due"),
          eq(paymentAttempts.provider, provider),
          sql`(${nextTryAt} IS NULL OR ${nextTryAt} <= ${moment}::timestamptz)`,
          sql`${id} <> ALL(${sql.param(past)}::uuid[])`,
        ),
      )
      .orderBy(sql`coalesce(${nextTryAt}, ${createdAt})`, asc(arrival))
      .limit(1)
      .for("update", { of: refunds, skipLocked: true });
    if (!found) return undefined;
    const leased = { lease: randomUUID(), nextTryAt: new Date(now.getTime() + leaseSeconds * 1000) };
    await tx.sql.update(refunds).set(leased).where(eq(id, found.refund.id));
    const refund = { ...found.refund, ...leased };
    const isNew = await addTry(
      tx,
      { refundId: refund.id, number: refund.tries, key: refundKey(refund), status: "sent" },
      now,
    );
    return { refund, attempt: found.attempt, again: refund.tries > 0 || !isNew };
  });
}

/** The gateway did not answer: the refund may be sent again once `waitSeconds` have passed, by any process. */
export async function putBack(db: Db, { id, lease, asked }: RefundRow, now: Date, waitSeconds: number): Promise<void> {
  await db.sql
    .update(refunds)
    .set({ lease: null, asked: asked + 1, nextTryAt: new Date(now.getTime() + waitSeconds * 1000) })
    .where(and(eq(refunds.id, id), sql`${refunds.lease} = ${lease}`));
}

/** Whether a refund is still in the state that it was seen in: due, at this try, under this lease. */
function isSame({ id, status, tries, lease }: RefundRow) {
  return and(
    eq(refunds.id, id),
    eq(refunds.status, status),
    eq(refunds.tries, tries),
    sql`${refunds.lease} IS NOT DISTINCT FROM ${lease}::uuid`,
  );
}

/** Whether a refund is still as it was seen. It stays so until the transaction ends. */
export async function isUnmoved(db: Db, seen: RefundRow): Promise<boolean> {
  const rows = await db.sql.select({ id: refunds.id }).from(refunds).where(isSame(seen)).for("no key update");
  return rows.length > 0;
}

/** Changes a refund from the state in which it was seen. @returns false when somebody else has moved it since */
export async function moveRefund(
  tx: Db,
  seen: RefundRow,
  change: Partial<typeof refunds.$inferInsert>,
): Promise<boolean> {
  const rows = await tx.sql
    .update(refunds)
    .set({ lease: null, asked: 0, nextTryAt: null, ...change })
    .where(isSame(seen))
    .returning({ id: refunds.id });
  return rows.length > 0;
}

/** Makes a payment's refused refunds due again, but those of which somebody says that they are paid otherwise. */
export async function reviveRefunds(tx: Db, paymentId: string, now: Date): Promise<void> {
  await tx.sql
    .update(refunds)
    .set({ status: "due", tries: sql`${refunds.tries} + 1` })
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        eq(refunds.status, "failed"),
        sql`${refunds.id} NOT IN (SELECT refund_id FROM ${openProposals(now)} open)`,
      ),
    );
}

/** The open proposals that refunds are paid otherwise. Whoever writes one holds its refund's order. */
const openProposals = (now: Date) =>
  sql`(SELECT id AS proposal, (detail ->> 'refundId')::uuid AS refund_id FROM proposals WHERE kind = 'refund_otherwise' AND ${isWaiting(now)})`;

/** The number of the open proposal that a refund is paid otherwise, by refund. */
export async function proposedOtherwise(db: Db, now: Date): Promise<Map<string, number>> {
  const { rows } = await db.sql.execute<{ refund_id: string; proposal: number }>(sql`${openProposals(now)}`);
  return new Map(rows.map(({ refund_id, proposal }) => [refund_id, proposal]));
}

/** Adds a try. @returns false when it was there already */
export async function addTry(
  tx: Db,
  made: Pick<RefundTry, "refundId" | "number" | "status"> & Partial<Pick<RefundTry, "key" | "reference">>,
  now: Date,
): Promise<boolean> {
  const rows = await tx.sql
    .insert(refundTries)
    .values({ ...made, createdAt: now, changedAt: now })
    .onConflictDoNothing({ target: [refundTries.refundId, refundTries.number] })
    .returning({ number: refundTries.number });
  return rows.length > 0;
}

/** Notes what became of a try. */
export async function setTry(
  tx: Db,
  { refundId, number }: Pick<RefundTry, "refundId" | "number">,
  change: Partial<Pick<RefundTry, "refundId" | "number" | "status" | "reference" | "failure">> & { changedAt: Date },
): Promise<void> {
  await tx.sql
    .update(refundTries)
    .set(change)
    .where(and(eq(refundTries.refundId, refundId), eq(refundTries.number, number)));
}

/** The tries of a payment's refunds, each with its refund; locked, the oldest first. */
export async function lockTries(tx: Db, paymentId: string): Promise<{ refund: RefundRow; sent: RefundTry }[]> {
  return tx.sql
    .select({ refund: refunds, sent: refundTries })
    .from(refunds)
    .innerJoin(refundTries, eq(refundTries.refundId, refunds.id))
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.arrival), asc(refundTries.number))
    .for("update", { of: refunds });
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db.sql.select().from(refunds).where(eq(refunds.id, id));
  return row;
}

/** A refund, locked until the transaction ends. */
export async function lockRefund(tx: Db, id: string): Promise<RefundRow> {
  const [row] = await tx.sql.select().from(refunds).where(eq(refunds.id, id)).for("no key update");
  if (!row) throw new Error(`Refund ${id} is gone`);
  return row;
}

/** The refunds of a payment that are owed and not paid, newest first. */
export async function openRefunds(tx: Db, paymentId: string): Promise<RefundRow[]> {
  return tx.sql
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.status, ["due", "failed"])))
    .orderBy(desc(refunds.arrival));
}

/**
 * Notes an administrator's decision on the refunds at the gateway that hold an order's claims.
 * @returns their ids; none when nothing holds them
 */
export async function releaseRefunds(
  tx: Db,
  orderId: string,
  { by, reason, at }: { by: string; reason: string; at: Date },
): Promise<string[]> {
  const rows = await tx.sql
    .update(refunds)
    .set({ releasedAt: at, releasedBy: by, releaseReason: reason })
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.origin, "gateway"),
        notInArray(refunds.status, ["dropped", "cancelled"]),
        isNull(refunds.releasedAt),
        isRefundedAtGateway(sql`${orderId}::uuid`),
      ),
    )
    .returning({ id: refunds.id });
  return rows.map(({ id }) => id);
}

/** How far a gateway's list has been read; undefined before the first time. */
export async function readPosition(db: Db, provider: Provider, list: GatewayList): Promise<Date | undefined> {
  const [row] = await db.sql
    .select()
    .from(gatewayPositions)
    .where(and(eq(gatewayPositions.provider, provider), eq(gatewayPositions.list, list)));
  return row?.readUntil;
}

export async function savePosition(db: Db, provider: Provider, list: GatewayList, readUntil: Date): Promise<void> {
  await db.sql
    .insert(gatewayPositions)
    .values({ provider, list, readUntil })
    .onConflictDoUpdate({ target: [gatewayPositions.provider, gatewayPositions.list], set: { readUntil } });
}

/** When our first payment at a gateway began. Nothing at the gateway that concerns us is older. */
export async function firstAttemptAt(db: Db, provider: Provider): Promise<Date | undefined> {
  const [row] = await db.sql
    .select({ at: paymentAttempts.createdAt })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.provider, provider))
    .orderBy(asc(paymentAttempts.createdAt))
    .limit(1);
  return row?.at;
}

/** Whether our books agree with the gateway about a refund. */
export async function isBooked(db: Db, { reference, key, status }: RefundState): Promise<boolean> {
  const { rows } = await db.sql.execute<{ status: RefundTry["status"] }>(
    sql`SELECT status FROM refund_tries WHERE reference = ${reference} OR key = ${key} ORDER BY reference IS NULL LIMIT 1`,
  );
  const known = rows[0]?.status;
  return known === "returned" || (status === "made" ? known === "made" : known === undefined);
}

/** The dropped refunds of a payment, oldest first. */
export async function droppedRefunds(tx: Db, paymentId: string): Promise<RefundRow[]> {
  return tx.sql
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.status, "dropped")))
    .orderBy(asc(refunds.arrival));
}

/** Cents of an order's dropped refunds that another refund paid and that was cancelled since. */
export async function uncovered(tx: Db, orderId: string): Promise<number> {
  const { rows } = await tx.sql.execute<{ cents: number }>(sql`
    SELECT coalesce(sum(made_good_cents) FILTER (WHERE status = 'dropped'), 0)::int
      - coalesce(sum(CASE taken_from WHEN 'dispute_loss' THEN amount_cents ELSE from_dropped_cents END) FILTER (WHERE status <> 'cancelled'), 0)::int AS cents
    FROM refunds WHERE order_id = ${orderId}`);
  return Math.max(0, rows[0]?.cents ?? 0);
}

/** Notes that another refund pays some more cents of a dropped one. @param cents below 0 for fewer */
export async function makeGood(tx: Db, { id }: RefundRow, cents: number): Promise<void> {
  await tx.sql
    .update(refunds)
    .set({ madeGoodCents: sql`${refunds.madeGoodCents} + ${cents}` })
    .where(eq(refunds.id, id));
}

/**
 * The payments whose refunds may have another state at the gateway: settled or dropped after a moment (a bank sends
 * some back), or refused (some are paid all the same).
 */
export async function doubtfulPayments(db: Db, provider: Provider, since: Date): Promise<PaymentAttemptRow[]> {
  return db.sql
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.provider, provider),
        sql`EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = ${paymentAttempts.id}
          AND (r.status = 'failed' OR greatest(r.settled_at, r.created_at) >= ${since.toISOString()}::timestamptz))`,
      ),
    )
    .orderBy(asc(paymentAttempts.createdAt));
}
