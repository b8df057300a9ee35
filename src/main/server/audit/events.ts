/**
 * Parts of every event. An event is a SELECT of the transfers that facts require, one row each, with the columns of
 * `Transfer`. The audit compares them with what is booked.
 */
import { sql, type SQL } from "#platform/server/db/drizzle.ts";
import { CLOCKS_DIFFER, EITHER_ORDER } from "./moments.ts";

/** The columns that an event selects, in this order. */
interface Transfer {
  kind: SQL | string;
  /** Its subject: another fact, otherwise a refund, a claim, a payment, or a course (`ofCourse`), in this order. */
  subject: SQL;
  /** Its number among the transfers of this kind and subject, from 1. */
  nth?: SQL;
  /** Its moment by the facts; null where they have none. */
  at: SQL;
  courseId: SQL;
  paymentId?: SQL;
  refundId?: SQL;
  claimId?: SQL;
  /** By `postings`. */
  postings: SQL;
}

export function transfer(of: Transfer): SQL {
  const kind = typeof of.kind === "string" ? sql`${of.kind}::text` : of.kind;
  return sql`${kind} AS kind, ${of.subject} AS subject, (${of.nth ?? sql`1`})::bigint AS nth, (${of.at})::timestamptz AS at,
    ${of.courseId} AS course_id, (${of.paymentId ?? sql`NULL`})::uuid AS payment_id, (${of.refundId ?? sql`NULL`})::uuid AS refund_id,
    (${of.claimId ?? sql`NULL`})::uuid AS claim_id, ${of.postings} AS postings`;
}

/** Where the numbers of a transfer's kind begin: a payout has a transfer for each course, and each counts for itself. */
export function place(kind: SQL, courseId: SQL): SQL {
  return sql`CASE WHEN ${kind} LIKE 'bank_payout%' THEN 1000 * coalesce(${courseId}, 0)::bigint ELSE 0 END`;
}

/** A course as the subject of a transfer. */
export function ofCourse(courseId: SQL): SQL {
  return sql`lpad(${courseId}::text, 32, '0')::uuid`;
}

/** An account and its cents: a debit is positive, a credit negative. */
export type Leg = [account: SQL, cents: SQL];

/** The postings of a transfer as one text: accounts by name, without those that do not change; null if none does. */
export function postings(...legs: Leg[]): SQL {
  const values = sql.join(
    legs.map(([account, cents]) => sql`(${account}, (${cents})::bigint)`),
    sql`, `,
  );
  return sql`(SELECT string_agg(account || ' ' || cents, ', ' ORDER BY account)
    FROM (SELECT account, sum(cents) AS cents FROM (VALUES ${values}) AS leg (account, cents) GROUP BY account) legs WHERE cents <> 0)`;
}

/** Moves cents from one account (debited) to another. */
export function moved(cents: SQL, debit: SQL, credit: SQL): SQL {
  return postings([debit, cents], [credit, sql`-(${cents})`]);
}

/**
 * Whether terms `t` may have been in force at a moment. A call that read the old terms may finish a minute after the
 * change, and the clocks of two servers differ by seconds.
 */
export function inForce(at: SQL): SQL {
  return sql`t.since <= ${at} + ${CLOCKS_DIFFER} AND t.until >= ${at} - ${EITHER_ORDER}`;
}

/** The scope of an audit: everything, or the payments and claims that moved since a moment. */
export interface AuditScope {
  whole: boolean;
  /** Whether a payment or a claim is in the scope, by its id. */
  has: (id: SQL) => SQL;
}

/** The whole scope. It adds no condition, because a condition would change the planner's choice. */
export const everything: AuditScope = { whole: true, has: () => sql`true` };
/** The scope of what moved recently; `touched` has the ids. */
export const recent: AuditScope = { whole: false, has: (id) => sql`${id} IN (SELECT id FROM touched)` };
