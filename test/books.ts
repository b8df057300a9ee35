/** Questions of tests about the books: whether they are clean, and what an order's transfers were. */
import { expect } from "vitest";
import { auditBooks } from "#main/server/audit-checks.ts";
import type { Database } from "#platform/server/db/database.ts";
import type { Clock } from "#platform/shared/clock.ts";

/** Expects that the audit finds nothing; with a clock, at its moment. */
export async function expectCleanBooks({ db, clock }: { db: Database; clock?: Clock }): Promise<void> {
  expect((await auditBooks(db, clock ? { now: clock.now() } : {})).filter(({ violations }) => violations > 0)).toEqual(
    [],
  );
}

/** An order's transfers in their order: the kind, then what each kind of account was debited (cents; credits negative). */
export async function transfersOf(
  { db }: { db: Database },
  orderId: string,
): Promise<[kind: string, entries: Record<string, number>][]> {
  const { rows } = await db.pool.query<{ kind: string; entries: Record<string, number> }>(
    `SELECT t.kind, json_object_agg(split_part(e.account_key, ':', 1), e.amount_cents) AS entries
     FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id JOIN payment_attempts p ON p.id = t.payment_id
     WHERE p.order_id = $1 GROUP BY t.id ORDER BY t.id`,
    [orderId],
  );
  return rows.map(({ kind, entries }) => [kind, entries]);
}

/** What the sandbox has paid back of an order, in cents. */
export async function paidBack({ db }: { db: Database }, orderId: string): Promise<number> {
  const { rows } = await db.pool.query(
    `SELECT coalesce(sum(g.amount_cents), 0)::int AS cents FROM sandbox.refunds g JOIN payment_attempts p ON p.id::text = g.attempt_id
     WHERE p.order_id = $1 AND g.failure IS NULL`,
    [orderId],
  );
  return rows[0].cents;
}

/** The sum that an order's payment has moved on each kind of account (cents); sums of zero are left out. */
export async function sumsOf(app: { db: Database }, orderId: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const [, entries] of await transfersOf(app, orderId))
    for (const [name, cents] of Object.entries(entries)) sums[name] = (sums[name] ?? 0) + cents;
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0));
}

/** Makes an unstarted order one that was paid under the first rule: its shares were booked when it was captured. */
export async function underOldRule({ owner }: { owner: Database }, orderId: string): Promise<void> {
  await owner.pool.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    CREATE TEMP TABLE old ON COMMIT DROP AS SELECT t.id AS transfer, o.* FROM orders o JOIN payment_attempts p ON p.order_id = o.id
      JOIN ledger_transfers t ON t.payment_id = p.id AND t.kind = 'capture_ahead' WHERE o.id = '${orderId}';
    UPDATE orders SET deferred = false FROM old WHERE orders.id = old.id;
    UPDATE ledger_transfers SET kind = 'capture', rule = 1 FROM old WHERE ledger_transfers.id = old.transfer;
    DELETE FROM ledger_entries USING old WHERE transfer_id = old.transfer AND account_key LIKE 'deferred:%';
    INSERT INTO ledger_entries SELECT transfer, 'pot:' || course_id, -jackpot_share_cents FROM old WHERE jackpot_share_cents > 0;
    INSERT INTO ledger_entries SELECT transfer, 'range_share:' || course_id, -range_share_cents FROM old WHERE range_share_cents > 0;
    INSERT INTO ledger_entries SELECT transfer, 'revenue:' || course_id, jackpot_share_cents + range_share_cents - amount_cents FROM old;
    INSERT INTO ledger_accounts (key, kind, course_id, changed_at) SELECT kind || ':' || course_id, kind, course_id, paid_at
      FROM old, (VALUES ('revenue'), ('range_share')) AS account (kind) ON CONFLICT DO NOTHING;
    UPDATE ledger_accounts a SET balance_cents = (SELECT coalesce(sum(e.amount_cents), 0) FROM ledger_entries e WHERE e.account_key = a.key)
      FROM old WHERE a.course_id = old.course_id;
    COMMIT;`);
}

/** What the sandbox captured of a player, in cents, one number a charge. */
export async function capturesOf({ db }: { db: Database }, userId: string): Promise<number[]> {
  const { rows } = await db.pool.query<{ amount_cents: number }>(
    `SELECT g.amount_cents FROM sandbox.payments g JOIN payment_attempts p ON p.id::text = g.attempt_id JOIN orders o ON o.id = p.order_id
     WHERE o.user_id = $1 AND g.status = 'captured' ORDER BY g.created_at`,
    [userId],
  );
  return rows.map(({ amount_cents }) => amount_cents);
}
