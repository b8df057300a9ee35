/** The steps of a claim, like those of a parcel: submitted, reviewing, verified (or rejected), paid. Pure. */
import type { Claim } from "#features/play/contract.ts";
import type { LineStep } from "#platform/web/ui/progress.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { weekdayText } from "#platform/web/ui/weekday-text.ts";
import type { Language } from "#platform/web/words.ts";
import { rejectionText } from "../reason-rules.ts";
import { claimWords } from "./words.ts";

/** "Friday, November 21": the day, on the course's clock, whose last moment is `dueAt`. */
export function dueDayText({ dueAt, timeZone }: Pick<Claim, "dueAt" | "timeZone">, language: Language = "en"): string {
  return weekdayText(dueAt, timeZone, language);
}

/** @param translate translates our own sentences; a reason that a person wrote stays as it is */
export function stepsOf(claim: Claim, language: Language, translate = (sentence: string) => sentence): LineStep[] {
  const words = claimWords[language];
  const momentOf = (instant: string) => momentText(instant, claim.timeZone, language);
  const submitted: LineStep = { label: words.submitted, state: "done", note: momentOf(claim.createdAt) };
  const cash = claim.prizeType === "monetary";
  const last = cash ? words.paid : words.handedOver;
  if (claim.verificationStatus === "pending") {
    return [
      submitted,
      {
        label: words.reviewing,
        state: "current",
        note: heldText(claim, words) ?? words.contactBy(dueDayText(claim, language)),
      },
      { label: words.verified, state: "todo" },
      { label: last, state: "todo" },
    ];
  }
  const reviewed: LineStep = { label: words.reviewed, state: "done" };
  const decided = claim.verifiedAt ? momentOf(claim.verifiedAt) : undefined;
  if (claim.verificationStatus === "rejected") {
    return [
      submitted,
      reviewed,
      {
        label: words.rejected,
        state: "failed",
        note: [decided, claim.rejectionReason && translate(rejectionText(claim.rejectionReason, language))]
          .filter(Boolean)
          .join(": "),
      },
    ];
  }
  return [submitted, reviewed, { label: words.verified, state: "done", note: decided }, payoutStep(claim, last, words)];
}

/** Why a claim is held, in words. */
function heldText({ held }: Claim, words: (typeof claimWords)["en"]): string | undefined {
  if (held === null) return undefined;
  return {
    dispute_open: words.heldAbout,
    dispute_lost: words.reversedAbout,
    refunded_at_gateway: words.refundedAbout,
  }[held];
}

function payoutStep(claim: Claim, label: string, words: (typeof claimWords)["en"]): LineStep {
  const { payoutStatus, prizeType } = claim;
  if (payoutStatus === "paid") return { label, state: "done" };
  if (payoutStatus === "forfeited")
    return {
      label: words.forfeited,
      state: "failed",
      note: words.forfeitedAbout,
    };
  return {
    label,
    state: "current",
    note: heldText(claim, words) ?? (prizeType === "monetary" ? words.preparing : words.pickUp),
  };
}
