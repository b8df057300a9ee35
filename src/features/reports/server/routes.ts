/** The handlers of reports. */
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import type { Config } from "#platform/server/config.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Rollups } from "#features/dashboard/server/rollups.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import type { Clock } from "#platform/shared/clock.ts";
import type { Period } from "#platform/shared/date-filter.ts";
import type { CourseReport, reportRoutes } from "../contract.ts";
import { monthOf } from "../rules.ts";
import { courseReportCsv, drawCourseReport } from "./course-report-files.ts";
import { readCourseReport } from "./course-report.ts";
import { drawSettlement, fileNameOf, settlementCsv } from "./settlement-files.ts";
import { type SettlementDeps, settlementOf } from "./settlement.ts";
import * as store from "./store.ts";

export interface ReportDeps {
  db: Db;
  /** For settlements, which read a course's whole past. */
  replica: Db;
  clock: Clock;
  rollups: Rollups;
  config: Pick<Config, "productName" | "operatorPlace" | "operatorTimeZone">;
}

export function reportHandlers({ db, replica, clock, rollups, config }: ReportDeps): Handlers<typeof reportRoutes> {
  const { operatorPlace } = config;

  /** @throws courses.not_found, also for staff of other courses */
  async function reportOf(caller: Caller, courseId: number, period: Period): Promise<CourseReport> {
    const course = await store.findCourse(db, courseId);
    if (!course || (caller.role === "staff" && !caller.courseIds.includes(courseId)))
      throw refuseCourse("courses.not_found");
    return readCourseReport({ db, rollups, operatorPlace }, course, period);
  }

  const settlements: SettlementDeps = { db, replica, clock, zone: config.operatorTimeZone };

  return {
    getCourseReport: async ({ caller, params, query }) => ({
      status: 200,
      body: await reportOf(caller, params.courseId, query.dateFilter),
    }),
    downloadCourseReport: async ({ caller, params, query, work }) => {
      const report = await reportOf(caller, params.courseId, query.dateFilter);
      const body = await work(drawCourseReport, report, config.productName, query.language ?? "en");
      return { status: 200, body, filename: `${report.course.name}-report-${report.dateFilter}.pdf` };
    },
    downloadCourseReportCsv: async ({ caller, params, query }) => {
      const report = await reportOf(caller, params.courseId, query.dateFilter);
      const filename = `${report.course.name}-report-${report.dateFilter}.csv`;
      return { status: 200, body: courseReportCsv(report, query.language), filename };
    },
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
      body: { settlement: await settlementOf(settlements, params.courseId, query.month) },
    }),
    downloadSettlementCsv: async ({ params, query }) => {
      const settlement = await settlementOf(settlements, params.courseId, query.month);
      return {
        status: 200,
        body: settlementCsv(settlement, query.language ?? "en"),
        filename: `${fileNameOf(settlement)}.csv`,
      };
    },
    downloadSettlementPdf: async ({ params, query, work }) => {
      const settlement = await settlementOf(settlements, params.courseId, query.month);
      const body = await work(drawSettlement, settlement, config.productName, query.language ?? "en");
      return { status: 200, body, filename: `${fileNameOf(settlement)}.pdf` };
    },
  };
}
