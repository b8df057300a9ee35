/** A claim's way as a parcel's: submitted, reviewing, verified (or rejected), paid. Pure. */
import type { Claim } from "#features/play/contract.ts";
import type { LineStep } from "#platform/web/ui/progress.tsx";
import { momentText } from "#platform/web/ui/time.ts";

/** "Friday, November 21": `dueAt` is the end of that day, so a moment before it. */
export function dueDayText(dueAt: string, timeZone?: string): string {
  const lastMoment = new Date(Date.parse(dueAt) - 1000);
  return new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(timeZone ? { timeZone } : {}),
  }).format(lastMoment);
}

/** @param timeZone the course's, once it is known: its day is the one that counts */
export function stepsOf(claim: Claim, timeZone?: string): LineStep[] {
  const submitted: LineStep = { label: "Submitted", state: "done", note: momentText(claim.createdAt, timeZone) };
  const cash = claim.prizeType === "monetary";
  const last = cash ? "Paid" : "Handed over";
  if (claim.verificationStatus === "pending") {
    return [
      submitted,
      {
        label: "Reviewing",
        state: "current",
        note: `We will contact you within one full business day, by the end of ${dueDayText(claim.dueAt, timeZone)}.`,
      },
      { label: "Verified", state: "todo" },
      { label: last, state: "todo" },
    ];
  }
  const reviewed: LineStep = { label: "Reviewed", state: "done" };
  const decided = claim.verifiedAt ? momentText(claim.verifiedAt, timeZone) : undefined;
  if (claim.verificationStatus === "rejected") {
    return [
      submitted,
      reviewed,
      { label: "Rejected", state: "failed", note: [decided, claim.rejectionReason].filter(Boolean).join(": ") },
    ];
  }
  return [submitted, reviewed, { label: "Verified", state: "done", note: decided }, payoutStep(claim, last)];
}

function payoutStep({ payoutStatus, prizeType }: Claim, label: string): LineStep {
  if (payoutStatus === "paid") return { label, state: "done" };
  if (payoutStatus === "forfeited")
    return {
      label: "Forfeited",
      state: "failed",
      note: "This prize can no longer be paid out. Please contact us with any question.",
    };
  return {
    label,
    state: "current",
    note:
      prizeType === "monetary"
        ? "We are preparing your payout and will tell you what we need."
        : "We will tell you where to pick it up.",
  };
}
