/**
 * Compares the gateway's own list with ours, both ways: by payment, by refund and by dispute. News of a moment ago may
 * be in one book before the other.
 */
import type { Db } from "#platform/server/db/database.ts";
import { sql, type SQL } from "#platform/server/db/drizzle.ts";

/** A gateway's own books, each list a SELECT. */
export interface GatewayBooks {
  provider: "sandbox" | "stripe";
  /** attempt (text), cents, at: what it captured. */
  captures: SQL;
  /** reference, key, attempt, cents, at: what it paid back and what did not come back. */
  refunds: SQL;
  /** reference, attempt, cents, status, at. */
  disputes: SQL;
  /** reference, kind, cents, fee, at: what moved our balance there; payout: the one that has paid it out. */
  transactions: SQL;
  /** reference, cents, back (whether it came back), at. */
  payouts: SQL;
  /** The list has everything that we booked before this moment. */
  knows: string;
}

/** After this many minutes the gateway's news has reached us, by an event or by the job that asks. */
const NEWS_MINUTES = 15;

export const sandboxList: GatewayBooks = {
  provider: "sandbox",
  captures: sql`SELECT attempt_id AS attempt, amount_cents AS cents, created_at AS at FROM sandbox.payments WHERE status = 'captured'`,
  refunds: sql`SELECT refund_id AS reference, refund_id AS key, attempt_id AS attempt, amount_cents AS cents, created_at AS at FROM sandbox.refunds WHERE failure IS NULL`,
  disputes: sql`SELECT reference, attempt_id AS attempt, amount_cents AS cents, status, created_at AS at FROM sandbox.disputes`,
  transactions: sql`SELECT reference, kind, amount_cents AS cents, fee_cents AS fee, created_at AS at, CASE WHEN kind <> 'payout' THEN payout END AS payout FROM sandbox.transactions`,
  payouts: sql`SELECT reference, amount_cents AS cents, status IN ('failed', 'cancelled') AS back, created_at AS at FROM sandbox.payouts`,
  knows: "infinity",
};

/** Whether the sandbox still has an event about something to send. */
const underWay = (of: SQL) => sql`EXISTS (SELECT 1 FROM sandbox.events v WHERE v.body LIKE '%"' || ${of} || '"%')`;

/**
 * One sentence for each difference. It reads one snapshot.
 * @param now without it nothing counts as old: what only the gateway knows may be on its way
 */
