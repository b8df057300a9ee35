/** The handlers of the audit trail and of the exports. */
import type { Db } from "#platform/server/db/database.ts";
import { toCsv } from "#platform/server/http/csv.ts";
import type { CsvRow } from "#platform/shared/csv.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { type Period, writeDateFilter } from "#platform/shared/date-filter.ts";
import { addDays, instantOf } from "#platform/shared/days.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { type AuditEntry, type recordRoutes } from "../records-contract.ts";
import { type AuditRow, type AuditScope, readActions, readAudit } from "./audit-store.ts";
import { type Exported, headerOf, type Span, walk } from "./export-store.ts";

const PAGE = 50;
const BATCH = 500;
const auditHeader = ["Entry", "At (UTC)", "Who", "Email", "Action", "Subject", "Before", "After", "Detail"];

export interface RecordDeps {
  db: Db;
  /** Days are the operator's. */
  timeZone: string;
}

export function recordHandlers({ db, timeZone }: RecordDeps): Handlers<typeof recordRoutes> {
  const spanOf = (period: Period): Span => ({
    from: period ? instantOf(period.from, 0, 0, timeZone) : undefined,
    until: period ? instantOf(addDays(period.to, 1), 0, 0, timeZone) : undefined,
  });
  const exported = (what: Exported, period: Period) => ({
    status: 200 as const,
    body: toCsv(headerOf(what), walk(db, what, spanOf(period))),
    filename: `${what}-${writeDateFilter(period)}.csv`,
  });

  return {
    listAudit: async ({ query }) => {
      const { cursor, ...scope } = query;
      const page = { order: "newest", beyond: placeOf(cursor), limit: PAGE + 1 } as const;
      const found = await readAudit(db, scope, page);
      const entries = found.slice(0, PAGE).map(toEntry);
      const nextCursor = found.length > PAGE ? (entries.at(-1)?.id ?? null) : null;
      return { status: 200, body: { entries, nextCursor, actions: await readActions(db), timeZone } };
    },
    exportSessions: async ({ query }) => exported("sessions", query.dateFilter),
    exportOrders: async ({ query }) => exported("orders", query.dateFilter),
    exportLedger: async ({ query }) => exported("ledger", query.dateFilter),
    exportAudit: async ({ query }) => {
      const { dateFilter, ...scope } = query;
      return {
        status: 200,
        body: toCsv(auditHeader, auditLines(db, { ...scope, ...spanOf(dateFilter) })),
        filename: `audit-${writeDateFilter(dateFilter)}.csv`,
      };
    },
  };
}

/** @throws request.invalid for what is no entry's id */
function placeOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor))
    throw refuseRequest("request.invalid", { message: "This page's cursor is not valid" });
  return Number(cursor);
}

function toEntry({ id, createdAt, actor, action, subject, detail }: AuditRow): AuditEntry {
  const { before, after, ...rest } = detail;
  return {
    id: String(id),
    at: createdAt.toISOString(),
    actor,
    action,
    subject,
    before: fieldsOf(before),
    after: fieldsOf(after),
    detail: rest,
  };
}

function fieldsOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? { ...value } : null;
}

async function* auditLines(db: Db, scope: AuditScope): AsyncGenerator<CsvRow> {
  let beyond: number | undefined;
  while (true) {
    const rows = await readAudit(db, scope, { order: "oldest", beyond, limit: BATCH });
    for (const row of rows) {
      const { id, at, actor, action, subject, before, after, detail } = toEntry(row);
      const text = (fields: Record<string, unknown> | null) =>
        fields && Object.keys(fields).length > 0 ? JSON.stringify(fields) : null;
      yield [
        id,
        at,
        actor?.name ?? null,
        actor?.email ?? null,
        action,
        subject,
        text(before),
        text(after),
        text(detail),
      ];
    }
    beyond = rows.at(-1)?.id;
    if (beyond === undefined || rows.length < BATCH) return;
  }
}
