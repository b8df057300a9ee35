/** Corrections by hand: one administrator proposes, another one's approval books them. */
import { randomUUID } from "node:crypto";
import type { Proposal } from "#features/accounts/proposal-contract.ts";
import { type ProposalDeed, type ProposalDeps, proposalMade, propose } from "#features/accounts/server/proposals.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { findAnyCourse } from "#features/courses/server/store.ts";
import { account, moved } from "#features/ledger/rules.ts";
import { lockPot, post } from "#features/ledger/server/store.ts";
import { findCourse } from "#features/reports/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { KeyInUse } from "#platform/server/http/idempotency.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { formatCents } from "#platform/shared/money.ts";
import { adjustedAccountNames, type AdjustedAccount, refuseAdjustment } from "../adjustment-contract.ts";
import { insertAdjustment } from "./adjustment-store.ts";

interface Wish {
  courseId: number;
  account: AdjustedAccount;
  /** Above 0 adds to the account. */
  amountCents: number;
}

const accounts = {
  pot: account.pot,
  revenue: account.revenue,
  range_share: account.rangeShare,
  tax_payable: account.taxPayable,
  fees: account.fees,
} as const satisfies Record<AdjustedAccount, (courseId: number) => string>;

const spanishWords = {
  pot: "Premio mayor",
  revenue: "Ingresos",
  range_share: "Se debe al campo",
  tax_payable: "Impuestos por pagar",
  fees: "Comisiones del servicio de pago",
} as const satisfies Record<AdjustedAccount, string>;

/** @throws courses.not_found, books.pot_below_zero */
export async function proposeAdjustment(
  deps: ProposalDeps,
  caller: Caller,
  wish: Wish,
  { reason, key }: { reason: string; key: KeyInUse | undefined },
): Promise<Proposal> {
  const made = await proposalMade(deps, key);
  if (made) return made;
  return deps.db.transaction(async (tx) => {
    const course = await findCourse(tx, wish.courseId);
    if (!course) throw refuseCourse("courses.not_found");
    await lockEnough(tx, wish);
    return propose(deps, tx, caller, { kind: "adjust", detail: { ...wish, course: course.name }, reason }, key);
  });
}

export function adjustDeed({ clock }: { clock: Clock }): ProposalDeed {
  return {
    summary: ({ detail }) => {
      const { account: of, amountCents, course } = detail as unknown as Wish & { course: string };
      const amount = formatCents(Math.abs(amountCents));
      const [add, to] = amountCents > 0 ? ["Add", "to"] : ["Take", "from"];
      const [spanishAdd, spanishTo] = amountCents > 0 ? ["Agregar", "a"] : ["Quitar", "de"];
      return {
        en: `${add} ${amount} ${to} '${adjustedAccountNames[of]}' at ${course}, by hand`,
        es: `${spanishAdd} ${amount} ${spanishTo} '${spanishWords[of]}' en ${course}, a mano`,
      };
    },
    perform: async (tx, row, by) => {
      const { courseId, account: of, amountCents } = row.detail as unknown as Wish; // Written by `proposeAdjustment`.
      await lockEnough(tx, { courseId, account: of, amountCents });
      const [id, at, reason] = [randomUUID(), clock.now(), row.reason ?? ""];
      await insertAdjustment(tx, { id, courseId, account: of, amountCents, reason, proposalId: row.id, madeAt: at });
      const detail = { account: of, amountCents, reason, proposal: row.id };
      await note(tx, { actorId: by, action: "books.adjusted", subject: `course:${courseId}`, detail, at });
      // Fees are an expense, which a debit adds to; a credit adds to the others.
      const debit = of === "fees" ? amountCents : -amountCents;
      const postings = moved(debit, accounts[of](courseId), account.adjustment(courseId));
      await post(tx, { kind: "adjust", courseId, factId: id, postings, at });
    },
  };
}

/** Locks a pot that the correction moves. It must hold what is taken, and its course must not be closed for good. */
async function lockEnough(tx: Db, { courseId, account: of, amountCents }: Wish): Promise<void> {
  if (of !== "pot") return;
  const held = await lockPot(tx, courseId, [account.adjustment(courseId)]);
  if ((await findAnyCourse(tx, courseId))?.closedAt) throw refuseAdjustment("books.no_pot");
  if (held + amountCents < 0)
    throw refuseAdjustment("books.pot_below_zero", {
      message: `A pot is never below zero: this one holds ${formatCents(held)}`,
    });
}
