/** Closing a month, and the transfers behind a line of a settlement. */
import * as z from "zod/mini";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, id, instant, serial, text, wholeNumber } from "#platform/shared/wire.ts";
import { month, ofCourses, ofMonth, settlement } from "./contract.ts";

const ofCourse = z.object({ courseId: wholeNumber("A course's id is a whole number") });

const closing = z.object({
  /** The first moment at which the month can be closed. */
  from: instant,
  /** The earlier month that must be closed first; null if this one is next. */
  first: z.nullable(z.string()),
  /** The obstacles to closing, a sentence each. */
  obstacles: z.array(z.string()),
});

/** A course's month in the list of all courses. */
const courseMonth = z.object({
  course: z.object({ id: serial, name: z.string(), timeZone: z.string(), isOpen: z.boolean() }),
  /** `running`: not over yet; `blocked`: something stands against closing it; `ready`: it can be closed. */
  state: z.enum(["running", "blocked", "ready", "closed"]),
  closedAt: z.nullable(instant),
  /** Whether the settlement was mailed to all who get it; null if nobody does and it never was. */
  mail: z.nullable(z.enum(["waiting", "sent", "failed"])),
  /** Whether the settlement adds up. */
  addsUp: z.boolean(),
  gross: dollars,
  refunds: dollars,
  /** At the month's end, or now while it is running. */
  dueToRange: dollars,
  taxPayable: dollars,
  pot: dollars,
});
export type CourseMonth = z.output<typeof courseMonth>;

const transferOfLine = z.object({
  /** The number of the transfer, or of the claim for a prize other than cash, which no transfer moves. It grows. */
  id: z.int(),
  of: z.enum(["transfer", "claim"]),
  at: instant,
  /** The moment of the fact, if its month was closed before it was booked. */
  factAt: z.nullable(instant),
  /** The kind of transfer, or the claim's prize. */
  kind: z.string(),
  courseName: z.nullable(z.string()),
  /** The course's time zone, otherwise the operator's. */
  timeZone: z.string(),
  /** The amount that it adds to the line. */
  amount: dollars,
  order: z.nullable(z.object({ id, number: z.int() })),
  claimId: z.nullable(id),
  refundId: z.nullable(id),
});

export const monthRoutes = {
  listCourseMonths: defineRoute({
    method: "GET",
    path: "/api/admin/course-months",
    permission: "admin",
    summary: "A month of each course that has books of it, with its main figures and whether it can be closed.",
    query: z.object({ month }),
    replies: { 200: z.object({ months: z.array(courseMonth) }) },
  }),
  getClosing: defineRoute({
    method: "GET",
    path: "/api/admin/settlements/{courseId}/closing",
    permission: "admin",
    summary: "Whether a course's month can be closed, and what stands against it; null for one that is closed.",
    params: ofCourse,
    query: z.object({ month }),
    replies: { 200: z.object({ closing: z.nullable(closing) }) },
  }),
  closeMonth: defineRoute({
    method: "POST",
    path: "/api/admin/settlements/{courseId}/close",
    permission: "admin",
    stepUp: true,
    summary:
      "Closes a course's month for good and keeps its settlement; with the last course the house's own accounts. The same again changes nothing.",
    params: ofCourse,
    body: z.object({ month }),
    replies: { 200: z.object({ settlement }) },
  }),
  listLineTransfers: defineRoute({
    method: "GET",
    path: "/api/admin/settlements/{courseId}/transfers",
    permission: "admin",
    summary:
      "The transfers that a line of a settlement sums, or the claims for prizes other than cash; the newest first.",
    params: ofCourses,
    query: z.object({ ...ofMonth.shape, line: text("Name a line of the settlement"), cursor: z.optional(z.string()) }),
    replies: {
      200: z.object({
        label: z.string(),
        transfers: z.array(transferOfLine),
        nextCursor: z.nullable(z.string()),
      }),
    },
  }),
};
