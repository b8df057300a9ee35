/** Reports: a course's figures, and its settled month by the ledger. */
import * as z from "zod/mini";
import { language } from "#features/accounts/contract.ts";
import { rowsBehind } from "#features/dashboard/activity-contract.ts";
import { day, daysBefore, popularPackage, prizeBreakdown, userEngagementStats } from "#features/dashboard/contract.ts";
import { dateFilter } from "#platform/shared/date-filter.ts";
import { isDay } from "#platform/shared/days.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, instant, serial, wholeNumber } from "#platform/shared/wire.ts";

export const refuse = defineRefusals({
  "reports.future_month": { status: 400, message: "This month has not begun yet. Choose an earlier one." },
  "reports.not_over": { status: 409, message: "A month can be closed an hour after its end." },
  "reports.out_of_order": { status: 409, message: "Close the months before it first. Months close in order." },
  "reports.closing_blocked": { status: 409, message: "Something of this month is not settled yet." },
  "reports.still_writing": {
    status: 409,
    message: "A booking of this month is still under way. Close it again in a minute.",
  },
});

const monthHint = "Write the month as yyyy-MM, such as 2026-11";
/** `yyyy-MM`, of the years 1900 to 2999. */
export const month = z.string({ error: monthHint }).check(z.refine((text) => isDay(`${text}-01`), monthHint));

/** How a line is shown: a `detail` is a part of the line above it, a `total` the sum of its section. */
export const lineLooks = ["plain", "detail", "total"] as const;

const line = z.object({
  /** Stable: `gross`, `jackpotShare`, `prizesPaid` and so on. */
  key: z.string(),
  label: z.string(),
  look: z.enum(lineLooks),
  /** The number of transfers; null where it has no meaning. */
  count: z.nullable(z.int()),
  amount: dollars,
  /** The kinds of transfer and the account that it sums: `capture + capture_unfulfillable: cash`. */
  source: z.string(),
});

const section = z.object({ key: z.string(), title: z.string(), lines: z.array(line) });

const accountLine = z.object({
  /** The ledger's kind of account: `pot`, `prize_payable`. */
  account: z.string(),
  label: z.string(),
  opening: dollars,
  in: dollars,
  out: dollars,
  closing: dollars,
});

/**
 * The accounts in the order of display. `held` ones grow by credits: money kept for somebody, and revenue. An account
 * that is missing here makes the check fail.
 */
export const accountKinds = [
  { account: "cash", label: "Cash at the payment service", held: false },
  { account: "bank", label: "Bank", held: false },
  { account: "suspense", label: "Not sorted yet", held: false },
  { account: "deferred", label: "Paid ahead", held: true },
  { account: "pot", label: "Pot", held: true },
  { account: "reserved", label: "Reserved for claims", held: true },
  { account: "prize_payable", label: "Prizes payable", held: true },
  { account: "refunds_payable", label: "Refunds payable", held: true },
  { account: "range_share", label: "Due to the range", held: true },
  { account: "tax_payable", label: "Tax payable", held: true },
  { account: "revenue", label: "Revenue", held: true },
  { account: "fees", label: "Payment fees", held: false },
  { account: "adjustment", label: "Adjustments", held: false },
  { account: "house_funding", label: "House funding", held: false },
  { account: "dispute_loss", label: "Dispute losses", held: false },
] as const;

export const settlement = z.object({
  /** The id is null for all courses together, each in its own time. */
  course: z.object({ id: z.nullable(serial), name: z.string(), timeZone: z.string(), isOpen: z.boolean() }),
  month: z.string(),
  /** The month's first instant, and the first one after it. */
  startsAt: instant,
  endsAt: instant,
  /** The month is still running: everything is to date. */
  toDate: z.boolean(),
  generatedAt: instant,
  /** Since when and by whom the month is closed, with its hash and that of the month before; null for an open month. */
  closed: z.nullable(z.object({ at: instant, by: z.string(), hash: z.string(), previousHash: z.nullable(z.string()) })),
  sections: z.array(section),
  /** The movements of each of the course's accounts. Opening + in - out = closing. */
  accounts: z.array(accountLine),
  /** The liabilities at the month's end. The total is owed to golfers; `dueToRange` and `taxPayable` are beside it. */
  liabilities: z.object({
    /** Paid ahead and not started. */
    deferred: dollars,
    pot: dollars,
    reserved: dollars,
    prizePayable: dollars,
    refundsPayable: dollars,
    total: dollars,
    dueToRange: dollars,
    taxPayable: dollars,
  }),
  check: z.object({
    addsUp: z.boolean(),
    /**
     * Where the check fails: the account, `all` for debits against credits, or `kind: account` for movements that no
     * line sums; and the amount.
     */
    differences: z.array(z.object({ account: z.string(), amount: dollars })),
  }),
});
export type Settlement = z.output<typeof settlement>;

const reportedCourse = z.object({
  id: serial,
  name: z.string(),
  timeZone: z.string(),
  isOpen: z.boolean(),
  /** The month of the course's first transfer, or the current one when there is none. */
  firstMonth: z.string(),
  currentMonth: z.string(),
});
export type ReportedCourse = z.output<typeof reportedCourse>;

