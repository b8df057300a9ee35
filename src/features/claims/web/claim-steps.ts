/** A claim's way as a parcel's: submitted, reviewing, verified (or rejected), paid. Pure. */
import type { Claim } from "#features/play/contract.ts";
import type { LineStep } from "#platform/web/ui/progress.tsx";
import { momentText } from "#platform/web/ui/time.ts";

/** "Friday, November 21": the day whose last moment `dueAt` is, on the course's clock. */
export function dueDayText({ dueAt, timeZone }: Pick<Claim, "dueAt" | "timeZone">): string {
  const day = { weekday: "long", month: "long", day: "numeric" } as const;
  return new Intl.DateTimeFormat("en-US", { ...day, timeZone }).format(new Date(dueAt));
}

export function stepsOf(claim: Claim): LineStep[] {
  const { timeZone } = claim;
  const submitted: LineStep = { label: "Submitted", state: "done", note: momentText(claim.createdAt, timeZone) };
  const cash = claim.prizeType === "monetary";
  const last = cash ? "Paid" : "Handed over";
  if (claim.verificationStatus === "pending") {
    return [
      submitted,
      {
        label: "Reviewing",
        state: "current",
        note: `We will contact you within one full business day, by the end of ${dueDayText(claim)}.`,
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
