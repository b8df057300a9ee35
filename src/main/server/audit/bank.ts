/**
 * The transfers that the gateway's balance requires: its fees, money there that is of no payment, and its payouts to
 * the bank.
 */
import { sql, type SQL } from "drizzle-orm";
import { moved, place, postings, type Scope, transfer } from "./events.ts";

/**
 * `payout_parts`: what each payout paid out of each course's cash, and of the house's what its own transactions leave
 * unexplained. Money that came back and was paid out again is whose it was the first time.
 */
export const bankFacts = ({ has }: Scope): SQL => sql`
  payout_parts AS MATERIALIZED (
    WITH RECURSIVE own AS (
      SELECT t.payout_id, o.course_id, sum(t.amount_cents - t.fee_cents) AS cents
      FROM gateway_payouts q JOIN gateway_transactions t ON t.payout_id = q.id JOIN payment_attempts p ON p.id = t.payment_id JOIN orders o ON o.id = p.order_id
      WHERE ${has(sql`q.id`)} OR q.returned_at IS NOT NULL GROUP BY 1, 2),
    part AS (
      SELECT * FROM own
      UNION ALL SELECT t.payout_id, part.course_id, part.cents
        FROM part JOIN gateway_payouts q ON q.id = part.payout_id JOIN gateway_transactions t ON t.kind = 'payout_failure' AND t.source = q.reference AND t.payout_id IS NOT NULL),
    whole AS (
      SELECT payout_id, course_id, cents FROM part
      UNION ALL SELECT q.id, NULL, q.amount_cents - coalesce((SELECT sum(cents) FROM part WHERE part.payout_id = q.id), 0) FROM gateway_payouts q WHERE ${has(sql`q.id`)})
    SELECT payout_id, course_id, sum(cents) AS cents FROM whole GROUP BY 1, 2 HAVING sum(cents) <> 0)`;

/** An account of the payment's course, or of the house. */
const of = (account: string) => sql`${`${account}:`}::text || coalesce(o.course_id::text, 'house')`;
/** Whether the amount is booked by its payment, refund, dispute or payout; the fee never is. */
const isKnown = sql`(t.kind IN ('payout', 'payout_failure') OR (o.id IS NOT NULL AND t.kind NOT IN ('account_fee', 'other')))`;

const fees = ({ has }: Scope) => sql`SELECT ${transfer({
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

/** What an administrator found money of no payment to be. */
const sorted = ({ has }: Scope) =>
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
function payout({ has }: Scope, kind: string, at: SQL, debit: SQL, credit: SQL): SQL {
  return sql`SELECT ${transfer({
    kind,
    subject: sql`q.id`,
    nth: sql`${place(sql`${kind}::text`, sql`o.course_id`)} + 1`,
    at,
    courseId: sql`o.course_id`,
    postings: moved(sql`o.cents`, debit, credit),
  })} FROM gateway_payouts q JOIN payout_parts o ON o.payout_id = q.id WHERE ${at} IS NOT NULL AND ${has(sql`q.id`)}`;
}

export const bankEvents = (scope: Scope): readonly SQL[] => [
  fees(scope),
  sorted(scope),
  payout(scope, "bank_payout", sql`q.booked_at`, sql`'bank'`, cash),
  payout(scope, "bank_payout_returned", sql`q.returned_at`, cash, sql`'bank'`),
];
