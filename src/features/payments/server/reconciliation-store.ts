/** The SQL of reconciliation: compares the gateway's list with the books, and lists money that waits to be sorted. */
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { Difference } from "../reconciliation-contract.ts";
import type { PayoutPart } from "./balance-store.ts";
import type { BalanceTransaction } from "./gateway.ts";
import type { Provider } from "./store.ts";

interface Row {
  [column: string]: unknown;
  of: Difference["of"];
  reference: string;
  transactions: string[] | null;
  at: string;
  gateway: number | null;
  books: number | null;
  order_id: string | null;
  number: number | null;
  compared: number;
}

/** The fact to which each kind of transaction belongs; one without a payment of ours stands alone. */
const thing = (t: string) =>
  sql.raw(`CASE WHEN ${t}.kind IN ('payout', 'payout_failure') THEN 'payout' WHEN ${t}.payment_id IS NULL OR ${t}.source IS NULL THEN 'transaction'
  WHEN ${t}.kind = 'charge' THEN 'payment' WHEN ${t}.kind LIKE 'refund%' THEN 'refund' WHEN ${t}.kind LIKE 'dispute%' THEN 'dispute' ELSE 'transaction' END AS of,
  CASE WHEN ${t}.kind IN ('payout', 'payout_failure') THEN ${t}.source WHEN ${t}.payment_id IS NULL OR ${t}.source IS NULL THEN ${t}.reference
  WHEN ${t}.kind = 'charge' THEN ${t}.payment_id::text WHEN ${t}.kind LIKE 'refund%' OR ${t}.kind LIKE 'dispute%' THEN ${t}.source ELSE ${t}.reference END AS reference`);

/**
 * The payments, refunds, disputes and payouts whose amounts, less fees, are not the same at the gateway and in the
 * books, with the number of those that were compared.
 * @param items what the gateway lists from a day before `since`, which is where the books' side begins
 */
export async function readDifferences(
  db: Db,
  provider: Provider,
  items: readonly BalanceTransaction[],
  since: Date,
): Promise<{ compared: number; rows: Row[] }> {
  const given = JSON.stringify(
    items.map(({ payment, at, amountCents, feeCents, ...item }) => ({
      ...item,
      at,
      cents: amountCents,
      fee: feeCents,
      attempt: payment.attemptId !== null && isUuid(payment.attemptId) ? payment.attemptId : null,
      name: payment.reference,
    })),
  );
  const from = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.sql.execute<Row>(sql`
    WITH listed AS MATERIALIZED (
      SELECT l.reference, l.kind, l.source, l.cents, l.fee, l.at, p.id AS payment_id
      FROM jsonb_to_recordset(${given}::jsonb) AS l (reference text, kind text, source text, cents bigint, fee bigint, at timestamptz, attempt uuid, name text)
      LEFT JOIN payment_attempts p ON p.provider = ${provider} AND (p.id = l.attempt OR p.reference = l.name)),
    -- What is older of the same charge, refund, dispute or payout, as it was learned.
    seen AS (
      SELECT reference, kind, source, cents, fee, at, payment_id FROM listed
      UNION ALL SELECT t.reference, t.kind, t.source, t.amount_cents, t.fee_cents, t.created_at, t.payment_id FROM gateway_transactions t
        WHERE t.source IN (SELECT source FROM listed) AND t.reference NOT IN (SELECT reference FROM listed) AND t.created_at < ${from}),
    there AS (SELECT of, reference, sum(cents - fee) AS cents, max(at) AS at, array_agg(name ORDER BY at) AS transactions
      FROM (SELECT ${thing("seen")}, cents, fee, at, seen.reference AS name FROM seen) s GROUP BY 1, 2),
    booked AS (
      SELECT 'payment' AS of, p.id::text AS reference, p.amount_cents::bigint AS cents, p.resolved_at AS at FROM payment_attempts p
        WHERE p.provider = ${provider} AND p.status = 'succeeded'
      UNION ALL SELECT 'refund', y.reference, -r.amount_cents, y.changed_at FROM refund_tries y JOIN refunds r ON r.id = y.refund_id JOIN payment_attempts p ON p.id = r.payment_id
        WHERE p.provider = ${provider} AND y.status = 'made' AND y.reference IS NOT NULL
      UNION ALL SELECT 'dispute', d.reference, -d.amount_cents, d.created_at FROM disputes d JOIN payment_attempts p ON p.id = d.payment_id
        WHERE p.provider = ${provider} AND d.status <> 'won'
      UNION ALL SELECT 'payout', reference, -amount_cents, booked_at FROM gateway_payouts WHERE provider = ${provider} AND returned_at IS NULL
      UNION ALL SELECT of, reference, CASE WHEN of = 'transaction' THEN amount_cents - fee_cents ELSE -fee_cents END, learned_at
        FROM (SELECT ${thing("t")}, t.amount_cents, t.fee_cents, t.learned_at FROM gateway_transactions t WHERE t.provider = ${provider}) kept),
    here AS (SELECT of, reference, sum(cents) AS cents, min(at) AS at FROM booked
      WHERE at >= ${from} OR (of, reference) IN (SELECT of, reference FROM there) GROUP BY 1, 2),
    both_sides AS (
      SELECT of, reference, there.transactions, there.cents AS gateway, here.cents AS books, greatest(there.at, here.at) AS at
      FROM there FULL JOIN here USING (of, reference))
    SELECT b.of, b.reference, b.transactions, b.at, b.gateway::bigint AS gateway, b.books::bigint AS books, o.id AS order_id, o.number::float8 AS number, compared.n AS compared
    FROM (SELECT count(*)::int AS n FROM both_sides) compared
      LEFT JOIN both_sides b ON coalesce(b.gateway, 0) <> coalesce(b.books, 0)
        -- Booked days after it moved there: it is older than the list, and in the balance.
        AND NOT (b.gateway IS NULL AND EXISTS (SELECT 1 FROM gateway_transactions t WHERE t.created_at < ${from}
          AND CASE b.of WHEN 'payment' THEN t.kind = 'charge' AND t.payment_id::text = b.reference ELSE t.source = b.reference END))
      LEFT JOIN payment_attempts p ON p.id = coalesce(CASE WHEN b.of = 'payment' THEN b.reference::uuid END,
        (SELECT r.payment_id FROM refund_tries y JOIN refunds r ON r.id = y.refund_id WHERE b.of = 'refund' AND y.reference = b.reference LIMIT 1),
        (SELECT d.payment_id FROM disputes d WHERE b.of = 'dispute' AND d.reference = b.reference))
      LEFT JOIN orders o ON o.id = p.order_id
    ORDER BY b.at, b.reference`);
  return { compared: rows[0]?.compared ?? 0, rows: rows.filter(({ of }) => of !== null) };
}

