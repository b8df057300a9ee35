/** The handlers of the audit trail and of the exports. */
import { wantedBy } from "#features/payments/search-rules.ts";
import type { Db } from "#platform/server/db/database.ts";
import { toCsv } from "#platform/server/http/csv.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import type { AskedDays } from "#platform/shared/asked-days.ts";
import { type Period, writeDateFilter } from "#platform/shared/date-filter.ts";
import { addDays, instantOf } from "#platform/shared/days.ts";
import type { Language } from "#platform/shared/language.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import type { recordRoutes } from "../records-contract.ts";
import { auditHeader, auditLines, toEntries } from "./audit-entries.ts";
import { type TrailScope, readActions, readAudit } from "./audit-store.ts";
import { readSessionsOf } from "./person-store.ts";
import { exportHeads } from "./export-heads.ts";
import { type Exported, headerOf, type ExportedTime, walk } from "./export-store.ts";

const PAGE = 50;

/** The filter and order of a search in the trail. */
type AuditQuery = Omit<TrailScope, "order" | keyof ExportedTime> &
  AskedDays & { order?: string | undefined; dateFilter: Period };

interface FileQuery {
  dateFilter: Period;
  language?: Language | undefined;
}

export interface RecordDeps {
  db: Db;
  /** The operator's time zone, which decides the days. */
  timeZone: string;
}

export function recordHandlers({ db, timeZone }: RecordDeps): Handlers<typeof recordRoutes> {
  const exportedTime = ({ from, to }: AskedDays): ExportedTime => ({
    from: from === undefined ? undefined : instantOf(from, 0, 0, timeZone),
    until: to === undefined ? undefined : instantOf(addDays(to, 1), 0, 0, timeZone),
  });
  const scopeOf = ({ from, to, dateFilter, order, ...asked }: AuditQuery): TrailScope => ({
    ...asked,
    // A text that is no number finds no order.
    order: order === undefined ? undefined : (wantedBy(order).number ?? 0),
    ...exportedTime(dateFilter ?? { from, to }),
  });
  const exported = (what: Exported, { dateFilter: period, language }: FileQuery) => ({
    status: 200 as const,
    body: toCsv(headerOf(what, language), walk(db, what, exportedTime(period ?? {}), language)),
    filename: `${what}-${writeDateFilter(period)}.csv`,
  });

  return {
    listAudit: async ({ query }) => {
      const page = { order: query.sort ?? "newest", beyond: placeOf(query.cursor), limit: PAGE + 1 };
      const found = await readAudit(db, scopeOf(query), page);
      const entries = await toEntries(db, found.slice(0, PAGE));
      const nextCursor = found.length > PAGE ? (entries.at(-1)?.id ?? null) : null;
      return { status: 200, body: { entries, nextCursor, actions: await readActions(db), timeZone } };
    },
    listPersonSessions: async ({ params }) => {
      const found = await readSessionsOf(db, params.id, PAGE + 1);
      return { status: 200, body: { sessions: found.slice(0, PAGE), more: found.length > PAGE } };
    },
    exportSessions: async ({ query }) => exported("sessions", query),
    exportOrders: async ({ query }) => exported("orders", query),
    exportLedger: async ({ query }) => exported("ledger", query),
    exportAudit: async ({ query: { language, ...query } }) => ({
      status: 200,
      body: toCsv(exportHeads(auditHeader, language), auditLines(db, scopeOf(query), language)),
      filename: `audit-${daysText(query)}.csv`,
    }),
  };
}

/** The days in a file's name: `2026-11-15_2026-11-21`, `since-2026-11-15`, `until-2026-11-21`. */
function daysText({ from, to, dateFilter }: AskedDays & { dateFilter: Period }): string {
  if (from !== undefined && to !== undefined) return writeDateFilter({ from, to });
  if (from !== undefined) return `since-${from}`;
  return to === undefined ? writeDateFilter(dateFilter) : `until-${to}`;
}

/** @throws request.invalid for a text that is no entry's id */
function placeOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor))
    throw refuseRequest("request.invalid", { message: "This page's cursor is not valid" });
  return Number(cursor);
}
