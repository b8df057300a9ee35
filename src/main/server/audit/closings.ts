/** Courses that were closed for good: what became of their pots, by the facts, and what may not stand or move there. */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { byTwo } from "./books.ts";
import { moved, type AuditScope, transfer } from "./events.ts";
import { CLOCKS_DIFFER } from "./moments.ts";

/**
 * `closings`: each with what the pot held before its first transfer (`held`), the part that the house had put in
 * (`house`: the last reseed that no rejection undid, otherwise the opening), and the ids of the last transfers before
 * the closing (`before`) and of the closing itself (`last`). One that moved nothing is placed by its moment.
 */
export const closingFacts: SQL = sql`
  closings AS MATERIALIZED (
    SELECT k.*, whole.cents AS held, least(whole.cents, base.cents) AS house, coalesce(own.first - 1, earlier.id) AS before, coalesce(own.last, earlier.id) AS last
    FROM course_closings k
      CROSS JOIN LATERAL (SELECT min(x.id) AS first, max(x.id) AS last FROM ledger_transfers x WHERE x.fact_id = k.id) own
      CROSS JOIN LATERAL (SELECT max(x.id) AS id FROM ledger_transfers x WHERE x.created_at <= k.closed_at) earlier
      LEFT JOIN pots ON pots.pot = 'pot:' || k.course_id AND pots.id = own.first
      CROSS JOIN LATERAL (SELECT coalesce(pots.before, k.to_house_cents + k.rest_cents) AS cents) whole
      CROSS JOIN LATERAL (SELECT coalesce(
        (SELECT c.reseed_cents FROM jackpots c WHERE c.course_id = k.course_id AND c.status <> 'rejected' ORDER BY c.arrival DESC LIMIT 1),
        (SELECT t.base_jackpot_cents FROM terms t WHERE t.course_id = k.course_id AND t.opening LIMIT 1),
        (SELECT sum(e.amount_cents) FROM ledger_transfers x JOIN ledger_entries e ON e.transfer_id = x.id
          WHERE x.course_id = k.course_id AND x.kind = 'open_pot' AND e.account_key = 'house_funding'), 0) AS cents) base)`;

