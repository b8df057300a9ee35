/**
 * What every event is written with: an event is a SELECT of the transfers that facts ask for, one row each, with the
 * columns of `Transfer`. The audit compares them with what is booked.
 */
import { sql, type SQL } from "drizzle-orm";
import { CLOCKS_DIFFER, EITHER_ORDER } from "./moments.ts";

/** The columns that an event selects, in this order. */
interface Transfer {
  kind: SQL | string;
  /** What it is of: a refund, else a claim, else a payment, else a course (`ofCourse`). */
  subject: SQL;
  /** The first of its kind of this subject is 1. */
  nth?: SQL;
  /** The moment that the facts give it; null where they say none. */
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

/** A course as the subject of a transfer. */
export function ofCourse(courseId: SQL): SQL {
  return sql`lpad(${courseId}::text, 32, '0')::uuid`;
}

/** An account, and the cents that it is debited; below 0, credited. */
export type Leg = [account: SQL, cents: SQL];

/** What a transfer does, as one text: accounts by name, those without a change left out, null for none at all. */
export function postings(...legs: Leg[]): SQL {
  const values = sql.join(
    legs.map(([account, cents]) => sql`(${account}, (${cents})::bigint)`),
    sql`, `,
  );
  return sql`(SELECT string_agg(account || ' ' || cents, ', ' ORDER BY account)
    FROM (SELECT account, sum(cents) AS cents FROM (VALUES ${values}) AS leg (account, cents) GROUP BY account) legs WHERE cents <> 0)`;
}

/** Moves cents from one account, which is debited, to another. */
export function moved(cents: SQL, debit: SQL, credit: SQL): SQL {
  return postings([debit, cents], [credit, sql`-(${cents})`]);
}

/**
 * Whether terms `t` may have been those in force at a moment: a call that had read the old ones may finish a minute
 * after the change, and the clocks of two servers differ by seconds.
 */
export function inForce(at: SQL): SQL {
  return sql`t.since <= ${at} + ${CLOCKS_DIFFER} AND t.until >= ${at} - ${EITHER_ORDER}`;
}

/** What is audited: all, or the payments and claims that moved since a moment. */
export interface Scope {
  whole: boolean;
  /** Whether it has a payment or a claim, by its id. */
  has: (id: SQL) => SQL;
}

/** Says nothing of what moved: the planner would reckon with it. */
export const everything: Scope = { whole: true, has: () => sql`true` };
/** `touched` has their ids. */
export const recent: Scope = { whole: false, has: (id) => sql`${id} IN (SELECT id FROM touched)` };
