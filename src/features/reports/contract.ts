/** Reports: what a course's month came to, as the ledger has it. For administrators. */
import * as z from "zod/mini";
import { isDay } from "#platform/shared/days.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, instant, serial, wholeNumber } from "#platform/shared/wire.ts";

export const refuse = defineRefusals({
  "reports.future_month": { status: 400, message: "This month has not begun yet. Choose an earlier one." },
});

const monthHint = "Write the month as yyyy-MM, such as 2026-11";
/** `yyyy-MM`, of the years 1900 to 2999. */
const month = z.string({ error: monthHint }).check(z.refine((text) => isDay(`${text}-01`), monthHint));

/** How a line is shown: a `detail` is a part of the line above it, a `total` the sum of its section. */
export const lineLooks = ["plain", "detail", "total"] as const;

const line = z.object({
  /** Stable: `gross`, `jackpotShare`, `prizesPaid` and so on. */
  key: z.string(),
  label: z.string(),
  look: z.enum(lineLooks),
  /** How many transfers; null where a count says nothing. */
  count: z.nullable(z.int()),
  amount: dollars,
  /** What it is the sum of: the kinds of transfer and the account, `capture + capture_unfulfillable: cash`. */
  source: z.string(),
});

const section = z.object({ key: z.string(), title: z.string(), lines: z.array(line) });

const accountLine = z.object({
  /** The ledger's name of the kind of account: `pot`, `prize_payable`. */
  account: z.string(),
  label: z.string(),
  opening: dollars,
  in: dollars,
  out: dollars,
  closing: dollars,
});

export const settlement = z.object({
  course: z.object({ id: serial, name: z.string(), timeZone: z.string(), isOpen: z.boolean() }),
  month: z.string(),
  /** The month's first instant, and the first one after it. */
  startsAt: instant,
  endsAt: instant,
  /** The month is still running: everything is to date. */
  toDate: z.boolean(),
  generatedAt: instant,
  sections: z.array(section),
  /** What moved on each of the course's accounts. Opening + in - out = closing. */
  accounts: z.array(accountLine),
  /** What is owed at the month's end; `dueToRange` is beside the total. */
  liabilities: z.object({
    pot: dollars,
    reserved: dollars,
    prizePayable: dollars,
    refundsPayable: dollars,
    total: dollars,
    dueToRange: dollars,
  }),
  check: z.object({
    addsUp: z.boolean(),
    /** Where it does not: the account (`all` for debits against credits) and by how much. */
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

const ofCourse = z.object({ courseId: wholeNumber("A course's id is a whole number") });
/** Without it, the current month in the course's time zone. */
const ofMonth = z.object({ month: z.optional(month) });

export const reportRoutes = {
  listSettlements: defineRoute({
    method: "GET",
    path: "/api/admin/settlements",
    permission: "admin",
    summary: "The courses that can be settled, closed ones too, and since which month.",
    replies: { 200: z.object({ courses: z.array(reportedCourse) }) },
  }),
  getSettlement: defineRoute({
    method: "GET",
    path: "/api/admin/settlements/{courseId}",
    permission: "admin",
    summary: "What a course's month came to, by the ledger.",
    params: ofCourse,
    query: ofMonth,
    replies: { 200: z.object({ settlement }) },
  }),
  downloadSettlementCsv: defineRoute({
    method: "GET",
    path: "/api/admin/settlements/{courseId}/download.csv",
    permission: "admin",
    summary: "The same as CSV.",
    params: ofCourse,
    query: ofMonth,
    replies: {},
    file: "text/csv",
  }),
  downloadSettlementPdf: defineRoute({
    method: "GET",
    path: "/api/admin/settlements/{courseId}/download.pdf",
    permission: "admin",
    summary: "The same as PDF.",
    params: ofCourse,
    query: ofMonth,
    replies: {},
    file: "application/pdf",
  }),
};