/** Whether a transfer was booked after its course had been closed for good: there is no pot any more. */
export function afterClosing(courseId: SQL, booked: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM closings k WHERE k.course_id = ${courseId} AND ${booked} > k.last)`;
}

/** A part of the pot, moved once. */
function part(kind: string, where: SQL, [cents, debit, credit]: [SQL, SQL, SQL], courseId = sql`k.course_id`): SQL {
  const postings = moved(cents, debit, credit);
  return sql`SELECT ${transfer({ kind, subject: sql`k.id`, at: sql`k.closed_at`, courseId, postings })} FROM closings k WHERE ${where}`;
}

const pot = sql`'pot:' || k.course_id`;
const [house, rest] = [sql`'house_funding'`, sql`(k.held - k.house)`];
const receiver = sql`k.into_course_id`;
const events: readonly SQL[] = [
  part("close_pot_house", sql`true`, [sql`k.house`, pot, house]),
  part("close_pot_out", sql`${receiver} IS NOT NULL`, [rest, pot, house]),
  part("close_pot_in", sql`${receiver} IS NOT NULL`, [rest, house, sql`'pot:' || ${receiver}`], receiver),
  part("close_pot_bank", sql`${receiver} IS NULL`, [rest, pot, sql`'bank'`]),
];

export function closingEvents({ whole, has }: AuditScope): readonly SQL[] {
  return whole ? events : events.map((event) => sql`SELECT * FROM (${event}) event WHERE ${has(sql`subject`)}`);
}

const which = sql`'course ' || k.course_id || ', closed for good at ' || k.closed_at || ', '`;
const same = sql`p.detail @> jsonb_build_object('courseId', k.course_id, 'intoCourseId', k.into_course_id, 'recipient', k.recipient, 'toHouseCents', k.to_house_cents, 'restCents', k.rest_cents)`;
/** What a closing waits for: the rows, the course, the moment at which each was over, and its name. */
const waitedFor: readonly SQL[] = [
  sql`SELECT s.course_id, s.started_at AS began, s.ended_at AS ended, 'the session of ' || s.player_name AS name FROM sessions s`,
  sql`SELECT c.course_id, c.created_at, c.decided_at, 'claim ' || c.id || ' of ' || c.player_name FROM claims c`,
  sql`SELECT c.course_id, c.decided_at, coalesce(c.paid_at, c.forfeited_at), 'the prize of claim ' || c.id FROM claims c WHERE c.status = 'verified' AND c.prize_type = 'other'`,
  sql`SELECT o.course_id, d.created_at, d.resolved_at, 'dispute ' || d.reference FROM disputes d JOIN payment_attempts p ON p.id = d.payment_id JOIN orders o ON o.id = p.order_id`,
];

export const wrongClosings: readonly SQL[] = [
  sql`SELECT 'course ' || c.id || ' says that it was closed for good at ' || coalesce(c.closed_at::text, 'no time') || ', its closing says ' || coalesce(k.closed_at::text, 'nothing')
    FROM courses c LEFT JOIN closings k ON k.course_id = c.id WHERE c.closed_at IS DISTINCT FROM k.closed_at`,
  sql`SELECT ${which} || 'is open' FROM closings k JOIN courses c ON c.id = k.course_id WHERE c.active`,
  sql`SELECT ${which} || 'says that ' || k.to_house_cents || ' cents of its pot went to the house and ' || k.rest_cents || ' cents on; they have to be ' || k.house || ' cents and ' || k.held - k.house || ' cents'
    FROM closings k WHERE (k.to_house_cents, k.rest_cents) <> (k.house, k.held - k.house)`,
  sql`SELECT ${which} || 'was not closed by two administrators' FROM closings k WHERE NOT ${byTwo("close_course", sql`k.proposal_id`, sql`k.closed_at`, same)}`,
  sql`SELECT ${which} || 'gave its pot to course ' || r.course_id || ', which was closed for good itself' FROM closings k JOIN closings r ON r.course_id = k.into_course_id WHERE r.closed_at < k.closed_at`,
  sql`SELECT ${which} || 'was closed while ' || -sum(e.amount_cents) || ' cents stood on ' || e.account_key FROM closings k
    JOIN ledger_accounts a ON a.course_id = k.course_id AND a.kind IN ('deferred', 'range_share', 'tax_payable', 'reserved', 'prize_payable', 'refunds_payable')
    JOIN ledger_entries e ON e.account_key = a.key AND e.transfer_id <= k.before
    GROUP BY k.course_id, k.closed_at, e.account_key HAVING sum(e.amount_cents) <> 0`,
  sql`SELECT ${which} || 'has its pot moved by transfer ' || x.id || ' (' || x.kind || ') since' FROM closings k
    JOIN ledger_entries e ON e.account_key = 'pot:' || k.course_id AND e.transfer_id > k.last JOIN ledger_transfers x ON x.id = e.transfer_id`,
  sql`SELECT ${which} || 'sold order ' || o.number || ' since' FROM closings k JOIN orders o ON o.course_id = k.course_id WHERE o.created_at > k.closed_at + ${CLOCKS_DIFFER}`,
  sql`SELECT ${which} || CASE WHEN began > k.closed_at + ${CLOCKS_DIFFER} THEN 'has since had ' ELSE 'was closed over ' END || w.name
    FROM closings k JOIN (${sql.join([...waitedFor], sql` UNION ALL `)}) w ON w.course_id = k.course_id
    WHERE coalesce(w.ended, 'infinity') > k.closed_at + ${CLOCKS_DIFFER} AND NOT (w.name LIKE 'dispute %' AND w.began > k.closed_at)`,
];
