/** SQL of payments and refunds by state, for the metrics. Each reads by an index of open rows or of new orders only. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";

/** Payments of orders made since a moment, by state. */
export async function countPayments(db: Db, since: Date) {
  const { rows } = await db.sql.execute<Record<"initiated" | "succeeded" | "failed" | "unknown", number>>(sql`
    SELECT count(*) FILTER (WHERE p.status = 'initiated') AS initiated,
      count(*) FILTER (WHERE p.status = 'succeeded') AS succeeded,
      count(*) FILTER (WHERE p.status = 'failed') AS failed,
      count(*) FILTER (WHERE p.status = 'unknown') AS unknown
    FROM orders o JOIN payment_attempts p ON p.order_id = o.id WHERE o.created_at > ${since.toISOString()}`);
  return rows[0] ?? { initiated: 0, succeeded: 0, failed: 0, unknown: 0 };
}

/** Payments without an outcome, and refunds that are not paid. */
export async function countUnpaid(db: Db) {
  const { rows } = await db.sql.execute<{
    open: number;
    oldest_open: string | null;
    due: number;
    due_cents: number;
    oldest_due: string | null;
    refused: number;
  }>(sql`
    SELECT open.*, due.*, (SELECT count(*) FROM refunds WHERE status = 'failed') AS refused FROM
      (SELECT count(*) AS open, min(created_at) AS oldest_open
        FROM payment_attempts WHERE status IN ('initiated', 'unknown')) open,
      (SELECT count(*) AS due, coalesce(sum(amount_cents), 0)::bigint AS due_cents, min(created_at) AS oldest_due
        FROM refunds WHERE status = 'due') due`);
  const [row] = rows;
  return {
    open: row?.open ?? 0,
    oldestOpen: row?.oldest_open ?? null,
    due: row?.due ?? 0,
    dueCents: row?.due_cents ?? 0,
    oldestDue: row?.oldest_due ?? null,
    refused: row?.refused ?? 0,
  };
}
