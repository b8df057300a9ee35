/** The records: the audit trail, and everything as files. */
import * as z from "zod/mini";
import { language } from "#features/accounts/contract.ts";
import { type AskedDays, askedDays, firstDayFirst } from "#platform/shared/asked-days.ts";
import { dateFilter, type Period } from "#platform/shared/date-filter.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { id, idParam, instant, serial } from "#platform/shared/wire.ts";

const fields = z.record(z.string(), z.unknown());

const piece = z.object({
  text: z.string(),
  /** The page of the thing that the text names. */
  href: z.optional(z.string()),
});

const auditEntry = z.object({
  /** A number that grows. */
  id,
  at: instant,
  /** The action as a sentence, with today's names. */
  sentence: z.array(piece),
  /** The same in Spanish, for the actions that have it. */
  spanish: z.optional(z.array(piece)),
  /** The changed fields as people read them; `before` is null where there was nothing. */
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.string() })),
  /** Null for the server itself, such as a refund that came back. */
  actor: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
  /** `course.changed`, `order.refunded`, `claim.verified`. */
  action: z.string(),
  /** `course:3`, or the id of an order, a claim or an account. */
  subject: z.string(),
  /** The changed fields before the change; null where there was nothing, or where the action has no before. */
  before: z.nullable(fields),
  after: z.nullable(fields),
  /** More about the action: a reason, an amount. */
  detail: fields,
});
export type AuditEntry = z.output<typeof auditEntry>;

/** The orders of the trail. */
export const auditSorts = ["newest", "oldest"] as const;
export type AuditSort = (typeof auditSorts)[number];

const auditFilter = {
  /** The beginning of a name or an address, a player ID, or an id, of the person who acted or who is concerned. */
  person: z.optional(z.string().check(z.trim(), z.maxLength(100, "Search for at most 100 characters"))),
  /** An order's number, for lines about it, its session and its claims. */
  order: z.optional(z.string().check(z.trim(), z.maxLength(100, "An order is named by its number"))),
  /** The id or the email address of the account that acted. */
  actor: z.optional(z.string().check(z.maxLength(254, "Name one account by its email address"))),
  action: z.optional(z.string().check(z.maxLength(100, "Name one action"))),
  subject: z.optional(z.string().check(z.maxLength(100, "Name one subject"))),
  ...askedDays,
  dateFilter,
};
const oneWayOfDays = z.refine<AskedDays & { dateFilter: Period }>(
  ({ from, to, dateFilter: period }) => period === null || (from === undefined && to === undefined),
  { error: "Give the days either by dateFilter, or by from and to", path: ["dateFilter"] },
);

/** A session as a line of its player's page. */
const personSession = z.object({
  id,
  startedAt: instant,
  /** Null while it runs. */
  endedAt: z.nullable(instant),
  course: z.object({ id: serial, name: z.string(), timeZone: z.string() }),
  bayNumber: z.int(),
  isFreeShot: z.boolean(),
  ballsBought: z.int(),
  shots: z.int(),
  claims: z.int(),
  /** The order that it was bought with; null for a free shot. */
  order: z.nullable(z.object({ id, number: z.int() })),
  /** The name of the friend who bought it; null for one's own. */
  boughtBy: z.nullable(z.string()),
});
export type PersonSession = z.output<typeof personSession>;

const file = { method: "GET", permission: "admin", replies: {}, file: "text/csv" } as const;
/** The period, in the operator's days. */
const ofPeriod = z.object({ dateFilter, language });

export const recordRoutes = {
  listAudit: defineRoute({
    method: "GET",
    path: "/api/admin/audit",
    permission: "admin",
    summary:
      "Who did what, when, in a sentence and with the fields before and after; newest first unless sorted. `actions` are those that there are; `from` and `to` are days of the operator, both included; `dateFilter` is another way to give them.",
    aside: ["person", "actor"],
    query: z
      .object({
        ...auditFilter,
        sort: z.optional(z.enum(auditSorts, { error: "Sort by newest or oldest" })),
        cursor: z.optional(z.string()),
      })
      .check(firstDayFirst, oneWayOfDays),
    replies: {
      200: z.object({
        entries: z.array(auditEntry),
        nextCursor: z.nullable(z.string()),
        actions: z.array(z.string()),
        timeZone: z.string(),
      }),
    },
  }),
  listPersonSessions: defineRoute({
    method: "GET",
    path: "/api/admin/people/{id}/sessions",
    permission: "admin",
    summary: "The sessions that somebody played, friends' sessions too, newest first; at most 50.",
    params: idParam,
    replies: { 200: z.object({ sessions: z.array(personSession), more: z.boolean() }) },
  }),
  exportSessions: defineRoute({
    ...file,
    path: "/api/admin/export/sessions.csv",
    summary: "Sessions by their start, a line for each player of a group, oldest first; times are UTC.",
    query: ofPeriod,
  }),
  exportOrders: defineRoute({
    ...file,
    path: "/api/admin/export/orders.csv",
    summary: "Orders by their creation, oldest first; times are UTC.",
    query: ofPeriod,
  }),
  exportLedger: defineRoute({
    ...file,
    path: "/api/admin/export/ledger.csv",
    summary: "The ledger's entries by their transfer's time, oldest first; a debit is positive; times are UTC.",
    query: ofPeriod,
  }),
  exportAudit: defineRoute({
    ...file,
    path: "/api/admin/export/audit.csv",
    summary: "The audit trail, oldest first, each line as a sentence and as it is stored; times are UTC.",
    aside: ["person", "actor"],
    query: z.object({ ...auditFilter, language }).check(firstDayFirst, oneWayOfDays),
  }),
};
