/** What ranges and tax offices are owed: the statement of a course's month, its payments and their counter-entries. */
import * as z from "zod/mini";
import { language } from "#features/accounts/contract.ts";
import { proposal } from "#features/accounts/proposal-contract.ts";
import { isDay } from "#platform/shared/days.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, id, idParam, instant, moneyBetween, serial, text, wholeNumber } from "#platform/shared/wire.ts";

export const refuse = defineRefusals({
  "books.future_month": { status: 400, message: "This month has not begun yet. Choose an earlier one." },
  "books.not_owed": { status: 409, message: "This is more than is owed for this month" },
  "books.not_found": { status: 404, message: "There is no such payment" },
  "books.taken_back": { status: 409, message: "This payment has been taken back already" },
});

/** The creditors of money that the operator keeps: the range is owed its share, a tax office the tax. */
export const owedKinds = ["range", "tax"] as const;
export type OwedKind = (typeof owedKinds)[number];

const monthHint = "Write the month as yyyy-MM, such as 2026-11";
const month = z.string({ error: monthHint }).check(z.refine((given) => isDay(`${given}-01`), monthHint));
const amountHint = "Give the amount in dollars, from 0.01 to 10,000,000, with at most two decimals";

const course = z.object({ id: serial, name: z.string(), timeZone: z.string(), isOpen: z.boolean() });

const line = z.object({
  /** Stable: `carried`, `earned`, `returned`, `paid`, `takenBack`, `adjusted`, `other`, `owed`. */
  key: z.string(),
  label: z.string(),
  look: z.enum(["plain", "total"]),
  /** The number of transfers; null where it has no meaning. */
  count: z.nullable(z.int()),
  /** Above 0 adds to what is owed, below 0 takes from it. */
  amount: dollars,
});

export const payment = z.object({
  id,
  month: z.string(),
  amount: dollars,
  reference: z.string(),
  paidAt: instant,
  paidBy: z.string(),
  /** Who approved it, if two had to; 'the operator' at the server. */
  approvedBy: z.nullable(z.string()),
  takenBack: z.nullable(z.object({ at: instant, by: z.string(), reason: z.string() })),
});
export type Remittance = z.output<typeof payment>;

export const statement = z.object({
  of: z.enum(owedKinds),
  course,
  month: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** The month is still running: everything is to date. */
  toDate: z.boolean(),
  generatedAt: instant,
  lines: z.array(line),
  /** At the month's end; below 0 when refunds took back more than is unpaid. */
  owed: dollars,
  /** The amount that may be paid for this month now: the rest of `owed`, and never more than is owed in all. */
  payable: dollars,
  /** Payments for this month, and others that were made or taken back in it; oldest first. */
  payments: z.array(payment),
});
export type Statement = z.output<typeof statement>;

const statedCourse = z.object({
  ...course.shape,
  /** The month of the course's first transfer, or the current one when there is none. */
  firstMonth: z.string(),
  currentMonth: z.string(),
  /** Now. */
  owedToRange: dollars,
  /** Null for staff. */
  taxOwed: z.nullable(dollars),
});
export type StatedCourse = z.output<typeof statedCourse>;

const params = z.object({
  of: z.enum(owedKinds, { error: "A statement is of range or tax" }),
  courseId: wholeNumber("A course's id is a whole number"),
});
/** Without it, the current month in the course's time zone. */
const query = z.object({ month: z.optional(month) });
/** The words of a file for people; English without it, because programs read the files. */
const ofFile = z.object({ ...query.shape, language });

export const booksRoutes = {
  listStatements: defineRoute({
    method: "GET",
    path: "/api/admin/statements",
    permission: "staff",
    summary: "Lists the courses whose statements the caller may read; for staff, where an administrator granted it.",
    replies: { 200: z.object({ courses: z.array(statedCourse) }) },
  }),
  getStatement: defineRoute({
    method: "GET",
    path: "/api/admin/statements/{of}/{courseId}",
    permission: "staff",
    summary:
      "What a course's range earned, was paid and is owed in a month; for administrators also its tax. Staff read the range's, where an administrator granted it.",
    params,
    query,
    replies: { 200: z.object({ statement }) },
  }),
  downloadStatementCsv: defineRoute({
    method: "GET",
    path: "/api/admin/statements/{of}/{courseId}/download.csv",
    permission: "staff",
    summary: "Downloads the statement as a CSV file.",
    params,
    query: ofFile,
    replies: {},
    file: "text/csv",
  }),
  downloadStatementPdf: defineRoute({
    method: "GET",
    path: "/api/admin/statements/{of}/{courseId}/download.pdf",
    permission: "staff",
    summary: "Downloads the statement as a PDF file.",
    params,
    query: ofFile,
    replies: {},
    file: "application/pdf",
  }),
  recordPayment: defineRoute({
    method: "POST",
    path: "/api/admin/statements/{of}/{courseId}/payments",
    permission: "admin",
    stepUp: true,
    summary:
      "Records a payment from the bank of what is owed for a month. Above the payout approval limit it is proposed (202), and another administrator does it.",
    params,
    body: z.object({
      month,
      amount: moneyBetween(amountHint, 0.01, 10_000_000),
      reference: text("A reference is required, such as the transfer's number", 100),
    }),
    form: true,
    replies: { 201: z.object({ payment }), 202: z.object({ proposal }) },
    idempotent: true,
    adds: true,
  }),
  takePaymentBack: defineRoute({
    method: "POST",
    path: "/api/admin/remittances/{id}/take-back",
    permission: "admin",
    stepUp: true,
    summary: "Takes a payment back that did not arrive or was wrong, by a counter-entry: it is owed again.",
    params: idParam,
    body: z.object({ reason: text("A reason is required", 1000) }),
    form: true,
    replies: { 200: z.object({ payment }) },
  }),
};
