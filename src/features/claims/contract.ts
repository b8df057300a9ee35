/** Claims: their player's view, and the staff's verdict and payout. */
import * as z from "zod/mini";
import { claim } from "#features/play/contract.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { toCents, toDollars } from "#platform/shared/money.ts";
import { privateText } from "#platform/shared/private-numbers.ts";
import { decimal, dollars, id, idParam, instant, text, wholeNumber } from "#platform/shared/wire.ts";

export const refuse = defineRefusals({
  "claims.not_found": { status: 404, message: "There is no such claim" },
  "claims.already_decided": { status: 409, message: "This claim has already been decided" },
  "claims.own": { status: 403, message: "Nobody verifies a claim of their own" },
  "claims.admin_only": { status: 403, message: "Age and tax form are confirmed by an administrator" },
  "claims.not_due": { status: 409, message: "No payout is due for this claim" },
  "claims.waits": { status: 409, message: "This payout still waits" },
});

/** What a payout waits for before it may be made. */
export const payoutWaits = ["proved_address", "age_18", "tax_form", "tee_time"] as const;
export type PayoutWait = (typeof payoutWaits)[number];

/** A claim as staff and administrators see it. */
export const adminClaim = z.extend(claim, {
  courseId: z.int(),
  verifiedBy: z.nullable(z.string()),
  waitsFor: z.array(z.enum(payoutWaits)),
  freeShot: z.boolean(),
  teeTime: z.nullable(instant),
  steps: z.array(
    z.object({ step: z.string(), actor: z.nullable(z.string()), note: z.nullable(z.string()), createdAt: instant }),
  ),
});
export type AdminClaim = z.output<typeof adminClaim>;

const statuses = ["pending", "verified", "rejected"] as const;
const decided = { 200: z.object({ claim: adminClaim }) };

