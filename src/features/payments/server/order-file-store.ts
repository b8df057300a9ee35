/** All SQL of one order's file: everything that belongs to it, for administrators. */
import { users } from "#features/accounts/server/tables.ts";
import { courses } from "#features/courses/server/tables.ts";
import { holdOn } from "#features/orders/server/hold-store.ts";
import { disputes, orders, paymentAttempts, refunds } from "#features/orders/server/tables.ts";
import { sessions } from "#features/play/server/tables.ts";
import { receipts } from "#features/receipts/server/tables.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { alias, asc, eq, inArray, sql } from "#platform/server/db/drizzle.ts";
import { proposedOtherwise } from "./refund-store.ts";
import { refundable } from "./store.ts";

const releasers = alias(users, "releasers");

export type OrderFileRows = NonNullable<Awaited<ReturnType<typeof readFile>>>;

/** An order with its player, course, payments, refunds, disputes, transfers, receipt and session. */
export async function readFile(db: Db, id: string, now: Date) {
  if (!isUuid(id)) return undefined;
  const [found] = await db.sql
    .select({ order: orders, player: users, course: courses, held: holdOn(sql`${orders.id}`) })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(courses, eq(courses.id, orders.courseId))
    .where(eq(orders.id, id));
  if (!found) return undefined;
  const payments = await db.sql
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, id))
    .orderBy(asc(paymentAttempts.createdAt));
  const paymentIds = payments.map((payment) => payment.id);
  const [receipt] = await db.sql
    .select({ number: receipts.number })
    .from(receipts)
    .where(eq(receipts.orderId, id))
    .orderBy(asc(receipts.number))
    .limit(1);
  const capture = payments.find(({ status }) => status === "succeeded");
  const rows = await sessionRows(db, found.order.sessionId);
  return {
    ...found,
    payments,
    refundableCents: capture ? Math.max(0, await refundable(db, capture)) : 0,
    receiptNumber: receipt?.number ?? null,
    refunds: await db.sql
      .select({ refund: refunds, actor: users.name, releaser: releasers.name })
      .from(refunds)
      .leftJoin(users, eq(users.id, refunds.actorId))
      .leftJoin(releasers, eq(releasers.id, refunds.releasedBy))
      .where(eq(refunds.orderId, id))
      .orderBy(asc(refunds.createdAt), asc(refunds.id)),
    proposed: await proposedOtherwise(db, now),
    disputes:
      paymentIds.length === 0
        ? []
        : await db.sql
            .select()
            .from(disputes)
            .where(inArray(disputes.paymentId, paymentIds))
            .orderBy(asc(disputes.createdAt)),
    transfers: await readTransfers(db, paymentIds),
    session: rows.find((row) => row.id === found.order.sessionId),
    /** The session's own row and those of its group. */
    sessions: rows,
  };
}

async function sessionRows(db: Db, sessionId: string | null) {
  if (sessionId === null) return [];
  return db.sql
    .select()
    .from(sessions)
    .where(sql`${sessions.id} = ${sessionId} OR ${sessions.mainSessionId} = ${sessionId}`);
}

export interface TransferRow {
  id: number;
  kind: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Cents; a debit is positive. */
  entries: { account: string; cents: number }[];
}

async function readTransfers(db: Db, paymentIds: readonly string[]): Promise<TransferRow[]> {
  if (paymentIds.length === 0) return [];
  const ids = sql.join(
    paymentIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const { rows } = await db.sql.execute<{
    id: number;
    kind: string;
    created_at: string;
    entries: TransferRow["entries"];
  }>(
    sql`SELECT t.id, t.kind, to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at,
          json_agg(json_build_object('account', e.account_key, 'cents', e.amount_cents) ORDER BY e.amount_cents DESC, e.account_key) AS entries
        FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
        WHERE t.payment_id IN (${ids}) GROUP BY t.id ORDER BY t.id`,
  );
  return rows.map((row) => ({ id: row.id, kind: row.kind, createdAt: row.created_at, entries: row.entries }));
}
