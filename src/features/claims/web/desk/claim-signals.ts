/** The signals of a claim, the loudest first, and their effect on its verdict. Pure. */
import type { AdminClaim } from "#features/claims/contract.ts";
import type { Hold } from "#features/orders/contract.ts";
import { priceText } from "#platform/web/ui/money.tsx";
import { statusTones } from "./claim-facts.ts";
import type { FactWords } from "./fact-words.ts";

export interface ClaimSignal {
  text: string;
  /** `alarm`: the payment is disputed, taken back or refunded, or staff did not see the ball. */
  tone: "alarm" | keyof typeof quieter;
}

/** The tones of the kit's badges. */
const quieter = { waiting: true, good: true, bad: true, neutral: true };

/** Why a claim is held; undefined after a payout or a rejection, when a hold has no effect any more. */
export function holdOf(claim: Pick<AdminClaim, "held" | "verificationStatus" | "payoutStatus">): Hold | undefined {
  const matters = claim.verificationStatus === "pending" || claim.payoutStatus === "due";
  return matters && claim.held !== null ? claim.held : undefined;
}

/** Whether a refund of the payment is shown: not if the claim already says that the payment was refunded. */
export function tellsRefund(
  claim: Pick<AdminClaim, "held" | "verificationStatus" | "payoutStatus" | "refunded">,
): boolean {
  return claim.refunded > 0 && holdOf(claim) !== "refunded_at_gateway";
}

type Facts = Pick<AdminClaim, "held" | "verificationStatus" | "payoutStatus" | "refunded" | "seen" | "prizeType">;

/** @param isOverdue whether the day to contact the player by has passed */
export function signalsOf(claim: Facts, isOverdue: boolean, words: FactWords): ClaimSignal[] {
  const { verificationStatus: status, seen } = claim;
  const hold = holdOf(claim);
  const isPending = status === "pending";
  return [
    ...(hold ? [{ text: words[hold], tone: "alarm" as const }] : []),
    ...(seen === false ? [{ text: words.notSeen, tone: "alarm" as const }] : []),
    ...(tellsRefund(claim) ? [{ text: words.partRefunded(priceText(claim.refunded)), tone: "bad" as const }] : []),
    ...(isPending && isOverdue ? [{ text: words.overdue, tone: "bad" as const }] : []),
    ...(isPending && !isOverdue ? [{ text: words.pending, tone: "waiting" as const }] : []),
    ...(isPending ? [] : [{ text: words[status], tone: statusTones[status] }]),
    ...(seen === true ? [{ text: words.seenAtBay, tone: "good" as const }] : []),
  ];
}

/** Whether a claim needs a second step, so that a single key cannot verify it by mistake. */
export function needsSecondStep({ prizeType, seen }: Pick<AdminClaim, "prizeType" | "seen">): boolean {
  return prizeType === "monetary" || seen !== true;
}

/** Whether a claim may be verified with others in one step: not cash, not held, and not one that staff did not see. */
export function mayJoinOthers(claim: Facts): boolean {
  const { verificationStatus, prizeType, seen } = claim;
  return verificationStatus === "pending" && prizeType !== "monetary" && seen !== false && holdOf(claim) === undefined;
}
