/** The statement of what a range or a tax office is owed at a course, in the API's form. */
import type { Caller } from "#platform/server/http/handlers.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { monthOf, monthSpan } from "#features/reports/rules.ts";
import { findCourse, listCourses, type ReportedCourse } from "#features/reports/server/store.ts";
import { heldBy } from "#features/ledger/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { toDollars } from "#platform/shared/money.ts";
import { type OwedKind, type Remittance, refuse, type StatedCourse, type Statement } from "../contract.ts";
import { state } from "../rules.ts";
import { owedBy } from "./remit.ts";
import * as store from "./store.ts";

const courseOf = ({ id, name, timeZone, isOpen }: ReportedCourse) => ({ id, name, timeZone, isOpen });

/** @throws courses.not_found, also for staff without the right to it; books.future_month */
export async function readStatement(
  db: Db,
  caller: Caller,
  asked: { of: OwedKind; courseId: number; month: string | undefined },
  now: Date,
): Promise<Statement> {
  const { of, courseId } = asked;
  const mayRead =
    caller.role === "admin" || (of === "range" && (await store.grantedCourses(db, caller.id)).includes(courseId));
  const course = mayRead ? await findCourse(db, courseId) : undefined;
  if (!course) throw refuseCourse("courses.not_found");
  const month = asked.month ?? monthOf(now, course.timeZone);
  const span = monthSpan(month, course.timeZone);
  if (span.from > now) throw refuse("books.future_month");
  const { lines, owed, payable } = state(of, await store.readMovements(db, owedBy[of](courseId), span));
  return {
    of,
    course: courseOf(course),
    month,
    startsAt: span.from.toISOString(),
    endsAt: span.to.toISOString(),
    toDate: now < span.to,
    generatedAt: now.toISOString(),
    lines: lines.map(({ cents, ...line }) => ({ ...line, amount: toDollars(cents) })),
    owed: toDollars(owed),
    payable: toDollars(payable),
    payments: (await store.readRemittances(db, { of, courseId, month, ...span })).map(toRemittance),
  };
}

/** The courses whose statements a caller may read. */
export async function listStated(db: Db, caller: Caller, now: Date): Promise<StatedCourse[]> {
  const granted = caller.role === "admin" ? undefined : await store.grantedCourses(db, caller.id);
  const courses = (await listCourses(db)).filter(({ id }) => granted === undefined || granted.includes(id));
  const stated: StatedCourse[] = [];
  // One after the other: a call that asks for many connections at once waits for itself.
  for (const { firstAt, ...course } of courses)
    stated.push({
      ...courseOf(course),
      firstMonth: monthOf(firstAt ?? now, course.timeZone),
      currentMonth: monthOf(now, course.timeZone),
      owedToRange: toDollars(await heldBy(db, owedBy.range(course.id))),
      taxOwed: granted === undefined ? toDollars(await heldBy(db, owedBy.tax(course.id))) : null,
    });
  return stated;
}

export async function showRemittance(db: Db, id: string): Promise<Remittance> {
  return toRemittance(await store.readRemittance(db, id));
}

function toRemittance(row: store.ShownRemittance): Remittance {
  const { returned_at: at, returned_by: by, reason } = row;
  return {
    id: row.id,
    month: row.month,
    amount: toDollars(row.cents),
    reference: row.reference,
    paidAt: new Date(row.paid_at).toISOString(),
    paidBy: row.paid_by,
    approvedBy: row.approved ? (row.approved_by ?? "the operator") : null,
    takenBack: at && by && reason ? { at: new Date(at).toISOString(), by, reason } : null,
  };
}
