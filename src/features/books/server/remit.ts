/** Payments to ranges and tax offices, and the counter-entry of a payment that came back. */
import { randomUUID } from "node:crypto";
import { type Proposal } from "#features/accounts/proposal-contract.ts";
import { type ProposalDeed, type ProposalDeps, proposalMade, propose } from "#features/accounts/server/proposals.ts";
import { lockApprovalLimit } from "#features/claims/server/approval-store.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { account, moved } from "#features/ledger/rules.ts";
import { lockBalances, post } from "#features/ledger/server/store.ts";
import { monthSpan } from "#features/reports/rules.ts";
import { findCourse, type ReportedCourse } from "#features/reports/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { formatCents } from "#platform/shared/money.ts";
import { type OwedKind, refuse } from "../contract.ts";
import { paidKinds, state } from "../rules.ts";
import * as store from "./store.ts";

/** The account that says what is owed. */
export const owedBy = { range: account.rangeShare, tax: account.taxPayable } as const;

/** The audit trail's actions for a payment and its counter-entry. */
const noted = {
  range: { paid: "range.paid", back: "range.paid_back" },
  tax: { paid: "tax.remitted", back: "tax.remitted_back" },
} as const satisfies Record<OwedKind, unknown>;

interface Wish {
  of: OwedKind;
  courseId: number;
  /** `yyyy-MM` */
  month: string;
  amountCents: number;
  reference: string;
}

/**
 * Records a payment; what would take a month's payments by one administrator above the approval limit is proposed.
 * @returns the id of the payment, or the proposal
 * @throws courses.not_found, books.future_month, books.not_owed
 */
export async function recordPayment(
  deps: ProposalDeps,
  caller: Caller,
  wish: Wish,
  key: KeyInUse | undefined,
): Promise<{ paid: string } | { proposal: Proposal }> {
  const made = await proposalMade(deps, key);
  if (made) return { proposal: made };
  if (key?.made) return { paid: key.made };
  return deps.db.transaction(async (tx) => {
    const limit = await lockApprovalLimit(tx);
    const course = await courseOf(tx, wish.courseId);
    const at = deps.clock.now();
    // Instalments count together: otherwise one administrator would pay any amount in parts below the limit.
    if (limit !== null && (await store.paidAlone(tx, wish)) + wish.amountCents > limit) {
      await lockPayable(tx, course, wish, at);
      const detail = { ...wish, course: course.name };
      return { proposal: await propose(deps, tx, caller, { kind: "remit", detail }, key) };
    }
    const id = await book(tx, course, wish, { paidBy: caller.id, proposalId: null, actorId: caller.id, at });
    await key?.keep(tx, id);
    return { paid: id };
  });
}

/** Records a payment above the limit after a second administrator's approval. */
export function remitDeed({ clock }: { clock: Clock }): ProposalDeed {
  return {
    summary: ({ detail }) => {
      const { of, course, month, amountCents, reference } = detail as unknown as Wish & { course: string };
      const amount = formatCents(amountCents);
      const [whom, spanishWhom] =
        of === "range"
          ? [`the range of ${course}`, `al campo ${course}`]
          : [`the tax office for ${course}`, `a la oficina de impuestos por ${course}`];
      return {
        en: `Pay ${amount} to ${whom} for ${month}, reference ${reference}`,
        es: `Pagar ${amount} ${spanishWhom} por ${month}, referencia ${reference}`,
      };
    },
    perform: async (tx, row, by) => {
      const wish = row.detail as unknown as Wish; // Written by `recordPayment`.
      const course = await courseOf(tx, wish.courseId);
      const at = clock.now();
      await book(tx, course, wish, { paidBy: row.proposedBy, proposalId: row.id, actorId: by, at });
    },
  };
}

/**
 * Takes a payment back by a counter-entry, once: its amount is owed again.
 * @throws books.not_found, books.taken_back
 */
export async function takePaymentBack(
  { db, clock }: { db: Db; clock: Clock },
  caller: Caller,
  id: string,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const at = clock.now();
    const row = isUuid(id) ? await store.findRemittance(tx, id) : undefined;
    if (!row) throw refuse("books.not_found");
    if (!(await store.insertReturn(tx, { remittanceId: id, reason, returnedBy: caller.id, returnedAt: at })))
      throw refuse("books.taken_back");
    const { of, courseId, month, amountCents, reference } = row;
    const detail = { month, amountCents, reference, reason };
    await note(tx, {
      actorId: caller.id,
      action: noted[of].back,
      subject: `course:${courseId}`,
      detail,
      at,
    });
    const postings = moved(amountCents, account.bank, owedBy[of](courseId));
    await post(tx, { kind: paidKinds[of].back, courseId, factId: id, postings, at });
  });
}

async function courseOf(tx: Db, id: number): Promise<ReportedCourse> {
  const course = await findCourse(tx, id);
  if (!course) throw refuseCourse("courses.not_found");
  return course;
}

/** Locks what is owed, so that the second of two payments sees the first. @throws books.not_owed */
async function lockPayable(tx: Db, course: ReportedCourse, wish: Wish, at: Date): Promise<void> {
  const span = monthSpan(wish.month, course.timeZone);
  if (span.from > at) throw refuse("books.future_month");
  const owed = owedBy[wish.of](course.id);
  await lockBalances(tx, [account.bank, owed]);
  const { payable } = state(wish.of, await store.readMovements(tx, owed, span));
  if (wish.amountCents > payable)
    throw refuse("books.not_owed", {
      message: `At most ${formatCents(payable)} is owed for this month now`,
      details: { payableCents: payable },
    });
}

async function book(
  tx: Db,
  course: ReportedCourse,
  wish: Wish,
  made: { paidBy: string; proposalId: number | null; actorId: string | null; at: Date },
): Promise<string> {
  const { of, month, amountCents, reference } = wish;
  const { paidBy, proposalId, actorId, at } = made;
  await lockPayable(tx, course, wish, at);
  const id = randomUUID();
  const courseId = course.id;
  await store.insertRemittance(tx, { id, of, courseId, month, amountCents, reference, paidBy, proposalId, paidAt: at });
  const { paid } = paidKinds[of];
  const detail = { month, amountCents, reference, ...(proposalId === null ? {} : { proposal: proposalId }) };
  await note(tx, { actorId, action: noted[of].paid, subject: `course:${courseId}`, detail, at });
  await post(tx, {
    kind: paid,
    courseId,
    factId: id,
    postings: moved(amountCents, owedBy[of](courseId), account.bank),
    at,
  });
  return id;
}