/** What cash holds by the books, in cents. */
export async function readCash(db: Db): Promise<number> {
  const { rows } = await db.sql.execute<{ cents: number }>(
    sql`SELECT coalesce(sum(balance_cents), 0)::bigint AS cents FROM ledger_accounts WHERE kind = 'cash'`,
  );
  return rows[0]?.cents ?? 0;
}

/** What the bank's account has of each payout, in cents, by the gateway's name of it. */
export async function readBooked(db: Db, references: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.sql.execute<{ reference: string; cents: number }>(sql`
    SELECT p.reference, coalesce(sum(e.amount_cents), 0)::bigint AS cents FROM gateway_payouts p
      LEFT JOIN ledger_transfers t ON t.fact_id = p.id LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_key = 'bank'
    WHERE p.reference IN (SELECT jsonb_array_elements_text(${JSON.stringify(references)}::jsonb)) GROUP BY p.reference`);
  return new Map(rows.map(({ reference, cents }) => [reference, cents]));
}

export interface Unsorted {
  [column: string]: unknown;
  id: string;
  reference: string;
  cents: number;
  at: string;
}

/** The transactions whose money is in suspense, with its cents. */
const unsorted = sql`SELECT g.id, g.reference, (-e.amount_cents)::bigint AS cents, g.created_at AS at
  FROM gateway_transactions g JOIN ledger_transfers t ON t.fact_id = g.id AND t.kind = 'gateway_other'
  JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_key = 'suspense:house' WHERE g.sorted_into IS NULL`;

/** Money that waits to be sorted, oldest first. */
export async function readUnsorted(db: Db): Promise<Unsorted[]> {
  return (await db.sql.execute<Unsorted>(sql`${unsorted} ORDER BY g.created_at, g.reference LIMIT 200`)).rows;
}

/** One transaction that waits to be sorted, locked. */
export async function lockUnsorted(tx: Db, id: string): Promise<Unsorted | undefined> {
  if (!isUuid(id)) return undefined;
  return (await tx.sql.execute<Unsorted>(sql`${unsorted} AND g.id = ${id} FOR NO KEY UPDATE OF g`)).rows[0];
}

export async function setSorted(
  tx: Db,
  id: string,
  { into, courseId, at }: { into: string; courseId: number | null; at: Date },
): Promise<void> {
  await tx.sql.execute(
    sql`UPDATE gateway_transactions SET sorted_into = ${into}, sorted_course_id = ${courseId}, sorted_at = ${at.toISOString()} WHERE id = ${id}`,
  );
}

/** Payouts that came without their transactions and are not divided yet. */
const undivided = sql`SELECT q.id, q.reference, q.amount_cents AS cents, q.created_at AS at FROM gateway_payouts q
  WHERE q.returned_at IS NULL AND q.amount_cents <> 0 AND NOT EXISTS (SELECT 1 FROM gateway_transactions t WHERE t.payout_id = q.id)
    AND NOT EXISTS (SELECT 1 FROM payout_divisions d WHERE d.payout_id = q.id)`;

/** The undivided payouts, oldest first. */
export async function readUndivided(db: Db): Promise<Unsorted[]> {
  return (await db.sql.execute<Unsorted>(sql`${undivided} ORDER BY q.created_at, q.reference LIMIT 200`)).rows;
}

/** One undivided payout, locked: of two callers the second sees the first one's division. */
export async function lockUndivided(tx: Db, id: string): Promise<Unsorted | undefined> {
  if (!isUuid(id)) return undefined;
  await tx.sql.execute(sql`SELECT 1 FROM gateway_payouts WHERE id = ${id} FOR NO KEY UPDATE`);
  return (await tx.sql.execute<Unsorted>(sql`${undivided} AND q.id = ${id}`)).rows[0];
}

export async function insertDivision(
  tx: Db,
  payoutId: string,
  { courseId, cents }: PayoutPart,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await tx.sql.execute(sql`
    INSERT INTO payout_divisions (payout_id, course_id, amount_cents, divided_by, divided_at)
    VALUES (${payoutId}, ${courseId}, ${cents}, ${by}, ${at.toISOString()})`);
}

/** Every course, closed ones too, by name, with the cents of its cash. */
export async function readCourses(db: Db): Promise<{ id: number; name: string; cents: number }[]> {
  const { rows } = await db.sql.execute<{ id: number; name: string; cents: number }>(sql`
    SELECT c.id, c.name, coalesce(a.balance_cents, 0)::bigint AS cents FROM courses c LEFT JOIN ledger_accounts a ON a.key = 'cash:' || c.id ORDER BY c.name, c.id`);
  return rows;
}
