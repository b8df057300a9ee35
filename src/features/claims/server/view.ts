/** Claims as the wire shows them: to their player, and to staff. */
import type { Claim } from "#features/play/contract.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { AdminClaim } from "../contract.ts";
import { waitsFor } from "../rules.ts";
import type { ClaimView } from "./store.ts";

export function toClaim({ claim, courseName, timeZone }: ClaimView): Claim {
  return {
    id: claim.id,
    sessionId: claim.sessionId,
    playerName: claim.playerName,
    courseName,
    timeZone,
    bayNumber: claim.bayNumber,
    targetHole: claim.targetHole,
    prizeType: claim.prizeType,
    prizeAmount: toDollars(claim.prizeAmountCents),
    prizeDescription: claim.prizeDescription,
    verificationStatus: claim.status,
    rejectionReason: claim.rejectionReason,
    createdAt: claim.createdAt.toISOString(),
    dueAt: claim.dueAt.toISOString(),
    verifiedAt: claim.decidedAt?.toISOString() ?? null,
    payoutStatus: claim.payoutStatus,
  };
}

export function toAdminClaim(view: ClaimView): AdminClaim {
  const { claim } = view;
  return {
    ...toClaim(view),
    courseId: claim.courseId,
    verifiedBy: view.decidedByName,
    waitsFor: claim.payoutStatus === "due" ? waits(view) : [],
    freeShot: claim.freeShot,
    teeTime: view.teeTime?.toISOString() ?? null,
    steps: view.steps,
  };
}

/** What the payout of a claim still waits for. */
export function waits({ claim, addressProved }: ClaimView) {
  return waitsFor({
    ...claim,
    addressProved,
    ageConfirmed: claim.ageConfirmedAt !== null,
    taxFormReceived: claim.taxFormReceivedAt !== null,
    teeTimeConfirmed: claim.teeTimeConfirmedAt !== null,
  });
}
