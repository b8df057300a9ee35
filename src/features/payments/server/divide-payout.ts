/**
 * Payouts that somebody made by hand at the gateway. The gateway does not list their transactions, so they are booked
 * from the house's cash until an administrator divides them among the courses.
 */
import { account, moved, type Posting } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import { formatCents } from "#platform/shared/money.ts";
import { refuseReconciliation } from "../reconciliation-contract.ts";
import type { PayoutPart } from "./balance-store.ts";
import type { PaymentDeps } from "./deps.ts";
import { insertDivision, lockUndivided, readCourses } from "./reconciliation-store.ts";

/**
 * Divides a payout among courses, and the house, once. The parts make up all of it.
 * @throws reconciliation.not_undivided, reconciliation.wrong_parts, reconciliation.no_account
 */
export async function dividePayout(
  { db, clock }: Pick<PaymentDeps, "db" | "clock">,
  caller: Pick<Caller, "id">,
  id: string,
  { parts, reason }: { parts: readonly PayoutPart[]; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const at = clock.now();
    const payout = await lockUndivided(tx, id);
    if (!payout) throw refuseReconciliation("reconciliation.not_undivided");
    const sum = parts.reduce((so, { cents }) => so + cents, 0);
    if (sum !== payout.cents || new Set(parts.map(({ courseId }) => courseId)).size < parts.length)
      throw refuseReconciliation("reconciliation.wrong_parts", {
        message: `The parts must come to ${formatCents(payout.cents)}, one for each course at most`,
      });
    const known = new Set((await readCourses(tx)).map((course) => course.id));
    if (parts.some(({ courseId }) => courseId !== null && !known.has(courseId)))
      throw refuseReconciliation("reconciliation.no_account");
    for (const part of parts) await insertDivision(tx, id, part, { by: caller.id, at });
    const detail = { reference: payout.reference, parts, reason };
    await note(tx, { actorId: caller.id, action: "payout.divided", subject: id, detail, at });
    const ofCourses = parts.flatMap(({ courseId, cents }) => (courseId === null ? [] : [{ courseId, cents }]));
    // Every payout is booked in this order: by course, the house last. The house gives back the money that it got first.
    for (const { courseId, cents } of ofCourses.toSorted((one, other) => one.courseId - other.courseId))
      await postPart(tx, id, courseId, moved(cents, account.bank, account.cash(courseId)), at);
    const taken = ofCourses.reduce((so, { cents }) => so + cents, 0);
    await postPart(tx, id, null, moved(taken, account.houseCash, account.bank), at);
  });
}

function postPart(tx: Db, factId: string, courseId: number | null, postings: Posting[], at: Date): Promise<void> {
  return post(tx, { kind: "bank_payout_divided", courseId, factId, postings, at });
}
