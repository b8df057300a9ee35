/** The records: the audit trail, and everything as files. */
import * as z from "zod/mini";
import { dateFilter } from "#platform/shared/date-filter.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { id, instant } from "#platform/shared/wire.ts";

const fields = z.record(z.string(), z.unknown());

const auditEntry = z.object({
  /** A number that grows. */
  id,
  at: instant,
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

const auditFilter = {
  /** An account's id or its email address. */
  actor: z.optional(z.string().check(z.maxLength(254, "Name one account by its email address"))),
  action: z.optional(z.string().check(z.maxLength(100, "Name one action"))),
  subject: z.optional(z.string().check(z.maxLength(100, "Name one subject"))),
};

const file = { method: "GET", permission: "admin", replies: {}, file: "text/csv" } as const;
/** The period, in the operator's days. */
const ofPeriod = z.object({ dateFilter });

export const recordRoutes = {
  listAudit: defineRoute({
    method: "GET",
    path: "/api/admin/audit",
    permission: "admin",
    summary: "Who did what, when, with the fields before and after; newest first. `actions` are those that there are.",
    query: z.object({ ...auditFilter, cursor: z.optional(z.string()) }),
    replies: {
      200: z.object({
        entries: z.array(auditEntry),
        nextCursor: z.nullable(z.string()),
        actions: z.array(z.string()),
        timeZone: z.string(),
      }),
    },
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
    summary: "The audit trail, oldest first; times are UTC.",
    query: z.object({ ...auditFilter, dateFilter }),
  }),
};
