/** Counts what needs a person now, in the rooms that know it. */
import { heldByRefund } from "#features/claims/server/held-store.ts";
import type { ClaimDeps } from "#features/claims/server/deps.ts";
import { countReady } from "#features/claims/server/payout-list.ts";
import { listedSince, stuckSince } from "#features/payments/rules.ts";
import { countStuck } from "#features/payments/server/store.ts";
import { readOverpaid, readStrangers } from "#features/payments/server/stranger-store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type Attention, attentionKinds } from "../contract.ts";
import { readWatched } from "./attention-store.ts";

/** How many payments, refunds, disputes, orders and claims need a person because of money, by kind. */
export async function countTroubles(db: Db, now: Date) {
  const held = await heldByRefund(db);
  const listed = listedSince(now);
  return {
    ...(await countStuck(db, now, stuckSince(now))),
    held_claim: held.reduce((sum, { claims }) => sum + claims, 0),
    overpaid_order: (await readOverpaid(db, listed)).length,
    unknown_payment: (await readStrangers(db, listed)).length,
  };
}

export async function readAttention(deps: ClaimDeps): Promise<Attention> {
  const { db } = deps;
  const now = deps.clock.now();
  const money = await countTroubles(db, now);
  const watched = await readWatched(db, now);
  const [unsent] = watched.unsentSettlements;
  const letters = watched.unsentSettlements.reduce((sum, { count }) => sum + count, 0);
  const counts: Record<(typeof attentionKinds)[number], number> = {
    audit_faults: watched.auditFaults,
    jobs_standing_still: watched.jobs.length,
    refused_refunds: money.refused_refund,
    open_disputes: money.open_dispute,
    payment_troubles: money.stuck_payment + money.held_claim + money.overpaid_order + money.unknown_payment,
    overdue_claims: watched.overdueClaims,
    prizes_to_pay: await countReady(deps),
  };
  return {
    needs: attentionKinds.map((kind) => ({ kind, count: counts[kind] })).filter(({ count }) => count > 0),
    jobs: watched.jobs,
    unsentSettlement: unsent ? { courseId: unsent.course, month: unsent.month, count: letters } : null,
    settlementsToNobody: watched.settlementsToNobody,
    pendingClaims: watched.pendingClaims,
    asOf: now.toISOString(),
  };
}
