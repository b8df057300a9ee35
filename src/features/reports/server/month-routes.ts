/** The handlers of closing, of the transfers behind a line, and of the journal. */
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { note } from "#platform/server/audit-trail.ts";
import { toCsv } from "#platform/server/http/csv.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { toDollars } from "#platform/shared/money.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { accountKinds } from "../contract.ts";
import type { journalRoutes } from "../journal-contract.ts";
import type { monthRoutes } from "../month-contract.ts";
import { closeMonth, readClosing } from "./closing.ts";
import { listCourseMonths } from "./course-months.ts";
import { prizeLines } from "../other-prizes-rules.ts";
import { findLine } from "./line-terms.ts";
import { readPrizeClaims } from "./other-prizes-store.ts";
import { journalHeader, journalRows } from "./journal.ts";
import { type SettlementDeps, settlementOf, spansOf } from "./settlement.ts";
import { listCourses, type SettledCourse } from "./store.ts";
import { readNumbers, readTransfers, setNumber, type TransferRow } from "./transfer-store.ts";

const PAGE = 50;

export function monthHandlers(deps: SettlementDeps): Handlers<typeof monthRoutes> {
  const { db, replica, zone } = deps;
  /** @throws courses.not_found */
  async function courseOf(id: number): Promise<SettledCourse> {
    const course = (await listCourses(db)).find((one) => one.id === id);
    if (!course) throw refuseCourse("courses.not_found");
    return course;
  }

  return {
    listCourseMonths: async ({ query }) => ({
      status: 200,
      body: { months: await listCourseMonths(deps, query.month) },
    }),
    getClosing: async ({ params, query }) => {
      const closing = await readClosing(db, await courseOf(params.courseId), query.month);
      return { status: 200, body: { closing: closing ? { ...closing, from: closing.from.toISOString() } : null } };
    },
    closeMonth: async ({ caller, params, body }) => {
      await closeMonth(deps, caller, await courseOf(params.courseId), body.month);
      return { status: 200, body: { settlement: await settlementOf(deps, params.courseId, body.month) } };
    },
    listLineTransfers: async ({ params, query }) => {
      const prizes = prizeLines.find(({ key }) => key === query.line);
      const line = prizes ? { label: `${prizes.label}, at its stated value`, terms: [] } : findLine(query.line);
      if (!line) throw refuseRequest("request.not_found");
      const spans = await spansOf(deps, params.courseId, query.month);
      const page = { beyond: placeOf(query.cursor), limit: PAGE + 1 };
      const found = prizes
        ? await readPrizeClaims(replica, spans, prizes, page)
        : await readTransfers(replica, spans, line.terms, page);
      const of = prizes ? ("claim" as const) : ("transfer" as const);
      const transfers = found.slice(0, PAGE).map((row) => ({ of, ...toTransfer(row, zone) }));
      const nextCursor = found.length > PAGE ? String(transfers.at(-1)?.id) : null;
      return { status: 200, body: { label: line.label, transfers, nextCursor } };
    },
  };
}

export function journalHandlers(deps: SettlementDeps): Handlers<typeof journalRoutes> {
  const { db, replica, clock, zone } = deps;
  const accounts = async () => {
    const numbers = await readNumbers(db);
    return accountKinds.map(({ account, label }) => ({ account, label, number: numbers[account] ?? null }));
  };

  return {
    downloadJournal: async ({ params, query }) => {
      const { course, month } = await settlementOf(deps, params.courseId, query.month);
      const spans = await spansOf(deps, params.courseId, month);
      const filename = `${course.id === null ? "all-courses" : `course-${course.id}`}-journal-${month}.csv`;
      const { language = "en" } = query;
      return {
        status: 200,
        body: toCsv(journalHeader[language], journalRows(replica, spans, zone, language)),
        filename,
      };
    },
    listJournalAccounts: async () => ({ status: 200, body: { accounts: await accounts() } }),
    setJournalAccounts: async ({ caller, body }) => {
      const at = clock.now();
      await db.transaction(async (tx) => {
        const before = await readNumbers(tx);
        for (const { account } of accountKinds) {
          const number = body[account];
          if (number !== undefined) await setNumber(tx, account, number, { id: caller.id, at });
        }
        const detail = { before, after: await readNumbers(tx) };
        await note(tx, { actorId: caller.id, action: "journal.numbered", subject: "journal", detail, at });
      });
      return { status: 200, body: { accounts: await accounts() } };
    },
  };
}

/** @throws request.invalid for a text that is no transfer's number */
function placeOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor))
    throw refuseRequest("request.invalid", { message: "This page's cursor is not valid" });
  return Number(cursor);
}

function toTransfer(row: TransferRow, zone: string) {
  const { id, at, fact_at, kind, course, cents, order_id, order_number, claim_id, refund_id } = row;
  return {
    id,
    at: new Date(at).toISOString(),
    factAt: fact_at && new Date(fact_at).toISOString(),
    kind,
    courseName: course,
    timeZone: row.time_zone ?? zone,
    amount: toDollars(cents),
    order: order_id !== null && order_number !== null ? { id: order_id, number: order_number } : null,
    claimId: claim_id,
    refundId: refund_id,
  };
}