/** Which kind of document showed the age; its number is never kept. */
export const ageDocuments = ["driving_licence", "state_id", "passport", "other"] as const;
export type AgeDocument = (typeof ageDocuments)[number];
/** The form of a US person, and of anyone else. */
export const taxFormKinds = ["W-9", "W-8BEN"] as const;
export const paymentMethods = ["check", "transfer", "handed_over"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** A payout: what is owed to the winner of a verified claim. Waiting and ready ones are due. */
export const payoutStatuses = ["waiting", "ready", "paid", "forfeited"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const payout = z.object({
  claimId: id,
  status: z.enum(payoutStatuses),
  /** The player ID of the winner; null for a guest, whom nobody has identified. */
  playerId: z.nullable(z.string()),
  playerName: z.string(),
  /** The player who bought the guest's balls. */
  guestOf: z.nullable(z.string()),
  courseId: z.int(),
  courseName: z.string(),
  targetHole: claim.shape.targetHole,
  prizeType: claim.shape.prizeType,
  prizeAmount: dollars,
  prizeDescription: z.string(),
  freeShot: z.boolean(),
  /** Of a free shot. */
  teeTime: z.nullable(instant),
  dueSince: instant,
  waitsFor: z.array(z.enum(payoutWaits)),
  paidAt: z.nullable(instant),
  /** How it was paid, as far as that was noted. */
  paymentMethod: z.nullable(z.enum(paymentMethods)),
  paymentReference: z.nullable(z.string()),
  forfeitedAt: z.nullable(instant),
  forfeitReason: z.nullable(z.string()),
  /** The administrator who paid or forfeited. */
  settledBy: z.nullable(z.string()),
});
export type Payout = z.output<typeof payout>;

/** What one player was paid in a year. A guest, whom nobody has identified, has a line for each claim. */
const playerTotal = z.object({
  playerId: z.nullable(z.string()),
  playerName: z.string(),
  guestOf: z.nullable(z.string()),
  /** The claim of a guest. */
  claimId: z.nullable(id),
  cashPaid: dollars,
  /** Of prizes other than cash, as far as their value is known. */
  otherPrizesValue: dollars,
  /** Paid prizes of either kind. */
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
const thresholdMessage = "Give the threshold in dollars, from 0 to 1,000,000, with at most two decimals";
const thresholds = {
  200: z.object({ timeZone: z.string(), houseDefault: dollars, thresholds: z.array(threshold) }),
};

/** Payouts: administrators only. A year is the operator's calendar year. */
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
        /** Of all pages. */
        totals: z.object({ count: z.int(), cash: dollars, otherPrizes: z.int(), otherPrizesValue: dollars }),
        timeZone: z.string(),
        /** The present one. */
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
        /** Whether there are players beyond these. */
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
    summary: "Sets the threshold from a year on, in dollars; it applies at once to every payout that is still due.",
    body: z.object({
      year,
      amount: decimal(thresholdMessage).check(
        z.refine((given) => given >= 0 && given <= 1_000_000 && toDollars(toCents(given)) === given, thresholdMessage),
      ),
    }),
    replies: thresholds,
  }),
  exportPayouts: defineRoute({
    method: "GET",
    path: "/api/admin/export/payouts.csv",
    permission: "admin",
    summary: "Payouts as a file, the oldest first; times are UTC.",
    query: z.object(payoutFilter),
    replies: {},
    file: "text/csv",
  }),
  exportPayoutTotals: defineRoute({
    method: "GET",
    path: "/api/admin/export/payout-totals.csv",
    permission: "admin",
    summary: "What each player was paid in a year, as a file.",
    query: z.object({ year: z.optional(year) }),
    replies: {},
    file: "text/csv",
  }),
};

const confirmBody = z.object({
  confirmed: z.enum(["age_18", "tax_form", "tee_time"], { error: "Confirm age_18, tax_form or tee_time" }),
  /** Which document showed the age. */
  document: z.optional(
    z.enum(ageDocuments, { error: `A document is one of ${ageDocuments.join(", ")}; leave out its number` }),
  ),
  /** Which form was received. */
  form: z.optional(z.enum(taxFormKinds, { error: "A tax form is W-9 or W-8BEN" })),
  /** Such as where the paper is kept. */
  note: z.optional(privateText("Write a note", 200)),
});
export type ConfirmBody = z.output<typeof confirmBody>;

const payBody = z.object({
  method: z.optional(z.enum(paymentMethods, { error: "A method is check, transfer or handed_over" })),
  /** Such as the check's number. */
  reference: z.optional(privateText("Write a reference", 60)),
});
export type PayBody = z.output<typeof payBody>;

/** A verified win whose player agreed to be named: by first name and initial, on the day at the course (yyyy-MM-dd). */
export const winner = z.extend(
  z.pick(claim, { targetHole: true, prizeType: true, prizeAmount: true, prizeDescription: true }),
  { name: z.string(), day: z.string() },
);
export type Winner = z.output<typeof winner>;

export const claimRoutes = {
  listWinners: defineRoute({
    method: "GET",
    path: "/api/courses/{id}/winners",
    permission: "public",
    summary: "The latest verified wins at a course whose players agreed to be named, newest first; at most ten.",
    params: z.object({ id: wholeNumber("A course's id is a whole number") }),
    replies: { 200: z.object({ winners: z.array(winner) }) },
    etag: true,
  }),
  ...payoutRoutes,
  listMyClaims: defineRoute({
    method: "GET",
    path: "/api/users/{id}/claims",
    permission: "signedIn",
    summary: "The player's claims, newest first.",
    params: idParam,
    replies: { 200: z.object({ claims: z.array(claim) }) },
  }),
  listClaims: defineRoute({
    method: "GET",
    path: "/api/admin/prize-claims",
    permission: "staff",
    summary: "Claims, newest first; staff see those of their courses. A `Link` header names the next page.",
    query: z.object({
      status: z.optional(z.enum(statuses, { error: "A status is pending, verified or rejected" })),
      cursor: z.optional(z.string()),
    }),
    replies: { 200: z.array(adminClaim) },
  }),
  verifyClaim: defineRoute({
    method: "PATCH",
    path: "/api/admin/prize-claims/{id}/verify",
    permission: "staff",
    summary: "Verifies a pending claim.",
    params: idParam,
    replies: decided,
  }),
  rejectClaim: defineRoute({
    method: "PATCH",
    path: "/api/admin/prize-claims/{id}/reject",
    permission: "staff",
    summary: "Rejects a pending claim, with a reason.",
    params: idParam,
    body: z.object({ reason: text("A reason is required", 1000) }),
    replies: decided,
  }),
  confirmForPayout: defineRoute({
    method: "POST",
    path: "/api/admin/prize-claims/{id}/confirm",
    permission: "staff",
    summary:
      "Records what a payout waits for: the tee time (staff, too), age 18+ (for all of the player's later claims), the tax form (for the year). Never send a document's or a tax number.",
    params: idParam,
    body: confirmBody,
    replies: decided,
  }),
  payClaim: defineRoute({
    method: "POST",
    path: "/api/admin/prize-claims/{id}/pay",
    permission: "admin",
    summary: "Records that the prize was paid or handed over, and how.",
    params: idParam,
    body: payBody,
    replies: decided,
    idempotent: true,
  }),
  forfeitClaim: defineRoute({
    method: "POST",
    path: "/api/admin/prize-claims/{id}/forfeit",
    permission: "admin",
    summary: "Forfeits a verified prize, with a reason; cash returns to the pot.",
    params: idParam,
    body: z.object({ reason: privateText("A reason is required", 1000) }),
    replies: decided,
    idempotent: true,
  }),
};
