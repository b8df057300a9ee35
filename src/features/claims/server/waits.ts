/** What payouts wait for, by the present records. */
import type { Hold } from "#features/orders/contract.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type AdminClaim, type PayoutWait, refuse } from "../contract.ts";
import { approvalLimitOf, taxYearOf, thresholdOf, waitsFor } from "../rules.ts";
import { readApprovalLimits } from "./approval-store.ts";
import type { ClaimDeps } from "./deps.ts";
import * as records from "./record-store.ts";
import { type ClaimRow, readOne } from "./store.ts";
import { toAdminClaim } from "./view.ts";

interface Subject {
  claim: ClaimRow;
  held: Hold | null;
  addressProved: boolean;
}

/**
 * Loads the facts on which payouts depend. @returns a function that says what a payout waits for, nothing unless it is
 * due. A due payout belongs to the present year, even if its claim is older.
 */
export async function readWaits(
  deps: ClaimDeps,
  db: Db,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => PayoutWait[]> {
  const due = subjects.map(({ claim }) => claim).filter(({ payoutStatus }) => payoutStatus === "due");
  if (due.length === 0) return () => [];
  const year = taxYearOf(deps.clock.now(), deps.timeZone);
  const players = due.filter(({ onGuestRow }) => !onGuestRow).map(({ userId }) => userId);
  const facts = await records.readFacts(db, players, year);
  const taxFormAboveCents = thresholdOf(year.year, await records.readThresholds(db));
  const limits = await readApprovalLimits(db);
  const winners = due.map(({ userId }) => userId);
  const moved = await records.readMoved(db, winners, deps.clock.now());
  return ({ claim, held, addressProved }) => {
    if (claim.payoutStatus !== "due") return [];
    // A guest is not identified, so only the confirmations and the amount of this claim count.
    const known = (claim.onGuestRow ? undefined : facts.get(claim.userId)) ?? records.nothingKnown;
    return waitsFor({
      ...claim,
      addressProved,
      addressMoved: moved.has(claim.userId),
      ageConfirmed: claim.ageConfirmedAt !== null || known.ageConfirmed,
      taxFormReceived: claim.taxFormReceivedAt !== null || known.taxFormReceived,
      teeTimeConfirmed: claim.teeTimeConfirmedAt !== null,
      paidInYearCents: known.paidCents,
      taxFormAboveCents,
      approvalAboveCents: approvalLimitOf(limits, claim.createdAt),
      approved: claim.approvedAt !== null,
      held,
    });
  };
}

/** A claim as staff see it, with what its payout waits for. @throws claims.not_found */
export async function showClaim(deps: ClaimDeps, id: string): Promise<AdminClaim> {
  const view = await readOne(deps.db, id);
  if (!view) throw refuse("claims.not_found");
  return toAdminClaim(view, (await readWaits(deps, deps.db, [view]))(view));
}
