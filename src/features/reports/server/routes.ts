/** The handlers of reports. */
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import type { Config } from "#platform/server/config.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { refuse, type reportRoutes, type Settlement } from "../contract.ts";
import { monthOf, spanOf } from "../rules.ts";
import { settlementCsv, settlementPdf } from "./settlement-files.ts";
import { readSettlement, toSettlement } from "./settlement.ts";
import * as store from "./store.ts";

export interface ReportDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "productName">;
}

export function reportHandlers({ db, clock, config }: ReportDeps): Handlers<typeof reportRoutes> {
  /** @throws courses.not_found, reports.future_month */
  async function settled(courseId: number, asked: string | undefined): Promise<Settlement> {
    const course = await store.findCourse(db, courseId);
    if (!course) throw refuseCourse("courses.not_found");
    const now = clock.now();
    const month = asked ?? monthOf(now, course.timeZone);
    if (spanOf(month, course.timeZone).from > now) throw refuse("reports.future_month");
    return toSettlement(course, month, await readSettlement(db, course.id, month, course.timeZone), now);
  }

  return {
    listSettlements: async () => {
      const now = clock.now();
      const courses = (await store.listCourses(db)).map(({ firstAt, ...course }) => ({
        ...course,
        firstMonth: monthOf(firstAt ?? now, course.timeZone),
        currentMonth: monthOf(now, course.timeZone),
      }));
      return { status: 200, body: { courses } };
    },
    getSettlement: async ({ params, query }) => ({
      status: 200,
      body: { settlement: await settled(params.courseId, query.month) },
    }),
    downloadSettlementCsv: async ({ params, query }) => {
      const settlement = await settled(params.courseId, query.month);
      return { status: 200, body: settlementCsv(settlement), filename: `${nameOf(settlement)}.csv` };
    },
    downloadSettlementPdf: async ({ params, query }) => {
      const settlement = await settled(params.courseId, query.month);
      const body = await settlementPdf(settlement, config.productName);
      return { status: 200, body, filename: `${nameOf(settlement)}.pdf` };
    },
  };
}

/** A name in letters that file names must not have is replaced by the course's number. */
function nameOf({ course, month }: Settlement): string {
  const plain = /[A-Za-z]/.test(course.name.normalize("NFKD")) ? course.name : `course-${course.id}`;
  return `${plain}-settlement-${month}`;
}