/** The figures of one course. Days are the course's own (`timeZone`). */
export const courseReport = z.object({
  course: z.object({
    id: serial,
    name: z.string(),
    address: z.string(),
    /** What is in the pot now. */
    jackpotAmount: dollars,
    /** Miles from the operator's reference point, one decimal; null while either place is not known. */
    distance: z.nullable(z.number()),
  }),
  /** The period as the call gave it: `all-time`, `yyyy-MM-dd` or `yyyy-MM-dd_yyyy-MM-dd`. */
  dateFilter: z.string(),
  timeZone: z.string(),
  /** The report has everything that was done up to this moment. */
  asOf: instant,
  /** Players who played here in the period, bought or invited. */
  uniquePlayers: z.int(),
  /** Captured less refunded in the period. */
  totalRevenue: dollars,
  /**
   * Percent, one decimal, whatever the filter: this month to date compared with the same days of the month before; null
   * when that was nothing (shown as 'New').
   */
  revenueGrowth: z.nullable(z.number()),
  /** Counted by the day on which they were made. */
  prizeClaims: z.int(),
  /** Cash prizes paid out in the period. */
  totalPrizeAmount: dollars,
  /** The shots of everybody in a group, without withdrawn ones. */
  totalShots: z.int(),
  /** Free shots included; a group is one. */
  totalSessions: z.int(),
  /** New players are those whose first play ever is in this period and at this course. */
  userEngagementStats,
  popularPackages: z.array(popularPackage),
  prizeBreakdown: z.array(prizeBreakdown),
  /** The same figures of the period before, as on the dashboard; null for all time. */
  before: z.nullable(
    z.object({
      ...daysBefore,
      uniquePlayers: z.int(),
      totalRevenue: dollars,
      prizeClaims: z.int(),
      totalShots: z.int(),
    }),
  ),
  /** The day with the most revenue, then sessions; null when nothing happened. */
  peakDay: z.nullable(day),
  /** Over all days of the period; for all time since the course's first paid day. */
  avgDailyRevenue: dollars,
  /** Over the same days, one decimal. */
  avgDailySessions: z.number(),
  /** One entry a day of the period, the earliest first; for all time the last 30 days. */
  trends: z.array(z.object({ date: day, revenue: dollars, sessions: z.int(), shots: z.int() })),
  /** The last 20, newest first. */
  recentActivity: z.array(
    z.object({
      id: z.string(),
      type: z.enum(["session", "prize", "refund"]),
      description: z.string(),
      /** The same in Spanish. */
      spanish: z.string(),
      timestamp: instant,
      /** The price of the session, or the cash of the claim; below 0 for a refund. */
      amount: z.optional(dollars),
      ...rowsBehind,
    }),
  ),
});
export type CourseReport = z.output<typeof courseReport>;

const courseId = "A course's id is a whole number";
const ofCourse = z.object({ courseId: wholeNumber(courseId) });
/** One course, or all together. */
export const ofCourses = z.object({
  courseId: z.union([z.literal("all"), wholeNumber(courseId)], { error: courseId }),
});
const ofPeriod = z.object({ dateFilter });
/** Without it, the current month in the course's time zone. */
export const ofMonth = z.object({ month: z.optional(month) });
/** The words of a file for people; English without it, because programs read the files. */
export const ofFile = z.object({ ...ofMonth.shape, language });

export const reportRoutes = {
  getCourseReport: defineRoute({
    method: "GET",
    path: "/api/admin/course-report/{courseId}",
    permission: "staff",
    summary: "A course's figures in a period; staff see those of their courses.",
    params: ofCourse,
    query: ofPeriod,
    replies: { 200: courseReport },
  }),
  downloadCourseReport: defineRoute({
    method: "GET",
    path: "/api/admin/course-report/{courseId}/download",
    permission: "staff",
    summary: "Downloads the course report as a PDF file, in the language.",
    params: ofCourse,
    query: z.object({ dateFilter, language }),
    replies: {},
    file: "application/pdf",
  }),
  downloadCourseReportCsv: defineRoute({
    method: "GET",
    path: "/api/admin/course-report/{courseId}/download.csv",
    permission: "staff",
    summary: "Downloads the course report as a CSV file. The language is that of its sections and figures.",
    params: ofCourse,
    query: z.object({ dateFilter, language }),
    replies: {},
    file: "text/csv",
  }),
  listSettlements: defineRoute({
    method: "GET",
    path: "/api/admin/settlements",
    permission: "admin",
    summary: "Lists the courses that have settlements, closed ones too, and the first month of each.",
    replies: { 200: z.object({ courses: z.array(reportedCourse) }) },
  }),
  getSettlement: defineRoute({
    method: "GET",
    path: "/api/admin/settlements/{courseId}",
    permission: "admin",
    summary:
      "A course's settlement of a month by the ledger, or that of `all` courses. A closed month's is as it was stored.",
    params: ofCourses,
    query: ofMonth,
    replies: { 200: z.object({ settlement }) },
  }),
  downloadSettlementCsv: defineRoute({
    method: "GET",
    path: "/api/admin/settlements/{courseId}/download.csv",
    permission: "admin",
    summary: "Downloads the settlement as a CSV file.",
    params: ofCourses,
    query: ofFile,
    replies: {},
    file: "text/csv",
  }),
  downloadSettlementPdf: defineRoute({
    method: "GET",
    path: "/api/admin/settlements/{courseId}/download.pdf",
    permission: "admin",
    summary: "Downloads the settlement as a PDF file.",
    params: ofCourses,
    query: ofFile,
    replies: {},
    file: "application/pdf",
  }),
};
