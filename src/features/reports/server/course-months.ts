/** A month of all courses side by side: what a controller closes at the end of a month. */
import type { Db } from "#platform/server/db/database.ts";
import type { Settlement } from "../contract.ts";
import type { CourseMonth } from "../month-contract.ts";
import { readClosing } from "./closing.ts";
import { hasBooks, type SettlementDeps, settlementOf } from "./settlement.ts";
import { findRecipients, listSendings } from "./settlement-mail-store.ts";
import { listCourses } from "./store.ts";

/**
 * The courses with books of a month, by name. They are read one after the other, because each settlement reads a past.
 * @param month `yyyy-MM`, each course's own
 * @throws reports.future_month
 */
export async function listCourseMonths(deps: SettlementDeps, month: string): Promise<CourseMonth[]> {
  const months: CourseMonth[] = [];
  for (const course of await listCourses(deps.db)) {
    if (!hasBooks(course, month)) continue;
    const settlement = await settlementOf(deps, course.id, month);
    const { closed, toDate } = settlement;
    const closing = closed || toDate ? undefined : await readClosing(deps.db, course, month);
    const { id, name, timeZone, isOpen } = course;
    months.push({
      course: { id, name, timeZone, isOpen },
      state: closed ? "closed" : toDate ? "running" : isReady(closing, deps.clock.now()) ? "ready" : "blocked",
      closedAt: closed?.at ?? null,
      mail: await mailOf(deps.db, id, month),
      addsUp: settlement.check.addsUp,
      gross: amountOf(settlement, "gross"),
      refunds: amountOf(settlement, "refundsDue"),
      dueToRange: settlement.liabilities.dueToRange,
      taxPayable: settlement.liabilities.taxPayable,
      pot: settlement.liabilities.pot,
    });
  }
  return months.toSorted((one, other) => one.course.name.localeCompare(other.course.name));
}

function isReady(closing: Awaited<ReturnType<typeof readClosing>>, now: Date): boolean {
  return Boolean(closing && closing.first === null && closing.obstacles.length === 0 && closing.from <= now);
}

/** What became of a month's latest sending, or that it waits for its first. */
async function mailOf(db: Db, courseId: number, month: string): Promise<CourseMonth["mail"]> {
  const [latest] = await listSendings(db, courseId, month);
  if (!latest) return (await findRecipients(db, courseId)) ? "waiting" : null;
  const states = new Set(latest.letters.map(({ state }) => state));
  return states.has("failed") ? "failed" : states.has("waiting") ? "waiting" : "sent";
}

/** Dollars of one line; a line that a settlement of an earlier version lacks is 0. */
function amountOf({ sections }: Settlement, key: string): number {
  return sections.flatMap(({ lines }) => lines).find((line) => line.key === key)?.amount ?? 0;
}
