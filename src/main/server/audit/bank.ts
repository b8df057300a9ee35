/**
 * The transfers that the gateway's balance requires: its fees, money there that is of no payment, and its payouts to
 * the bank.
 */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { moved, place, postings, type AuditScope, transfer } from "./events.ts";

/**
 * `payout_parts`: what each payout paid out of each course's cash, and of the house's what its own transactions leave
 * unexplained; where it comes back (`back`), also as an administrator divided it. Money that came back and was paid out again belongs to the same courses as the first time.
 */
export const bankFacts = ({ has }: AuditScope): SQL => sql`
  payout_parts AS MATERIALIZED (
    WITH RECURSIVE own AS (
      SELECT t.payout_id, o.course_id, sum(t.amount_cents - t.fee_cents) AS cents
      FROM gateway_payouts q JOIN gateway_transactions t ON t.payout_id = q.id JOIN payment_attempts p ON p.id = t.payment_id JOIN orders o ON o.id = p.order_id
      WHERE ${has(sql`q.id`)} OR q.returned_at IS NOT NULL GROUP BY 1, 2),
    part AS (
      (SELECT payout_id, course_id, cents, false AS divided FROM own UNION ALL SELECT payout_id, course_id, amount_cents, true FROM payout_divisions WHERE course_id IS NOT NULL)
      UNION ALL SELECT t.payout_id, part.course_id, part.cents, false
        FROM part JOIN gateway_payouts q ON q.id = part.payout_id JOIN gateway_transactions t ON t.kind = 'payout_failure' AND t.source = q.reference AND t.payout_id IS NOT NULL),
    known AS (SELECT part.*, back FROM part CROSS JOIN (VALUES (true), (false)) AS side (back) WHERE back OR NOT divided),
    whole AS (
      SELECT payout_id, course_id, back, cents FROM known
      UNION ALL SELECT q.id, NULL, back, q.amount_cents - coalesce((SELECT sum(cents) FROM known WHERE known.payout_id = q.id AND known.back = side.back), 0)
        FROM gateway_payouts q CROSS JOIN (VALUES (true), (false)) AS side (back) WHERE ${has(sql`q.id`)})
    SELECT payout_id, course_id, back, sum(cents) AS cents FROM whole GROUP BY 1, 2, 3 HAVING sum(cents) <> 0)`;

/** An account of the payment's course, or of the house. */
const of = (account: string) => sql`${`${account}:`}::text || coalesce(o.course_id::text, 'house')`;
/** Whether the amount is booked by its payment, refund, dispute or payout. The fee is always booked here. */
const isKnown = sql`(t.kind IN ('payout', 'payout_failure') OR (o.id IS NOT NULL AND t.kind NOT IN ('account_fee', 'other')))`;

const fees = ({ has }: AuditScope) => sql`SELECT ${transfer({
  kind: sql`CASE WHEN ${isKnown} OR t.kind = 'account_fee' THEN 'gateway_fee' ELSE 'gateway_other' END`,
  subject: sql`t.id`,
  at: sql`t.learned_at`,
  courseId: sql`o.course_id`,
  postings: sql`CASE WHEN ${isKnown} THEN ${moved(sql`t.fee_cents`, of("fees"), of("cash"))} ELSE ${postings(
    [of("cash"), sql`t.amount_cents - t.fee_cents`],
    [
      sql`CASE WHEN t.kind = 'account_fee' THEN ${of("fees")} ELSE 'suspense:house' END`,
      sql`t.fee_cents - t.amount_cents`,
    ],
  )} END`,
})}
  FROM gateway_transactions t LEFT JOIN payment_attempts p ON p.id = t.payment_id LEFT JOIN orders o ON o.id = p.order_id WHERE ${has(sql`t.id`)}`;

/** Money of no payment, which an administrator sorted into an account. */
const sorted = ({ has }: AuditScope) =>
  sql`SELECT ${transfer({
    kind: "gateway_sorted",
    subject: sql`t.id`,
    at: sql`t.sorted_at`,
    courseId: sql`t.sorted_course_id`,
    postings: moved(
      sql`t.amount_cents - t.fee_cents`,
      sql`'suspense:house'`,
      sql`CASE t.sorted_into WHEN 'bank' THEN 'bank' ELSE t.sorted_into || ':' || coalesce(t.sorted_course_id::text, 'house') END`,
    ),
  })} FROM gateway_transactions t WHERE t.sorted_at IS NOT NULL AND ${has(sql`t.id`)}`;

const cash = sql`'cash:' || coalesce(o.course_id::text, 'house')`;
function payout({ has }: AuditScope, kind: string, back: boolean, at: SQL, debit: SQL, credit: SQL): SQL {
  return sql`SELECT ${transfer({
    kind,
    subject: sql`q.id`,
    nth: sql`${place(sql`${kind}::text`, sql`o.course_id`)} + 1`,
    at,
    courseId: sql`o.course_id`,
    postings: moved(sql`o.cents`, debit, credit),
  })} FROM gateway_payouts q JOIN payout_parts o ON o.payout_id = q.id AND o.back = ${back} WHERE ${at} IS NOT NULL AND ${has(sql`q.id`)}`;
}

/** A course's part of a payout that was made by hand, and the return of the house's part, which was booked first. */
const divided = ({ has }: AuditScope) =>
  sql`SELECT ${transfer({
    kind: "bank_payout_divided",
    subject: sql`o.payout_id`,
    nth: sql`${place(sql`'bank_payout_divided'::text`, sql`o.course_id`)} + 1`,
    at: sql`o.divided_at`,
    courseId: sql`o.course_id`,
    postings: moved(sql`o.amount_cents`, sql`'bank'`, cash),
  })} FROM (SELECT payout_id, course_id, amount_cents, divided_at FROM payout_divisions WHERE course_id IS NOT NULL
    UNION ALL SELECT payout_id, NULL, -sum(amount_cents), divided_at FROM payout_divisions WHERE course_id IS NOT NULL GROUP BY payout_id, divided_at) o WHERE ${has(sql`o.payout_id`)}`;

/** Payouts that were divided wrongly, or that the gateway itself has divided. */
export const wrongDivisions: SQL = sql`SELECT 'payout ' || q.reference || ' of ' || q.amount_cents || ' cents was divided into ' || sum(d.amount_cents) || ' cents' || CASE WHEN bool_or(t.id IS NOT NULL) THEN ', and its transactions are known' ELSE '' END
    FROM gateway_payouts q JOIN payout_divisions d ON d.payout_id = q.id LEFT JOIN LATERAL (SELECT id FROM gateway_transactions WHERE payout_id = q.id LIMIT 1) t ON true
    GROUP BY q.id HAVING sum(d.amount_cents) <> q.amount_cents OR bool_or(t.id IS NOT NULL)`;

export const bankEvents = (scope: AuditScope): readonly SQL[] => [
  fees(scope),
  sorted(scope),
  divided(scope),
  payout(scope, "bank_payout", false, sql`q.booked_at`, sql`'bank'`, cash),
  payout(scope, "bank_payout_returned", true, sql`q.returned_at`, cash, sql`'bank'`),
];
