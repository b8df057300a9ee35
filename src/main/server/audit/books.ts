/**
 * What people book by hand: payments to ranges and tax offices, with their counter-entries, and adjustments. The rows of these facts ask
 * for the transfers; what one administrator may not do alone is looked up in the proposals.
 */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { moved, type AuditScope, transfer } from "./events.ts";
import { EITHER_ORDER } from "./moments.ts";

/** The account of what is owed, by a row `r` of remittances. */
const owed = sql`CASE r.of WHEN 'range' THEN 'range_share:' ELSE 'tax_payable:' END || r.course_id`;

const paid = sql`SELECT ${transfer({
  kind: sql`CASE r.of WHEN 'range' THEN 'range_paid' ELSE 'tax_remitted' END`,
  subject: sql`r.id`,
  at: sql`r.paid_at`,
  courseId: sql`r.course_id`,
  postings: moved(sql`r.amount_cents`, owed, sql`'bank'`),
})} FROM remittances r`;

const takenBack = sql`SELECT ${transfer({
  kind: sql`CASE r.of WHEN 'range' THEN 'range_paid_back' ELSE 'tax_remitted_back' END`,
  subject: sql`r.id`,
  at: sql`b.returned_at`,
  courseId: sql`r.course_id`,
  postings: moved(sql`r.amount_cents`, sql`'bank'`, owed),
})} FROM remittances r JOIN remittance_returns b ON b.remittance_id = r.id`;

/** A debit adds to fees, which are an expense; a credit adds to the others. */
const adjusted = sql`SELECT ${transfer({
  kind: "adjust",
  subject: sql`a.id`,
  at: sql`a.made_at`,
  courseId: sql`a.course_id`,
  postings: moved(
    sql`CASE a.account WHEN 'fees' THEN a.amount_cents ELSE -a.amount_cents END`,
    sql`a.account || ':' || a.course_id`,
    sql`'adjustment:' || a.course_id`,
  ),
})} FROM adjustments a`;

export function bookEvents({ whole, has }: AuditScope): readonly SQL[] {
  const events = [paid, takenBack, adjusted];
  return whole ? events : events.map((event) => sql`SELECT * FROM (${event}) event WHERE ${has(sql`subject`)}`);
}

/** The ids of the facts that moved since a moment. */
export function booksTouched(from: SQL): SQL {
  return sql`SELECT id FROM remittances WHERE paid_at >= ${from}
    UNION SELECT remittance_id FROM remittance_returns WHERE returned_at >= ${from}
    UNION SELECT id FROM adjustments WHERE made_at >= ${from}
    UNION SELECT id FROM course_closings WHERE closed_at >= ${from}`;
}

const payment = sql`'payment ' || r.id || ' of ' || r.amount_cents || ' cents to the ' || CASE r.of WHEN 'range' THEN 'range' ELSE 'tax office' END || ' of course ' || r.course_id`;

const adjustment = sql`'adjustment ' || a.id || ' of course ' || a.course_id || ': ' || a.amount_cents || ' cents, ' || a.account`;

/** A refund `r` of an order `o` that was paid from the bank. */
const refund = sql`'order ' || o.number || ', refund ' || r.id || ' of ' || r.amount_cents || ' cents was paid by ' || r.paid_by || ' ' || r.paid_reference`;

/** Each adjustment, and each refund that was paid twice: they are no faults, and whoever signs the books reads them. */
export const adjustments: SQL = sql`SELECT note FROM (
    SELECT ${adjustment} || ', at ' || a.made_at || ': ' || a.reason AS note, a.proposal_id AS place FROM adjustments a
    UNION ALL SELECT ${refund} || ', and the gateway has paid it once more at ' || again.settled_at, r.paid_proposal_id
    FROM refunds again JOIN refunds r ON r.id = again.repeats JOIN orders o ON o.id = r.order_id) named ORDER BY place`;

