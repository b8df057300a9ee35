/** A month of a course, or of all together: read from the ledger, settled, and in the API's form. */
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { toDollars } from "#platform/shared/money.ts";
import { refuse, type Settlement } from "../contract.ts";
import { type Figures, monthOf, monthsFrom, nextMonth, settle, monthSpan } from "../rules.ts";
import { findKept, listClosed } from "./month-store.ts";
import { otherPrizes } from "../other-prizes-rules.ts";
import { readPrizeSteps } from "./other-prizes-store.ts";
import { sections } from "./settlement-lines.ts";
import {
  findCourse,
  listCourses,
  readLedger,
  type ReportedCourse,
  type SettledCourse,
  type MonthSpan,
} from "./store.ts";

/** The course of a settlement; null for all courses together. */
export type Settled = Pick<ReportedCourse, "name" | "timeZone" | "isOpen"> & { id: number | null };

/**
 * The figures of a course's month.
 * @returns every amount in cents; the lines of one snapshot of the ledger
 */
export async function readSettlement(db: Db, courseId: number, span: MonthSpan): Promise<Figures> {
  const stretch = await readLedger(db, courseId, [span.from, span.to]);
  const { cells, balances } = stretch(0);
  return withOthers(db, settle(sections, cells, balances), new Map([[courseId, span]]));
}

/** Adds the prizes other than cash, after the cash prizes. */
async function withOthers(db: Db, figures: Figures, spans: ReadonlyMap<number, MonthSpan>): Promise<Figures> {
  const after = figures.sections.findIndex(({ key }) => key === "prizes") + 1;
  const others = otherPrizes(await readPrizeSteps(db, spans));
  return { ...figures, sections: figures.sections.toSpliced(after, 0, others) };
}

/**
 * Reads the ledger once for every month of a range.
 * @returns by month
 */
export async function readSettlements(
  db: Db,
  courseId: number,
  [first, last]: readonly [first: string, last: string],
  zone: string,
): Promise<Map<string, Figures>> {
  const months = monthsFrom(first, last).toReversed();
  const bounds = [...months.map((month) => monthSpan(month, zone).from), monthSpan(last, zone).to];
  const stretch = await readLedger(db, courseId, bounds);
  return new Map(
    months.map((month, index) => {
      const { cells, balances } = stretch(index);
      return [month, settle(sections, cells, balances)];
    }),
  );
}

/** The span of a course's month: that of its closing, otherwise the one that follows the month closed before it. */
export async function spanOfMonth(db: Db, course: { id: number; timeZone: string }, month: string): Promise<MonthSpan> {
  const closed = await listClosed(db, course.id);
  const own = monthSpan(month, course.timeZone);
  const same = closed.find((one) => one.month === month);
  if (same) return { from: same.startsAt, to: same.endsAt };
  // A course that has moved to another time zone begins where its books were closed.
  return { from: closed.findLast((one) => nextMonth(one.month) === month)?.endsAt ?? own.from, to: own.to };
}

/** A settlement as it was kept at the closing, with the mark; undefined for an open month. */
export async function readKept(db: Db, id: number | null, month: string): Promise<Settlement | undefined> {
  const kept = await findKept(db, id, month);
  if (!kept) return undefined;
  const { closedAt, closedBy, hash, previousHash, settlement } = kept;
  return { ...settlement, closed: { at: closedAt.toISOString(), by: closedBy, hash, previousHash } };
}

/** The month of all courses, each in its own time, and of the house. */
interface AllSpans {
  house: MonthSpan;
  courses: ReadonlyMap<number, MonthSpan>;
}

/**
 * The month of all courses together, each in its own time, with the house's own accounts.
 * @param zone the operator's
 */
export async function readAll(
  db: Db,
  month: string,
  zone: string,
  now: Date,
  { house, courses }: AllSpans,
): Promise<Settlement> {
  const own = new Map([...courses].map(([id, { from, to }]) => [id, [from, to]] as const));
  const { cells, balances } = (await readLedger(db, null, [house.from, house.to], own))(0);
  const all = { id: null, name: "All courses", timeZone: zone, isOpen: true };
  const figures = await withOthers(db, settle(sections, cells, balances), courses);
  return toSettlement(all, month, house, figures, now);
}