export async function wrongAtGateway(tx: Db, list: GatewayBooks, now: Date | undefined): Promise<string[]> {
  const old = now ? new Date(now.getTime() - NEWS_MINUTES * 60_000).toISOString() : "-infinity";
  const { rows } = await tx.sql.execute<{ fault: string }>(sql`
    WITH moves AS MATERIALIZED (${list.transactions}), payouts AS MATERIALIZED (${list.payouts}),
    -- What the gateway had this long before the job last asked for it has been learned then.
    asked AS (SELECT least(coalesce(max(ran_at), '-infinity') - make_interval(mins => ${NEWS_MINUTES}), ${old}::timestamptz) AS at FROM job_runs WHERE name = 'gateway-balance'),
    captures AS MATERIALIZED (${list.captures}), returned AS MATERIALIZED (${list.refunds}), taken AS MATERIALIZED (${list.disputes}),
    ours AS MATERIALIZED (SELECT p.id, p.status, p.amount_cents, p.resolved_at, p.id::text AS attempt, o.number FROM payment_attempts p JOIN orders o ON o.id = p.order_id WHERE p.provider = ${list.provider}),
    -- A refund by the try that the gateway made it for; one from before tries were kept, by its key.
    made AS MATERIALIZED (
      SELECT g.*, coalesce(y.refund_id::text, split_part(g.key, ':', 1)) AS refund FROM returned g
      LEFT JOIN LATERAL (SELECT refund_id FROM refund_tries WHERE key = g.key UNION SELECT refund_id FROM refund_tries WHERE reference = g.reference LIMIT 1) y ON true),
    paid_back AS MATERIALIZED (SELECT refund, count(*) AS times, sum(cents) AS cents, min(at) AS at FROM made GROUP BY refund)
    SELECT 'the gateway captured ' || g.cents || ' cents for payment ' || g.attempt || ', which is none of ours' AS fault
      FROM captures g LEFT JOIN ours USING (attempt) WHERE ours.id IS NULL AND g.at <= ${list.knows}::timestamptz
    UNION ALL SELECT 'order ' || number || ', payment ' || attempt || ': captured at the gateway at ' || g.at || ' and never booked, it is ' || status || ' here'
      FROM captures g JOIN ours USING (attempt) WHERE status <> 'succeeded' AND g.at <= ${old}::timestamptz
    UNION ALL SELECT 'order ' || number || ', payment ' || attempt || ': the gateway captured ' || g.cents || ' cents of ' || amount_cents || ' cents'
      FROM captures g JOIN ours USING (attempt) WHERE status = 'succeeded' AND g.cents <> amount_cents
    UNION ALL SELECT 'order ' || number || ', payment ' || attempt || ': captured here, not at the gateway'
      FROM ours LEFT JOIN captures g USING (attempt) WHERE status = 'succeeded' AND g.attempt IS NULL AND resolved_at <= ${list.knows}::timestamptz
    UNION ALL SELECT 'the gateway paid back ' || g.cents || ' cents of payment ' || g.attempt || coalesce(' (order ' || p.number || ')', '') || ' as ' || g.reference || ', which is no refund of ours'
      FROM made g LEFT JOIN refunds r ON r.id::text = g.refund LEFT JOIN ours p USING (attempt)
      WHERE r.id IS NULL AND g.at <= least(${list.knows}::timestamptz, ${old}::timestamptz)
    UNION ALL SELECT 'order ' || p.number || ', refund ' || r.id || ': ' || r.status || ' here and paid at the gateway at ' || g.at
      FROM refunds r JOIN ours p ON p.id = r.payment_id JOIN paid_back g ON g.refund = r.id::text WHERE r.status <> 'settled' AND g.at <= ${old}::timestamptz
    UNION ALL SELECT 'order ' || p.number || ', refund ' || r.id || ': the gateway paid ' || g.cents || ' cents in ' || g.times || ' parts, it is for ' || r.amount_cents || ' cents'
      FROM refunds r JOIN ours p ON p.id = r.payment_id JOIN paid_back g ON g.refund = r.id::text WHERE g.cents <> r.amount_cents OR g.times > 1
    UNION ALL SELECT 'order ' || p.number || ', refund ' || r.id || ': settled here, not paid at the gateway'
      FROM refunds r JOIN ours p ON p.id = r.payment_id LEFT JOIN paid_back g ON g.refund = r.id::text
      WHERE r.status = 'settled' AND g.refund IS NULL AND r.settled_at <= ${list.knows}::timestamptz AND NOT ${underWay(sql`r.id`)}
    UNION ALL SELECT 'dispute ' || g.reference || ' of ' || g.cents || ' cents' || coalesce(', order ' || p.number, '') || ': only the gateway has it, since ' || g.at
      FROM taken g LEFT JOIN disputes d USING (reference) LEFT JOIN ours p USING (attempt)
      WHERE d.id IS NULL AND g.at <= least(${list.knows}::timestamptz, ${old}::timestamptz) AND NOT ${underWay(sql`g.reference`)}
    UNION ALL SELECT 'dispute ' || d.reference || ', order ' || p.number || ': the gateway does not have it'
      FROM disputes d JOIN ours p ON p.id = d.payment_id LEFT JOIN taken g USING (reference) WHERE g.reference IS NULL AND d.created_at <= ${list.knows}::timestamptz
    UNION ALL SELECT 'dispute ' || reference || ', order ' || p.number || ': ' || d.amount_cents || ' cents and ' || d.status || ' here, ' || g.cents || ' cents and ' || g.status || ' at the gateway'
      FROM disputes d JOIN ours p ON p.id = d.payment_id JOIN taken g USING (reference)
      WHERE (d.amount_cents <> g.cents OR (d.status <> g.status AND (d.status <> 'open' OR d.created_at <= ${old}::timestamptz)))
        AND coalesce(d.resolved_at, d.created_at) <= ${list.knows}::timestamptz AND NOT ${underWay(sql`reference`)}
    UNION ALL SELECT 'transaction ' || g.reference || ' (' || g.kind || ') of ' || g.cents || ' cents: only the gateway has it, since ' || g.at
      FROM moves g LEFT JOIN gateway_transactions t USING (reference) WHERE t.id IS NULL AND g.at <= (SELECT at FROM asked)
    UNION ALL SELECT 'transaction ' || t.reference || ' of ' || t.amount_cents || ' cents: the gateway does not have it'
      FROM gateway_transactions t LEFT JOIN moves g USING (reference) WHERE t.provider = ${list.provider} AND g.reference IS NULL AND t.learned_at <= ${list.knows}::timestamptz
    UNION ALL SELECT 'transaction ' || reference || ': ' || t.amount_cents || ' cents with a fee of ' || t.fee_cents || ' cents here, ' || g.cents || ' cents with ' || g.fee || ' cents at the gateway'
      FROM gateway_transactions t JOIN moves g USING (reference) WHERE t.provider = ${list.provider} AND (t.amount_cents, t.fee_cents, t.kind) <> (g.cents, g.fee, g.kind)
    UNION ALL SELECT 'transaction ' || t.reference || ': paid out by ' || coalesce(p.reference, 'none') || ' here, by ' || coalesce(g.payout, 'none') || ' at the gateway'
      FROM gateway_transactions t JOIN moves g USING (reference) LEFT JOIN gateway_payouts p ON p.id = t.payout_id
      WHERE p.reference IS DISTINCT FROM g.payout AND (g.payout IS NULL OR EXISTS (SELECT 1 FROM gateway_payouts q WHERE q.reference = g.payout))
    UNION ALL SELECT 'payout ' || g.reference || ' of ' || g.cents || ' cents: only the gateway has it, since ' || g.at
      FROM payouts g LEFT JOIN gateway_payouts p USING (reference) WHERE p.id IS NULL AND g.at <= (SELECT at FROM asked)
    UNION ALL SELECT 'payout ' || p.reference || ' of ' || p.amount_cents || ' cents: the gateway does not have it'
      FROM gateway_payouts p LEFT JOIN payouts g USING (reference) WHERE p.provider = ${list.provider} AND g.reference IS NULL AND p.booked_at <= ${list.knows}::timestamptz
    UNION ALL SELECT 'payout ' || reference || ': ' || p.amount_cents || ' cents and ' || p.status || ' here, ' || g.cents || ' cents' || CASE WHEN g.back THEN ', come back,' ELSE '' END || ' at the gateway'
      FROM gateway_payouts p JOIN payouts g USING (reference) WHERE p.amount_cents <> g.cents OR (p.returned_at IS NOT NULL AND NOT g.back)
    UNION ALL SELECT 'payout ' || p.reference || ' of ' || p.amount_cents || ' cents came back at the gateway (' || t.reference || ') and not here'
      FROM gateway_payouts p JOIN gateway_transactions t ON t.kind = 'payout_failure' AND t.source = p.reference
      WHERE p.provider = ${list.provider} AND p.returned_at IS NULL AND t.learned_at <= (SELECT at FROM asked)
    ORDER BY fault`);
  return rows.map(({ fault }) => fault);
}
