/** The SQL of the gateway's balance: its transactions and its payouts to the bank, as the gateway listed them. */
import { randomUUID } from "node:crypto";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { BalanceTransaction, BankPayout } from "./gateway.ts";
import type { Provider } from "./store.ts";

/** Those of some transactions that we have not stored yet. */
export async function unknownOf(db: Db, items: readonly BalanceTransaction[]): Promise<BalanceTransaction[]> {
  if (items.length === 0) return [];
  const names = JSON.stringify(items.map(({ reference }) => reference));
  const { rows } = await db.sql.execute<{ reference: string }>(
    sql`SELECT reference FROM gateway_transactions WHERE reference IN (SELECT jsonb_array_elements_text(${names}::jsonb))`,
  );
  const known = new Set(rows.map(({ reference }) => reference));
  return items.filter(({ reference }) => !known.has(reference));
}

/**
 * Stores a transaction, with our payment to which it belongs.
 * @returns its id and the payment's course; undefined when it was stored before
 */
export async function addTransaction(
  tx: Db,
  provider: Provider,
  { payment, ...item }: BalanceTransaction,
  now: Date,
): Promise<{ id: string; courseId: number | null } | undefined> {
  const attemptId = payment.attemptId !== null && isUuid(payment.attemptId) ? payment.attemptId : null;
  const { rows } = await tx.sql.execute<{ id: string; course_id: number | null }>(sql`
    WITH payment AS (
      SELECT p.id, o.course_id FROM payment_attempts p JOIN orders o ON o.id = p.order_id
      WHERE p.provider = ${provider} AND (p.id = ${attemptId}::uuid OR p.reference = ${payment.reference}::text) LIMIT 1),
    kept AS (
      INSERT INTO gateway_transactions (id, provider, reference, kind, source, payment_id, amount_cents, fee_cents, created_at, available_at, learned_at)
      VALUES (${randomUUID()}, ${provider}, ${item.reference}, ${item.kind}, ${item.source}, (SELECT id FROM payment), ${item.amountCents}, ${item.feeCents},
        ${item.at.toISOString()}, ${item.availableAt.toISOString()}, ${now.toISOString()})
      ON CONFLICT (reference) DO NOTHING RETURNING id)
    SELECT kept.id, (SELECT course_id FROM payment) FROM kept`);
  return rows[0] && { id: rows[0].id, courseId: rows[0].course_id };
}

/** When the gateway moved the balance for a refund or a dispute, by its clock; undefined before its list was read. */
export async function movedAt(tx: Db, kind: BalanceTransaction["kind"], source: string): Promise<Date | undefined> {
  const { rows } = await tx.sql.execute<{ at: string }>(
    sql`SELECT max(created_at) AS at FROM gateway_transactions WHERE source = ${source} AND kind = ${kind} HAVING count(*) > 0`,
  );
  return rows[0] && new Date(rows[0].at);
}

export interface KeptPayout {
  id: string;
  status: BankPayout["status"];
}

/** What we have stored of some payouts, by their references. */
export async function statusesOf(
  db: Db,
  payouts: readonly BankPayout[],
): Promise<ReadonlyMap<string, BankPayout["status"]>> {
  if (payouts.length === 0) return new Map();
  const names = JSON.stringify(payouts.map(({ reference }) => reference));
  const { rows } = await db.sql.execute<{ reference: string; status: BankPayout["status"] }>(
    sql`SELECT reference, status FROM gateway_payouts WHERE reference IN (SELECT jsonb_array_elements_text(${names}::jsonb))`,
  );
  return new Map(rows.map(({ reference, status }) => [reference, status]));
}

export async function findPayout(db: Db, reference: string): Promise<KeptPayout | undefined> {
  const { rows } = await db.sql.execute<{ id: string; status: BankPayout["status"] }>(
    sql`SELECT id, status FROM gateway_payouts WHERE reference = ${reference} FOR NO KEY UPDATE`,
  );
  return rows[0];
}

