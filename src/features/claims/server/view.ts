/** Claims as the API shows them to their player and to staff. */
import type { Claim } from "#features/play/contract.ts";
import { toDollars } from "#platform/shared/money.ts";
import { displayName } from "#features/accounts/rules.ts";
import type { AdminClaim, PayoutWait, Winner } from "../contract.ts";
import type { ClaimView } from "./store.ts";
import type { WinnerRow } from "./winner-store.ts";

/**
 * A claim for players. A buyer sees a friend's claim, but not the friend's whole name.
 * @param viewer the player whose own name is shown whole; undefined in a group's view
 */
export function toClaim(
  { claim, courseName, timeZone, held }: Pick<ClaimView, "claim" | "courseName" | "timeZone" | "held">,
  viewer?: string,
): Claim {
  const isWhole = claim.userId === claim.buyerId || claim.userId === viewer;
  return {
    id: claim.id,
    sessionId: claim.sessionId,
    userId: claim.onGuestRow ? null : claim.userId,
    playerName: isWhole ? claim.playerName : displayName(claim.playerName),
    courseName,
    timeZone,
    bayNumber: claim.bayNumber,
    targetHole: claim.targetHole,
    prizeType: claim.prizeType,
    prizeAmount: toDollars(claim.prizeAmountCents),
    prizeDescription: claim.prizeDescription,
    prizeDescriptionEs: claim.prizeDescriptionEs ?? undefined,
    verificationStatus: claim.status,
    rejectionReason: claim.rejectionReason,
    createdAt: claim.createdAt.toISOString(),
    dueAt: claim.dueAt.toISOString(),
    verifiedAt: claim.decidedAt?.toISOString() ?? null,
    payoutStatus: claim.payoutStatus,
    held,
  };
}

/** A claim for the desk, with whole names. */
export function toDeskClaim(view: ClaimView): Claim {
  return { ...toClaim(view), playerName: view.claim.playerName };
}

/** @param waitsFor the facts for which the payout still waits; empty unless it is due */
export function toAdminClaim(view: ClaimView, waitsFor: PayoutWait[]): AdminClaim {
  const { claim } = view;
  return {
    ...toDeskClaim(view),
    courseId: claim.courseId,
    verifiedBy: view.decidedByName,
    waitsFor,
    freeShot: claim.freeShot,
    teeTime: view.teeTime?.toISOString() ?? null,
    refunded: toDollars(view.refundedCents),
    seen: view.seen,
    approvedBy: view.approvedBy,
    steps: view.steps,
  };
}

export function toWinner({ claim, name, day }: WinnerRow): Winner {
  return {
    name: displayName(name),
    targetHole: claim.targetHole,
    prizeType: claim.prizeType,
    prizeAmount: toDollars(claim.prizeAmountCents),
    prizeDescription: claim.prizeDescription,
    prizeDescriptionEs: claim.prizeDescriptionEs ?? undefined,
    day,
  };
}
