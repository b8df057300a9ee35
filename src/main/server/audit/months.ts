/**
 * Closed months: they follow each other, are as they were kept, and nothing has been dated into them since. The hashes
 * are computed again from the entries.
 */
import type { Db } from "#platform/server/db/database.ts";
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { EITHER_ORDER } from "./moments.ts";

const hashed = (text: SQL) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
/** The month `k`, as a person names it. */
const name = sql`k.month || ' of ' || k.owner`;

/** Transfers with the gateway's transaction of their fact: fees by their name, refunds and disputes by the gateway's name of theirs. */
const ofGateway = sql`
  SELECT x.id, g.id AS transaction_id FROM ledger_transfers x JOIN gateway_transactions g ON g.id = x.fact_id AND x.kind IN ('gateway_fee', 'gateway_other')
  UNION ALL SELECT x.id, g.id FROM ledger_transfers x JOIN refund_tries y ON y.refund_id = x.refund_id AND y.status = 'made' AND x.kind = 'refund_settled'
    JOIN gateway_transactions g ON g.source = y.reference AND g.kind = 'refund' WHERE y.changed_at = x.created_at
  UNION ALL SELECT x.id, g.id FROM ledger_transfers x JOIN disputes d ON d.payment_id = x.payment_id AND x.kind = 'chargeback' AND d.created_at = x.created_at
    JOIN gateway_transactions g ON g.source = d.reference AND g.kind = 'dispute'
  UNION ALL SELECT x.id, g.id FROM ledger_transfers x JOIN disputes d ON d.payment_id = x.payment_id AND x.kind = 'chargeback_reversed' AND d.resolved_at = x.created_at
    JOIN gateway_transactions g ON g.source = d.reference AND g.kind = 'dispute_reversal'`;

/**
 * One sentence for each fault. It reads one snapshot.
 * @param since only months that were closed since then, and transfers that were booked after them; undefined for all
 */
export async function wrongMonths(tx: Db, since: Date | undefined): Promise<string[]> {
  const recent = since ? sql`k.closed_at >= ${since.toISOString()}::timestamptz` : sql`true`;
  const { rows } = await tx.sql.execute<{ fault: string }>(sql`
    WITH months AS MATERIALIZED (
      SELECT m.*, coalesce(c.name, 'the house') AS owner, lag(m.hash) OVER chain AS hash_before, lag(m.ends_at) OVER chain AS ended_before,
        lag(to_char(to_date(m.month, 'YYYY-MM') + interval '1 month', 'YYYY-MM')) OVER chain AS due
      FROM closed_months m LEFT JOIN courses c ON c.id = m.course_id WINDOW chain AS (PARTITION BY m.course_id ORDER BY m.id)),
    found AS MATERIALIZED (
      SELECT k.id AS month_id, x.id, x.kind, x.created_at AT TIME ZONE 'UTC' AS at, e.account_key, e.amount_cents, a.kind AS account
      FROM months k JOIN ledger_transfers x ON x.created_at >= k.starts_at AND x.created_at < k.ends_at
        JOIN ledger_entries e ON e.transfer_id = x.id JOIN ledger_accounts a ON a.key = e.account_key
      WHERE k.course_id IS NOT DISTINCT FROM coalesce(a.course_id, x.course_id) AND ${recent}),
    days AS (SELECT month_id, at::date AS day, ${hashed(sql`string_agg(id || ' ' || kind || ' ' || to_char(at, 'YYYY-MM-DD HH24:MI:SS.US') || ' ' || account_key || ' ' || amount_cents, chr(10) ORDER BY id, account_key COLLATE "C")`)} AS hash
      FROM found GROUP BY 1, 2),
    entries AS (SELECT month_id, ${hashed(sql`string_agg(hash, ' ' ORDER BY day)`)} AS hash FROM days GROUP BY 1),
    moved AS (SELECT month_id, account, sum(amount_cents) AS cents FROM found GROUP BY 1, 2),
    shown AS (SELECT k.id AS month_id, line.account, round((line.closing - line.opening) * 100) AS cents
      FROM months k, jsonb_to_recordset(k.settlement -> 'accounts') AS line (account text, opening numeric, closing numeric) WHERE k.course_id IS NOT NULL AND ${recent})
    SELECT ${name} || ': transfer ' || x.id || ' is dated ' || x.created_at || ', and was booked after the month was closed' AS fault
      FROM months k JOIN ledger_transfers x ON x.id > k.last_transfer AND x.created_at < k.ends_at
      WHERE (k.ended_before IS NULL OR x.created_at >= k.ended_before)
        AND EXISTS (SELECT 1 FROM ledger_entries e JOIN ledger_accounts a ON a.key = e.account_key WHERE e.transfer_id = x.id
          AND k.course_id IS NOT DISTINCT FROM coalesce(a.course_id, x.course_id))
    UNION ALL SELECT ${name} || ': its entries are not those over which it was closed' FROM months k LEFT JOIN entries ON entries.month_id = k.id
      WHERE k.entries_hash <> coalesce(entries.hash, ${hashed(sql`''`)}) AND ${recent}
    UNION ALL SELECT ${name} || ': what was kept of it, or of the month before, has been changed' FROM months k
      WHERE k.hash <> ${hashed(sql`coalesce(k.hash_before, 'first') || ' ' || coalesce(k.course_id::text, 'house') || ' ' || k.month || ' ' || extract(epoch FROM k.starts_at) || ' ' || extract(epoch FROM k.ends_at) || ' ' || k.settlement || ' ' || k.entries_hash`)}
    UNION ALL SELECT ${name} || ': it shows that ' || coalesce(shown.account, moved.account) || ' moved by ' || abs(coalesce(shown.cents, 0)) || ' cents, its entries by ' || abs(coalesce(moved.cents, 0)) || ' cents'
      FROM shown FULL JOIN moved USING (month_id, account) JOIN months k ON k.id = month_id
      WHERE k.course_id IS NOT NULL AND abs(coalesce(shown.cents, 0)) <> abs(coalesce(moved.cents, 0))
    UNION ALL SELECT ${name} || ': it was closed out of order' FROM months k
      WHERE k.month <> k.due OR k.starts_at <> k.ended_before OR k.closed_at < k.ends_at + interval '1 hour'
        OR (k.ended_before IS NULL AND EXISTS (SELECT 1 FROM ledger_transfers x WHERE x.course_id = k.course_id AND x.created_at < k.starts_at))
    UNION ALL SELECT ${name} || ': ' || x.kind || ' of ' || g.kind || ' ' || g.source || ' happened in it, at ' || g.created_at || ', and transfer ' || x.id || ' is not booked as one of an earlier month'
      FROM (${ofGateway}) of JOIN ledger_transfers x ON x.id = of.id JOIN gateway_transactions g ON g.id = of.transaction_id
        JOIN months k ON k.course_id = x.course_id AND g.created_at >= k.starts_at AND g.created_at < k.ends_at - ${EITHER_ORDER} AND x.id > k.last_transfer
      WHERE x.fact_at IS NULL
    UNION ALL SELECT 'transfer ' || x.id || ' is booked as one of an earlier month, of ' || x.fact_at || ', and no such month was closed' FROM ledger_transfers x
      WHERE x.fact_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM months k WHERE k.ends_at > x.fact_at AND k.ends_at <= x.created_at)
    ORDER BY fault`);
  return rows.map(({ fault }) => fault);
}
