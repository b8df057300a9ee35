/** SQL of money that our records do not explain: of unknown payments, and beyond what was captured. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { Provider } from "./store.ts";

/** Notes a refund or dispute of a payment that we do not have; the same again changes nothing. */
export async function noteStranger(
  db: Db,
  provider: Provider,
  kind: "refund" | "dispute",
  { reference, attemptId, amountCents }: { reference: string; attemptId: string; amountCents: number },
  now: Date,
): Promise<void> {
  await db.sql.execute(sql`INSERT INTO gateway_strangers (provider, kind, reference, attempt, amount_cents, seen_at)
    VALUES (${provider}, ${kind}, ${reference}, ${attemptId}, ${amountCents}, ${now.toISOString()}) ON CONFLICT DO NOTHING`);
}

/** Those that were first seen since a moment, oldest first. */
export async function readStrangers(db: Db, since: Date) {
  const { rows } = await db.sql.execute<{ reference: string; kind: "refund" | "dispute"; cents: number; seen: string }>(
    sql`SELECT reference, kind, amount_cents AS cents, seen_at AS seen FROM gateway_strangers
      WHERE seen_at >= ${since.toISOString()} ORDER BY seen_at, reference LIMIT 200`,
  );
  return rows.map(({ seen, ...stranger }) => ({ ...stranger, seenAt: new Date(seen) }));
}

/**
 * Orders of which refunds and disputes have taken more than was captured, or one refund was paid twice, the last of them
 * since a moment.
 */
export async function readOverpaid(
  db: Db,
  since: Date,
): Promise<{ orderId: string; orderNumber: number; cents: number; twice: boolean }[]> {
  const { rows } = await db.sql.execute<{ id: string; number: number; cents: number; twice: boolean }>(sql`
    WITH lately AS MATERIALIZED (
      SELECT payment_id FROM disputes WHERE created_at >= ${since.toISOString()}
      UNION SELECT payment_id FROM refunds WHERE settled_at >= ${since.toISOString()})
    SELECT o.id, o.number::float8 AS number, greatest(gone.cents - p.amount_cents, gone.twice)::int AS cents, gone.twice > 0 AS twice
    FROM lately CROSS JOIN LATERAL (
        SELECT sum(amount_cents) AS cents, max(at) AS at, coalesce(sum(amount_cents) FILTER (WHERE twice), 0) AS twice FROM (
          SELECT amount_cents, settled_at AS at, repeats IS NOT NULL AS twice FROM refunds
          WHERE payment_id = lately.payment_id AND status IN ('settled', 'paid_otherwise')
          UNION ALL SELECT amount_cents, created_at, false FROM disputes WHERE payment_id = lately.payment_id AND status <> 'won') taken) gone
      JOIN payment_attempts p ON p.id = lately.payment_id JOIN orders o ON o.id = p.order_id
    WHERE gone.cents > p.amount_cents OR gone.twice > 0 ORDER BY gone.at, o.number LIMIT 200`);
  return rows.map(({ id, number, ...row }) => ({ orderId: id, orderNumber: number, ...row }));
}