/** The month of each course in its own time, and of the house: until the last course with books of it has ended it. */
export async function spansOfAll(
  db: Db,
  month: string,
  zone: string,
  listed: readonly SettledCourse[],
): Promise<AllSpans> {
  const courses = new Map<number, MonthSpan>();
  const ends: Date[] = [];
  for (const course of listed) {
    const span = await spanOfMonth(db, course, month);
    courses.set(course.id, span);
    if (hasBooks(course, month)) ends.push(span.to);
  }
  const closed = await listClosed(db, null);
  const same = closed.find((one) => one.month === month);
  if (same) return { house: { from: same.startsAt, to: same.endsAt }, courses };
  const own = monthSpan(month, zone);
  const from = closed.findLast((one) => nextMonth(one.month) === month)?.endsAt ?? own.from;
  const to = ends.length === 0 ? own.to : new Date(Math.max(...ends.map((end) => end.getTime())));
  return { house: { from, to }, courses };
}

/** A closed course with an empty pot has no more months after that of its last transfer. */
export function hasBooks({ firstAt, lastAt, isOpen, potIsEmpty, timeZone }: SettledCourse, month: string): boolean {
  if (!firstAt || !lastAt || monthOf(firstAt, timeZone) > month) return false;
  return isOpen || !potIsEmpty || monthOf(lastAt, timeZone) >= month;
}

/** The month of one course, or of all and the house. @throws courses.not_found */
export async function spansOf(
  { db, clock, zone }: SettlementDeps,
  id: number | "all",
  asked: string | undefined,
): Promise<ReadonlyMap<number | null, MonthSpan>> {
  const course = id === "all" ? undefined : await findCourse(db, id);
  const month = asked ?? monthOf(clock.now(), course?.timeZone ?? zone);
  if (id === "all") {
    const { house, courses } = await spansOfAll(db, month, zone, await listCourses(db));
    return new Map<number | null, MonthSpan>([...courses, [null, house]]);
  }
  if (!course) throw refuseCourse("courses.not_found");
  return new Map([[course.id, await spanOfMonth(db, course, month)]]);
}

export interface SettlementDeps {
  db: Db;
  /** The database for open months, for which the whole past is read. */
  replica: Db;
  clock: Clock;
  /** The operator's time zone, for the month of all courses. */
  zone: string;
}

/**
 * The settlement of a course's month, or of all courses'; a closed one as it was kept.
 * @param asked `yyyy-MM`; without it the current month
 * @throws courses.not_found, reports.future_month
 */
export async function settlementOf(
  { db, replica, clock, zone }: SettlementDeps,
  id: number | "all",
  asked: string | undefined,
): Promise<Settlement> {
  const now = clock.now();
  const course = id === "all" ? undefined : await findCourse(db, id);
  if (id !== "all" && !course) throw refuseCourse("courses.not_found");
  const timeZone = course?.timeZone ?? zone;
  const month = asked ?? monthOf(now, timeZone);
  if (monthSpan(month, timeZone).from > now) throw refuse("reports.future_month");
  const kept = await readKept(db, course?.id ?? null, month);
  if (kept) return kept;
  if (!course)
    return readAll(replica, month, zone, now, await spansOfAll(replica, month, zone, await listCourses(replica)));
  const span = await spanOfMonth(db, course, month);
  return toSettlement(course, month, span, await readSettlement(replica, course.id, span), now);
}

/** A settlement as the API returns it, in dollars. */
export function toSettlement(course: Settled, month: string, span: MonthSpan, figures: Figures, now: Date): Settlement {
  const { id, name, timeZone, isOpen } = course;
  const { sections: shown, accounts, liabilities, check } = figures;
  return {
    course: { id, name, timeZone, isOpen },
    month,
    startsAt: span.from.toISOString(),
    endsAt: span.to.toISOString(),
    toDate: now < span.to,
    generatedAt: now.toISOString(),
    closed: null,
    sections: shown.map((section) => ({
      ...section,
      lines: section.lines.map((line) => ({ ...line, amount: toDollars(line.amount) })),
    })),
    accounts: accounts.map((line) => ({
      ...line,
      opening: toDollars(line.opening),
      in: toDollars(line.in),
      out: toDollars(line.out),
      closing: toDollars(line.closing),
    })),
    liabilities: {
      deferred: toDollars(liabilities.deferred),
      pot: toDollars(liabilities.pot),
      reserved: toDollars(liabilities.reserved),
      prizePayable: toDollars(liabilities.prizePayable),
      refundsPayable: toDollars(liabilities.refundsPayable),
      total: toDollars(liabilities.total),
      dueToRange: toDollars(liabilities.dueToRange),
      taxPayable: toDollars(liabilities.taxPayable),
    },
    check: {
      addsUp: check.addsUp,
      differences: check.differences.map(({ account, amount }) => ({ account, amount: toDollars(amount) })),
    },
  };
}
