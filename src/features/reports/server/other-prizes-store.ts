/** SQL of prizes other than cash in a settlement: from the claims, by the moment of each step. */
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { PrizeStep, StepSum } from "../other-prizes-rules.ts";
import { spanned, type Spans, type TransferRow } from "./transfer-store.ts";

/** Every step of every claim `c` of a prize other than cash, with its moment. */
const steps = sql`claims c CROSS JOIN LATERAL (VALUES ('verified', CASE c.status WHEN 'verified' THEN c.decided_at END), ('paid', c.paid_at), ('forfeited', c.forfeited_at)) AS taken (step, at)`;

/** The steps before and within the months of courses. */
export async function readPrizeSteps(db: Db, spans: Spans): Promise<StepSum[]> {
  const { rows } = await db.sql.execute<StepSum & Record<string, unknown>>(sql`
    WITH ${spanned(spans)}
    SELECT taken.step, taken.at < span.starts AS "isBefore", count(*)::int AS count, sum(c.stated_value_cents)::bigint AS cents
    FROM span JOIN ${steps} ON c.course_id = span.course_id
    WHERE c.prize_type = 'other' AND taken.at < span.ends GROUP BY 1, 2`);
  return rows;
}

/** The claims behind a line, the newest first, in the form of transfers. A claim's number grows with its arrival. */
export async function readPrizeClaims(
  db: Db,
  spans: Spans,
  { step, sign }: { step: PrizeStep; sign: 1 | -1 },
  page: { beyond: number | undefined; limit: number },
): Promise<TransferRow[]> {
  const { rows } = await db.sql.execute<TransferRow>(sql`
    WITH ${spanned(spans)}
    SELECT c.arrival::float8 AS id, taken.at, NULL AS fact_at, c.prize_description AS kind, k.name AS course, k.time_zone,
      (${sign} * c.stated_value_cents)::float8 AS cents, NULL AS order_id, NULL AS order_number, c.id AS claim_id, NULL AS refund_id
    FROM span JOIN ${steps} ON c.course_id = span.course_id JOIN courses k ON k.id = c.course_id
    WHERE c.prize_type = 'other' AND taken.step = ${step} AND taken.at >= span.starts AND taken.at < span.ends AND c.arrival < ${page.beyond ?? Number.MAX_SAFE_INTEGER}
    ORDER BY c.arrival DESC LIMIT ${page.limit}`);
  return rows;
}
