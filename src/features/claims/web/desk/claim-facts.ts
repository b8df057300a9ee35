/** A claim's facts in the words for staff, on the course's clock. */
import type { AdminClaim, PayoutWait } from "#features/claims/contract.ts";
import type { Hold } from "#features/orders/contract.ts";
import { potText } from "#platform/web/ui/money.tsx";
import type { Confirmable } from "./use-verdict.ts";

export const statusLooks = {
  pending: { tone: "waiting", text: "Pending" },
  verified: { tone: "good", text: "Verified" },
  rejected: { tone: "bad", text: "Rejected" },
} as const;

/** "Nov 21, 2025, 3:05 PM EST", on the clock of the course. */
export function zonedText(instant: string, timeZone: string): string {
  const parts = {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  } as const;
  return new Intl.DateTimeFormat("en-US", { ...parts, timeZone }).format(new Date(instant));
}

/** "Nov 21, 3:05 PM", on the clock of the course. */
export function shortText(instant: string, timeZone: string): string {
  const parts = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-US", { ...parts, timeZone }).format(new Date(instant));
}

/** "Mon, Nov 24", on the calendar of the course. */
export function dayText(instant: string, timeZone: string): string {
  const parts = { weekday: "short", month: "short", day: "numeric" } as const;
  return new Intl.DateTimeFormat("en-US", { ...parts, timeZone }).format(new Date(instant));
}

export function prizeText({
  prizeType,
  prizeAmount,
  prizeDescription,
}: Pick<AdminClaim, "prizeType" | "prizeAmount" | "prizeDescription">): string {
  return prizeType === "monetary" ? potText(prizeAmount) : prizeDescription;
}

export const waitWords: Record<PayoutWait, string> = {
  proved_address: "a proved email address",
  moved_address: "72 hours since the email address was moved",
  age_18: "age 18+",
  tax_form: "the tax form",
  tee_time: "the tee time",
  approval: "an administrator’s approval",
  dispute: "the bank’s decision on a dispute of the payment",
  refund: "an administrator’s decision on the order, which was refunded at the payment service",
};

/** The words for a claim on hold: in its row, over its evidence, and what follows for its verdict. */
export const holdWords: Record<Hold, { short: string; badge: string; about: string }> = {
  dispute_open: {
    short: "Disputed",
    badge: "Payment disputed",
    about: "The bank is deciding on a dispute of this payment. Until then the claim can only be rejected.",
  },
  dispute_lost: {
    short: "Reversed",
    badge: "Payment reversed",
    about: "The bank took this payment back. The claim can only be rejected.",
  },
  refunded_at_gateway: {
    short: "Refunded",
    badge: "Payment refunded",
    about:
      "All of this payment was refunded at the payment service. An administrator decides on the order whether its claims stand. Until then this one can only be rejected.",
  },
};

export const confirmWords: Record<Confirmable, string> = {
  age_18: "Confirm age 18+",
  tax_form: "Confirm tax form",
  tee_time: "Confirm tee time",
};

/** Only administrators confirm age and tax form; staff also confirm the tee time. */
export function confirmable(claim: AdminClaim, isAdmin: boolean): Confirmable[] {
  return claim.waitsFor.filter(
    (wait): wait is Confirmable => wait === "tee_time" || (isAdmin && (wait === "age_18" || wait === "tax_form")),
  );
}

const stepWords: Readonly<Record<string, string>> = {
  submitted: "Submitted",
  verified: "Verified",
  rejected: "Rejected",
  amount_raised: "Amount raised",
  confirmed_age_18: "Age 18+ confirmed",
  confirmed_tax_form: "Tax form received",
  confirmed_tee_time: "Tee time confirmed",
  approved: "Payout approved",
  seen: "Seen by staff",
  not_seen: "Not seen by staff",
  paid: "Paid out",
  came_back: "Came back to the bank",
  forfeited: "Forfeited",
  released: "Stands, although the payment was refunded",
};

export function stepText(step: string): string {
  return stepWords[step] ?? step.replaceAll("_", " ");
}

export function list(words: readonly string[]): string {
  return new Intl.ListFormat("en-US").format(words);
}
