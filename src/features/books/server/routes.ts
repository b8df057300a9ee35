/** The handlers of statements and of the payments on them, of adjustments, and of closing a course for good. */
import type { ProposalDeps } from "#features/accounts/server/proposals.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import { toCents } from "#platform/shared/money.ts";
import type { adjustmentRoutes } from "../adjustment-contract.ts";
import type { closingRoutes } from "../closing-contract.ts";
import type { booksRoutes, OwedKind, Statement } from "../contract.ts";
import { proposeAdjustment } from "./adjust.ts";
import { readAdjustments } from "./adjustment-store.ts";
import { proposeClosing, readClosingState } from "./close-course.ts";
import { recordPayment, takePaymentBack } from "./remit.ts";
import { drawStatement, statementCsv } from "./statement-files.ts";
import { listStated, readStatement, showRemittance } from "./statement.ts";

interface Asked {
  caller: Caller;
  params: { of: OwedKind; courseId: number };
  query: { month?: string | undefined };
}

export function booksHandlers(deps: ProposalDeps): Handlers<typeof booksRoutes> {
  const { db, clock, config } = deps;
  const statementOf = ({ caller, params, query }: Asked) =>
    readStatement(db, caller, { ...params, month: query.month }, clock.now());

  return {
    listStatements: async ({ caller }) => ({
      status: 200,
      body: { courses: await listStated(db, caller, clock.now()) },
    }),
    getStatement: async (asked) => ({ status: 200, body: { statement: await statementOf(asked) } }),
    downloadStatementCsv: async (asked) => {
      const statement = await statementOf(asked);
      return {
        status: 200,
        body: statementCsv(statement, asked.query.language ?? "en"),
        filename: `${nameOf(statement)}.csv`,
      };
    },
    downloadStatementPdf: async (asked) => {
      const statement = await statementOf(asked);
      const body = await asked.work(drawStatement, statement, config.productName, asked.query.language ?? "en");
      return { status: 200, body, filename: `${nameOf(statement)}.pdf` };
    },
    recordPayment: async ({ caller, params, body, connection }) => {
      const { amount, ...what } = body;
      const made = await recordPayment(
        deps,
        caller,
        { ...params, ...what, amountCents: toCents(amount) },
        connection.key,
      );
      return "proposal" in made
        ? { status: 202, body: made }
        : { status: 201, body: { payment: await showRemittance(db, made.paid) } };
    },
    takePaymentBack: async ({ caller, params, body }) => {
      await takePaymentBack(deps, caller, params.id, body.reason);
      return { status: 200, body: { payment: await showRemittance(db, params.id) } };
    },
  };
}

export function adjustmentHandlers(deps: ProposalDeps): Handlers<typeof adjustmentRoutes> {
  return {
    listAdjustments: async () => ({ status: 200, body: { adjustments: await readAdjustments(deps.db) } }),
    proposeAdjustment: async ({ caller, body, connection: { key } }) => {
      const { amount, reason, ...of } = body;
      const wish = { ...of, amountCents: toCents(amount) };
      return { status: 202, body: { proposal: await proposeAdjustment(deps, caller, wish, { reason, key }) } };
    },
  };
}

export function closingHandlers(deps: ProposalDeps): Handlers<typeof closingRoutes> {
  return {
    getClosing: async ({ params }) => ({
      status: 200,
      body: { state: await readClosingState(deps.db, params.id, deps.clock.now()) },
    }),
    proposeClosing: async ({ caller, params, body }) => {
      const wish = { courseId: params.id, intoCourseId: body.intoCourseId ?? null, recipient: body.recipient ?? null };
      return { status: 202, body: { proposal: await proposeClosing(deps, caller, wish, body.reason) } };
    },
  };
}

/** Replaces a name in letters that file names must not have by the course's number. */
function nameOf({ course, of, month }: Statement): string {
  const plain = /[A-Za-z]/.test(course.name.normalize("NFKD")) ? course.name : `course-${course.id}`;
  return `${plain}-${of}-statement-${month}`;
}
