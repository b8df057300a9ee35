/**
 * Closing a month. First the month is announced: from that commit on, the database dates no transfer into it. Then
 * transactions that were writing at that moment end; they fall into the month, or are refused and repeated. Then nothing
 * in it can change any more, and its settlement is kept. A closing that was interrupted is finished by closing again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuse, type Settlement } from "../contract.ts";
import { CLOSE_AFTER_MS, monthName, monthOf, nextMonth } from "../rules.ts";
import * as months from "./month-store.ts";
import { listObstacles } from "./obstacle-store.ts";
import { hasBooks, readAll, readSettlement, spanOfMonth, spansOfAll, toSettlement } from "./settlement.ts";
import { listCourses, type SettledCourse } from "./store.ts";

/** A transaction that writes for longer than this is waited for by the next call. */
const LONGEST_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 50;

interface ClosingDeps {
  db: Db;
  clock: Clock;
  /** The operator's time zone. */
  zone: string;
}

/** Whether a course's month can be closed now, and if not, why. */
export interface MonthClosing {
  /** The first moment at which it can be closed. */
  from: Date;
  /** The earlier month that must be closed first; null if this one is next. */
  first: string | null;
  /** The obstacles to closing, a sentence each. */
  obstacles: string[];
}

/** The month that a course closes next: after the last closed one, or that of its first transfer. */
function nextToClose(course: SettledCourse, closed: readonly months.ClosedMonth[]): string | null {
  const last = closed.at(-1);
  if (last) return nextMonth(last.month);
  return course.firstAt && monthOf(course.firstAt, course.timeZone);
}

/** @returns undefined for a month that is closed */
export async function readClosing(db: Db, course: SettledCourse, month: string): Promise<MonthClosing | undefined> {
  const closed = await months.listClosed(db, course.id);
  if (closed.some((one) => one.month === month && one.isKept)) return undefined;
  const next =
    nextToClose(
      course,
      closed.filter(({ isKept }) => isKept),
    ) ?? month;
  const { from, to } = await spanOfMonth(db, course, month);
  return {
    from: new Date(to.getTime() + CLOSE_AFTER_MS),
    first: next === month ? null : next,
    obstacles: await listObstacles(db, course.id, from, to),
  };
}

/**
 * Closes a course's month, and with the last course the house's own accounts. The same again changes nothing.
 * @throws reports.not_over, reports.out_of_order, reports.closing_blocked, reports.still_writing
 */
export async function closeMonth(
  deps: ClosingDeps,
  caller: Caller,
  course: SettledCourse,
  month: string,
): Promise<void> {
  const { db, clock } = deps;
  const at = clock.now();
  const closed = await months.listClosed(db, course.id);
  if (!closed.some((one) => one.month === month)) {
    await refuseUnready(db, course, month, at);
    const { from, to } = await spanOfMonth(db, course, month);
    await months.announce(db, { courseId: course.id, month, startsAt: from, endsAt: to }, { id: caller.id, at });
  }
  await untilWritten(db);
  await keepMonth(deps, caller, course, month);
  await closeHouse(deps, caller);
}

async function refuseUnready(db: Db, course: SettledCourse, month: string, now: Date): Promise<void> {
  const closing = await readClosing(db, course, month);
  if (!closing) return;
  const name = monthName(month);
  if (closing.first) {
    const instead = monthName(closing.first);
    throw refuse("reports.out_of_order", {
      message:
        closing.first < month
          ? `Close ${instead} first. Months close in order.`
          : `${name} has no open books. The month to close is ${instead}.`,
    });
  }
  if (now < closing.from) {
    const time = new Intl.DateTimeFormat("en-US", {
      timeZone: course.timeZone,
      dateStyle: "medium",
      timeStyle: "short",
    });
    throw refuse("reports.not_over", { message: `${name} can be closed from ${time.format(closing.from)} on.` });
  }
  const { obstacles } = closing;
  if (obstacles.length > 0) {
    const message = `${name} cannot be closed yet: ${obstacles.join("; ")}.`;
    throw refuse("reports.closing_blocked", { message, details: { obstacles } });
  }
}

/** Waits for the transactions that are writing now. @throws reports.still_writing */
async function untilWritten(db: Db): Promise<void> {
  const writing = await months.listWriting(db);
  for (let waited = 0; await months.isWriting(db, writing); waited += LOOK_EVERY_MS) {
    if (waited >= LONGEST_WAIT_MS) throw refuse("reports.still_writing");
    await sleep(LOOK_EVERY_MS);
  }
}

async function keepMonth({ db, clock }: ClosingDeps, caller: Caller, course: SettledCourse, month: string) {
  await db.transaction(async (tx) => {
    const closed = await months.lockAnnounced(tx, course.id, month);
    if (!closed) return;
    const span = { from: closed.startsAt, to: closed.endsAt };
    const figures = await readSettlement(tx, course.id, span);
    await keep(tx, closed, toSettlement(course, month, span, figures, clock.now()), caller);
  });
}

async function keep(tx: Db, closed: months.ClosedMonth, settlement: Settlement, caller: Caller): Promise<void> {
  await months.keepMonth(tx, closed, settlement);
  const { courseId, month } = closed;
  const subject = courseId === null ? "house" : `course:${courseId}`;
  const at = new Date(settlement.generatedAt);
  await note(tx, { actorId: caller.id, action: "month.closed", subject, detail: { month }, at });
}

/** Closes the house's own accounts for each month that all courses have closed, with the settlement of all. */
async function closeHouse(deps: ClosingDeps, caller: Caller): Promise<void> {
  for (;;) {
    const closed = await months.listClosed(deps.db);
    // A course that begins its books after this reading is not in the month that all others have closed.
    const courses = await listCourses(deps.db);
    const month = nextOfHouse(courses, closed);
    if (month === undefined) return;
    const spans = await spansOfAll(deps.db, month, deps.zone, courses);
    const { from: startsAt, to: endsAt } = spans.house;
    // The server that closed the last course to end the month may have a clock that is ahead of this one.
    const at = new Date(Math.max(deps.clock.now().getTime(), endsAt.getTime() + CLOSE_AFTER_MS));
    await months.announce(deps.db, { courseId: null, month, startsAt, endsAt }, { id: caller.id, at });
    await untilWritten(deps.db);
    await deps.db.transaction(async (tx) => {
      const announced = await months.lockAnnounced(tx, null, month);
      if (!announced) return;
      const house = { from: announced.startsAt, to: announced.endsAt };
      await keep(tx, announced, await readAll(tx, month, deps.zone, at, { ...spans, house }), caller);
    });
  }
}

/** The first month that every course with books of it has closed, and the house has not. */
function nextOfHouse(
  courses: readonly SettledCourse[],
  closed: readonly (months.ClosedMonth & { isKept: boolean })[],
): string | undefined {
  const kept = closed.filter(({ isKept }) => isKept);
  const last = kept.findLast(({ courseId }) => courseId === null);
  const month = last ? nextMonth(last.month) : kept.map((one) => one.month).toSorted()[0];
  if (month === undefined) return undefined;
  const open = courses.filter((course) => hasBooks(course, month)).map(({ id }) => id);
  const done = new Set(kept.filter((one) => one.month === month).map(({ courseId }) => courseId));
  return open.length > 0 && open.every((id) => done.has(id)) ? month : undefined;
}
