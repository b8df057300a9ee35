/** The sandbox's desk: what a real gateway's dashboard shows and does, for the demo and for tests by hand. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { PaymentMethod } from "../contract.ts";

const LATEST = 50;

/** Amounts in dollars, instants ISO 8601 UTC. */
export interface DeskPayment {
  attemptId: string;
  orderId: string | null;
  orderNumber: number | null;
  amount: number;
  method: PaymentMethod;
  last4: string | null;
  status: "waiting" | "captured" | "failed" | "void";
  failureCode: string | null;
  createdAt: string;
  refunds: { reference: string; amount: number; failure: string | null; createdAt: string }[];
  disputes: { reference: string; amount: number; status: "open" | "won" | "lost"; reason: string; createdAt: string }[];
}

type PaymentRow = {
  attempt_id: string;
  order_id: string | null;
  number: number | null;
  amount_cents: number;
  method: PaymentMethod;
  last4: string | null;
  status: DeskPayment["status"];
  failure_code: string | null;
  created_at: string;
};
type RefundRow = {
  refund_id: string;
  attempt_id: string;
  amount_cents: number;
  failure: string | null;
  created_at: string;
};
type DisputeRow = {
  attempt_id: string;
  reference: string;
  amount_cents: number;
  status: "open" | "won" | "lost";
  reason: string;
  created_at: string;
};

const iso = (at: string) => new Date(at).toISOString();

/** The sandbox's latest payments with what came of them, newest first. */
export async function latestPayments(db: Db): Promise<DeskPayment[]> {
  const latest = sql`SELECT attempt_id FROM sandbox.payments ORDER BY created_at DESC, attempt_id LIMIT ${LATEST}`;
  const [payments, refunds, disputes] = await Promise.all([
    db.sql.execute<PaymentRow>(sql`
      SELECT p.attempt_id, p.amount_cents, p.method, p.last4, p.status, p.failure_code, p.created_at, o.id AS order_id, o.number::int
      FROM sandbox.payments p
        LEFT JOIN payment_attempts a ON a.id::text = p.attempt_id LEFT JOIN orders o ON o.id = a.order_id
      WHERE p.attempt_id IN (${latest}) ORDER BY p.created_at DESC, o.number DESC`),
    db.sql.execute<RefundRow>(
      sql`SELECT * FROM sandbox.refunds WHERE attempt_id IN (${latest}) ORDER BY created_at, refund_id`,
    ),
    db.sql.execute<DisputeRow>(
      sql`SELECT * FROM sandbox.disputes WHERE attempt_id IN (${latest}) ORDER BY created_at, reference`,
    ),
  ]);
  return payments.rows.map((row) => ({
    attemptId: row.attempt_id,
    orderId: row.order_id,
    orderNumber: row.number,
    amount: toDollars(row.amount_cents),
    method: row.method,
    last4: row.last4,
    status: row.status,
    failureCode: row.failure_code,
    createdAt: iso(row.created_at),
    refunds: refunds.rows
      .filter(({ attempt_id }) => attempt_id === row.attempt_id)
      .map((refund) => ({
        reference: refund.refund_id,
        amount: toDollars(refund.amount_cents),
        failure: refund.failure,
        createdAt: iso(refund.created_at),
      })),
    disputes: disputes.rows
      .filter(({ attempt_id }) => attempt_id === row.attempt_id)
      .map(({ reference, amount_cents, status, reason, created_at }) => ({
        reference,
        amount: toDollars(amount_cents),
        status,
        reason,
        createdAt: iso(created_at),
      })),
  }));
}

/** The sandbox's captured payment by our attempt's id or by its order's; undefined when there is none. */
export async function findCaptured(
  db: Db,
  by: { attemptId?: string | undefined; orderId?: string | undefined },
): Promise<string | undefined> {
  if (by.attemptId === undefined && !isUuid(by.orderId ?? "")) return undefined;
  const { rows } = await db.sql.execute<{ attempt_id: string }>(
    by.attemptId !== undefined
      ? sql`SELECT attempt_id FROM sandbox.payments WHERE attempt_id = ${by.attemptId} AND status = 'captured'`
      : sql`SELECT p.attempt_id FROM sandbox.payments p JOIN payment_attempts a ON a.id::text = p.attempt_id
          WHERE a.order_id = ${by.orderId} AND p.status = 'captured'`,
  );
  return rows[0]?.attempt_id;
}
