/** Payouts, for administrators: lists, totals, thresholds, files, and the second administrator's approval. */
import * as z from "zod/mini";
import { language } from "#features/accounts/contract.ts";
import { claim } from "#features/play/contract.ts";
import { proposal } from "#features/accounts/proposal-contract.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { toCents, toDollars } from "#platform/shared/money.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, id, idParam, instant, money, text, wholeNumber } from "#platform/shared/wire.ts";
import { adminClaim, payoutMethods, payoutWaits, taxFormKinds } from "./contract.ts";

export const refusePayout = defineRefusals({
  "payouts.same_admin": { status: 403, message: "You approved this payout: another administrator pays it" },
  "payouts.not_independent": {
    status: 403,
    message:
      "For 30 days after one of you granted or recovered the other, you two do not approve and pay the same prize. A third administrator pays it.",
  },
  "payouts.approved": { status: 409, message: "This payout has already been approved" },
  "payouts.not_paid": { status: 409, message: "Only a cash prize that was paid can come back" },
  "payouts.no_approval": { status: 409, message: "This payout needs no second administrator" },
});

/** The states of a payout, the debt to the winner of a verified claim. Waiting and ready payouts are due. */
export const payoutStatuses = ["waiting", "ready", "paid", "forfeited"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const payout = z.object({
  claimId: id,
  status: z.enum(payoutStatuses),
  /** The player ID of the winner; null for a guest. */
  playerId: z.nullable(z.string()),
  playerName: z.string(),
  /** The player who bought the guest's balls. */
  guestOf: z.nullable(z.string()),
  courseId: z.int(),
  courseName: z.string(),
  targetHole: claim.shape.targetHole,
  prizeType: claim.shape.prizeType,
  prizeAmount: dollars,
  /** The worth of a prize other than cash, as stated when it was claimed; 0 for cash. */
  statedValue: dollars,
  prizeDescription: z.string(),
  freeShot: z.boolean(),
  /** The tee time of a free shot. */
  teeTime: z.nullable(instant),
  dueSince: instant,
  waitsFor: z.array(z.enum(payoutWaits)),
  /** The administrator who approved it, if it needs two; another administrator pays it. */
  approvedBy: z.nullable(z.object({ id, name: z.string() })),
  paidAt: z.nullable(instant),
  /** How it was paid, if that was recorded. */
  paymentMethod: z.nullable(z.enum(payoutMethods)),
  paymentReference: z.nullable(z.string()),
  forfeitedAt: z.nullable(instant),
  forfeitReason: z.nullable(z.string()),
  /** The administrator who paid or forfeited. */
  settledBy: z.nullable(z.string()),
});
export type Payout = z.output<typeof payout>;

/** The payouts of one player in a year. A guest is not identified, so each guest's claim has its own line. */
const playerTotal = z.object({
  playerId: z.nullable(z.string()),
  playerName: z.string(),
  guestOf: z.nullable(z.string()),
  /** For a guest: the claim. */
  claimId: z.nullable(id),
  cashPaid: dollars,
  /** The stated values of prizes other than cash. */
  otherPrizesValue: dollars,
  /** Paid prizes, cash and others. */
  count: z.int(),
  threshold: dollars,
  aboveThreshold: z.boolean(),
  taxFormReceived: z.boolean(),
  taxForm: z.nullable(z.enum(taxFormKinds)),
});
export type PlayerTotal = z.output<typeof playerTotal>;

const threshold = z.object({ year: z.int(), amount: dollars, setBy: z.nullable(z.string()), setAt: instant });
const year = wholeNumber("Give the year as yyyy, from 2000 to 2100").check(
  z.refine((given) => given >= 2000 && given <= 2100, "Give the year as yyyy, from 2000 to 2100"),
);
const payoutFilter = {
  status: z.optional(z.enum(payoutStatuses, { error: "A status is waiting, ready, paid or forfeited" })),
  year: z.optional(year),
};
const amountOf = (message: string) =>
  money(message).check(
    z.refine((given) => given >= 0 && given <= 1_000_000 && toDollars(toCents(given)) === given, message),
  );
const thresholdMessage = "Give the threshold in dollars, from 0 to 1,000,000, with at most two decimals";
const limitMessage = "Give the limit in dollars, from 0 to 1,000,000, with at most two decimals, or no limit";
const approvalLimits = {
  200: z.object({
    /** Dollars; null while no payout needs a second administrator. */
    amount: z.nullable(dollars),
    setBy: z.nullable(z.string()),
    setAt: z.nullable(instant),
  }),
};
const thresholds = {
  200: z.object({ timeZone: z.string(), houseDefault: dollars, thresholds: z.array(threshold) }),
};

/** A year is the operator's calendar year. */
export const payoutRoutes = {
  listPayouts: defineRoute({
    method: "GET",
    path: "/api/admin/payouts",
    permission: "admin",
    summary:
      "Payouts: due ones (waiting, ready) oldest first, otherwise newest first. `year` is that of the payment, of the forfeit or, while due, of the verdict. A `Link` header names the next page.",
    query: z.object({ ...payoutFilter, cursor: z.optional(z.string()) }),
    replies: {
      200: z.object({
        payouts: z.array(payout),
        nextCursor: z.nullable(z.string()),
        /** The sums of all pages together. */
        totals: z.object({ count: z.int(), cash: dollars, otherPrizes: z.int(), otherPrizesValue: dollars }),
        timeZone: z.string(),
        /** The present year of the operator. */
        year: z.int(),
      }),
    },
  }),
  listPayoutTotals: defineRoute({
    method: "GET",
    path: "/api/admin/payouts/totals",
    permission: "admin",
    summary:
      "What each player was paid in a year, the largest first, with the year's threshold. At most 500; the file has all.",
    query: z.object({ year: z.optional(year) }),
    replies: {
      200: z.object({
        year: z.int(),
        timeZone: z.string(),
        threshold: dollars,
        players: z.array(playerTotal),
        /** Whether there are more players than the answer has. */
        more: z.boolean(),
      }),
    },
  }),
  listPayoutThresholds: defineRoute({
    method: "GET",
    path: "/api/admin/payout-thresholds",
    permission: "admin",
    summary: "The thresholds by year above which a tax form is waited for; the latest at or before a year counts.",
    replies: thresholds,
  }),
  setPayoutThreshold: defineRoute({
    method: "POST",
    path: "/api/admin/payout-thresholds",
    permission: "admin",
    stepUp: true,
    summary: "Sets the threshold from a year on, in dollars; it applies at once to every payout that is still due.",
    body: z.object({
      year,
      amount: amountOf(thresholdMessage),
    }),
    form: true,
    replies: thresholds,
  }),
  exportPayouts: defineRoute({
    method: "GET",
    path: "/api/admin/export/payouts.csv",
    permission: "admin",
    summary: "Payouts as a file, the oldest first; times are UTC. The language is that of the heads.",
    query: z.object({ ...payoutFilter, language }),
    replies: {},
    file: "text/csv",
  }),
  exportPayoutTotals: defineRoute({
    method: "GET",
    path: "/api/admin/export/payout-totals.csv",
    permission: "admin",
    summary:
      "What each player was paid in a year, in cash and in stated values, as a file: a tax form is filled from it.",
    query: z.object({ year: z.optional(year), language }),
    replies: {},
    file: "text/csv",
  }),
  getApprovalLimit: defineRoute({
    method: "GET",
    path: "/api/admin/payout-approval-limit",
    permission: "admin",
    summary: "Above which amount a payout needs a second administrator.",
    replies: approvalLimits,
  }),
  setApprovalLimit: defineRoute({
    method: "POST",
    path: "/api/admin/payout-approval-limit",
    permission: "admin",
    stepUp: true,
    summary:
      "Sets the amount above which one administrator approves and another pays; none: true needs no second one. A first or lower limit counts at once. Raising or lifting one is proposed (202), another administrator does it, and it counts for claims that are made from then on.",
    body: z
      .object({
        amount: z.optional(amountOf(limitMessage)),
        none: z.optional(z.literal(true, { error: limitMessage })),
      })
      .check(z.refine(({ amount, none }) => (amount === undefined) === (none === true), limitMessage)),
    form: true,
    replies: { 200: approvalLimits[200], 202: z.object({ proposal }) },
  }),
  prizeCameBack: defineRoute({
    method: "POST",
    path: "/api/admin/prize-claims/{id}/came-back",
    permission: "admin",
    stepUp: true,
    summary:
      "Records that a paid cash prize came back to the bank, with the reason: it is due again, and waits for all that a payout waits for; it is forfeited if a bank has taken its payment back.",
    params: idParam,
    body: z.object({ reason: text("A reason is required", 1000) }),
    form: true,
    replies: { 200: z.object({ claim: adminClaim }) },
    idempotent: true,
  }),
  approvePayout: defineRoute({
    method: "POST",
    path: "/api/admin/prize-claims/{id}/approve",
    permission: "admin",
    stepUp: true,
    summary: "Approves a payout above the limit: another administrator then pays it.",
    params: idParam,
    replies: { 200: z.object({ claim: adminClaim }) },
    idempotent: true,
  }),
};