/** Keeps a payout that is on its way, with its transactions. @returns undefined when another process has kept it */
export async function addPayout(
  tx: Db,
  provider: Provider,
  { reference, amountCents, at, arrivesAt }: BankPayout,
  items: readonly BalanceTransaction[],
  now: Date,
): Promise<KeptPayout | undefined> {
  const id = randomUUID();
  const { rows } = await tx.sql.execute<{ id: string; status: BankPayout["status"] }>(sql`
    INSERT INTO gateway_payouts (id, provider, reference, amount_cents, status, created_at, arrives_at, booked_at)
    VALUES (${id}, ${provider}, ${reference}, ${amountCents}, 'on_its_way', ${at.toISOString()}, ${arrivesAt.toISOString()}, ${now.toISOString()})
    ON CONFLICT (reference) DO NOTHING RETURNING id, status`);
  const names = JSON.stringify(items.map((item) => item.reference));
  if (rows.length > 0)
    await tx.sql.execute(sql`UPDATE gateway_transactions SET payout_id = ${id}
      WHERE kind <> 'payout' AND reference IN (SELECT jsonb_array_elements_text(${names}::jsonb))`);
  return rows[0];
}

/** @param returnedAt when its money was booked back */
export async function setPayout(tx: Db, id: string, status: BankPayout["status"], returnedAt: Date | null) {
  await tx.sql.execute(
    sql`UPDATE gateway_payouts SET status = ${status}, returned_at = ${returnedAt?.toISOString() ?? null} WHERE id = ${id}`,
  );
}

/** A course's part of a payout in cents; the house's has no course. */
export interface PayoutPart {
  courseId: number | null;
  cents: number;
}

/**
 * The parts of a payout, by its transactions. Money of an earlier payout that came back belongs to the same courses as
 * before. Money that no transaction explains belongs to the house, unless an administrator has divided it since. Parts
 * of 0 are left out.
 */
export async function partsOf(tx: Db, id: string): Promise<PayoutPart[]> {
  const { rows } = await tx.sql.execute<{ course_id: number | null; cents: number }>(sql`
    WITH of_course AS (
      SELECT o.course_id, t.amount_cents - t.fee_cents AS cents FROM gateway_transactions t
        JOIN payment_attempts p ON p.id = t.payment_id JOIN orders o ON o.id = p.order_id WHERE t.payout_id = ${id}
      UNION ALL SELECT x.course_id, e.amount_cents FROM gateway_transactions t
        JOIN gateway_payouts q ON q.reference = t.source JOIN ledger_transfers x ON x.fact_id = q.id AND x.kind = 'bank_payout' AND x.course_id IS NOT NULL
        JOIN ledger_entries e ON e.transfer_id = x.id AND e.account_key = 'bank' WHERE t.payout_id = ${id} AND t.kind = 'payout_failure'
      UNION ALL SELECT d.course_id, d.amount_cents FROM gateway_transactions t
        JOIN gateway_payouts q ON q.reference = t.source JOIN payout_divisions d ON d.payout_id = q.id WHERE t.payout_id = ${id} AND t.kind = 'payout_failure' AND d.course_id IS NOT NULL
      UNION ALL SELECT d.course_id, d.amount_cents FROM payout_divisions d WHERE d.payout_id = ${id} AND d.course_id IS NOT NULL),
    whole AS (
      SELECT course_id, cents FROM of_course
      UNION ALL SELECT NULL, p.amount_cents - (SELECT coalesce(sum(cents), 0) FROM of_course) FROM gateway_payouts p WHERE p.id = ${id})
    SELECT course_id, sum(cents)::bigint AS cents FROM whole GROUP BY course_id HAVING sum(cents) <> 0 ORDER BY course_id`);
  return rows.map(({ course_id: courseId, cents }) => ({ courseId, cents }));
}