/** Whether two administrators did it: one proposed exactly this, and another approved it then. */
export function byTwo(kind: string, proposal: SQL, at: SQL, same: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM proposals p WHERE p.id = ${proposal} AND p.kind = ${kind} AND p.status = 'done' AND p.decided_by IS DISTINCT FROM p.proposed_by
    AND p.decided_at BETWEEN ${at} - ${EITHER_ORDER} AND ${at} + ${EITHER_ORDER} AND ${same})`;
}
const sameRemittance = sql`p.proposed_by = r.paid_by AND p.detail @> jsonb_build_object('of', r.of, 'courseId', r.course_id, 'month', r.month, 'amountCents', r.amount_cents, 'reference', r.reference)`;

const sameAdjustment = sql`p.detail @> jsonb_build_object('courseId', a.course_id, 'account', a.account, 'amountCents', a.amount_cents) AND p.reason = a.reason`;

/** Whether an amount was above every limit that may have been in force at a moment. */
const aboveLimit = (cents: SQL, at: SQL) => sql`${cents} > ALL (
  SELECT coalesce(l.above_cents, 9223372036854775807) FROM (SELECT *, lead(set_at) OVER (ORDER BY id) AS until FROM approval_limits) l
  WHERE l.set_at <= ${at} + ${EITHER_ORDER} AND coalesce(l.until >= ${at} - ${EITHER_ORDER}, true))
  AND EXISTS (SELECT 1 FROM approval_limits l WHERE l.set_at < ${at} - ${EITHER_ORDER})`;

const sameRefund = sql`p.detail @> jsonb_build_object('refundId', r.id, 'amountCents', r.amount_cents, 'method', r.paid_by, 'reference', r.paid_reference, 'paidOn', r.paid_on)`;

export const wrongBooks: readonly SQL[] = [
  sql`SELECT ${refund} || ', which two administrators did not approve' FROM refunds r JOIN orders o ON o.id = r.order_id
    WHERE r.status = 'paid_otherwise' AND NOT ${byTwo("refund_otherwise", sql`r.paid_proposal_id`, sql`r.settled_at`, sameRefund)}`,
  sql`SELECT 'proposal ' || p.id || ' was approved, and its refund was not paid otherwise by it' FROM proposals p
    WHERE p.kind = 'refund_otherwise' AND p.status = 'done' AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.paid_proposal_id = p.id AND r.status = 'paid_otherwise')`,
  sql`SELECT ${payment} || ' was made above the approval limit by one administrator' FROM remittances r
    WHERE ${aboveLimit(sql`r.amount_cents`, sql`r.paid_at`)} AND NOT ${byTwo("remit", sql`r.proposal_id`, sql`r.paid_at`, sameRemittance)}`,
  sql`SELECT ${payment} || ' names a proposal that was for something else' FROM remittances r
    WHERE r.proposal_id IS NOT NULL AND NOT ${byTwo("remit", sql`r.proposal_id`, sql`r.paid_at`, sameRemittance)}`,
  // The balance before the payment, by the entries in the order of transfers.
  sql`SELECT ${payment} || ' is more than the ' || line.before || ' cents that were owed' FROM remittances r
    JOIN ledger_transfers x ON x.fact_id = r.id AND x.kind IN ('range_paid', 'tax_remitted')
    JOIN (SELECT account_key, transfer_id, coalesce(-sum(amount_cents) OVER (PARTITION BY account_key ORDER BY transfer_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
      FROM ledger_entries WHERE account_key IN (SELECT DISTINCT ${owed} FROM remittances r)) line ON line.transfer_id = x.id AND line.account_key = ${owed}
    WHERE r.amount_cents > line.before`,
  sql`SELECT ${payment} || ' was taken back before it was made' FROM remittances r JOIN remittance_returns b ON b.remittance_id = r.id
    WHERE b.returned_at < r.paid_at`,
  sql`SELECT ${adjustment} || ', was not approved by two administrators' FROM adjustments a
    WHERE NOT ${byTwo("adjust", sql`a.proposal_id`, sql`a.made_at`, sameAdjustment)}`,
];
