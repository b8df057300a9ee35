/** Claims: as their player sees them, and the verdict and payout by staff and administrators. */
import * as z from "zod/mini";
import { language, NAMES } from "#features/accounts/contract.ts";
import { holes, OFFERS } from "#features/courses/contract.ts";
import { claim } from "#features/play/contract.ts";
import { dateFilter } from "#platform/shared/date-filter.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { privateText } from "#platform/shared/private-numbers.ts";
import { dollars, id, idParam, instant, text, wholeNumber } from "#platform/shared/wire.ts";

export const refuse = defineRefusals({
  "claims.not_found": { status: 404, message: "There is no such claim" },
  "claims.already_decided": { status: 409, message: "This claim has already been decided" },
  "claims.own": { status: 403, message: "Nobody verifies a claim of their own" },
  "claims.admin_only": { status: 403, message: "Age and tax form are confirmed by an administrator" },
  "claims.disputed": {
    status: 409,
    message:
      "The bank is deciding on a dispute of the payment that this claim was played with. Until then it can be rejected, and not verified.",
  },
  "claims.reversed": {
    status: 409,
    message: "The bank took back the payment that this claim was played with. It can only be rejected.",
  },
  "claims.refunded": {
    status: 409,
    message:
      "The payment that this claim was played with was refunded at the payment service. An administrator decides on the order whether its claims stand; until then this one can be rejected, and not verified.",
  },
  "claims.not_due": {
    status: 409,
    message: "This prize is not due any more: it was paid or forfeited meanwhile, or its claim is not verified",
  },
  "claims.waits": { status: 409, message: "This payout still waits" },
});

/** The things that a payout may wait for. */
export const payoutWaits = [
  "proved_address",
  "moved_address",
  "age_18",
  "tax_form",
  "tee_time",
  "approval",
  "dispute",
  "refund",
] as const;
export type PayoutWait = (typeof payoutWaits)[number];
/** The things that a payout asks of its winner. */
export const winnerNeeds = ["proved_address", "age_18", "tax_form"] as const satisfies readonly PayoutWait[];
export type WinnerNeed = (typeof winnerNeeds)[number];

/** A claim in a player's list. */
export const listedClaim = z.extend(claim, {
  /** The facts that the payout asks of the caller, each with whether we have it; empty unless it is due to the caller. */
  needs: z.array(z.object({ need: z.enum(winnerNeeds), done: z.boolean() })),
});
export type ListedClaim = z.output<typeof listedClaim>;

/** A claim as staff and administrators see it. */
export const adminClaim = z.extend(claim, {
  courseId: z.int(),
  verifiedBy: z.nullable(z.string()),
  waitsFor: z.array(z.enum(payoutWaits)),
  freeShot: z.boolean(),
  teeTime: z.nullable(instant),
  /** The refunds, made or under way, of the payment for its session; 0 for a free shot. */
  refunded: dollars,
  /** The last sighting by the staff at the bays; null without one. */
  seen: z.nullable(z.boolean()),
  /** The administrator who approved a payout that needs an approval. */
  approvedBy: z.nullable(z.object({ id, name: z.string() })),
  steps: z.array(
    z.object({ step: z.string(), actor: z.nullable(z.string()), note: z.nullable(z.string()), createdAt: instant }),
  ),
});
export type AdminClaim = z.output<typeof adminClaim>;

const statuses = ["pending", "verified", "rejected"] as const;
const countsByStatus = { pending: z.int(), verified: z.int(), rejected: z.int() };
export const claimSorts = ["newest", "oldest", "largest", "player"] as const;
export type ClaimSort = (typeof claimSorts)[number];
/** The filter of claims, without their status. */
const claimScope = {
  courseId: z.optional(wholeNumber("A course's id is a whole number")),
  hole: z.optional(z.enum(holes, { error: "A hole is left, right or middle" })),
  /** Days on the clock of each claim's course, or on the operator's with `days`. */
  dateFilter,
  days: z.optional(z.enum(["operator"], { error: "Days are the courses' own, or the operator's" })),
  /** A part of the player's name, or a whole player ID. */
  search: z.optional(z.string().check(z.maxLength(100, "Search for at most 100 characters"))),
};
const claimFilter = {
  status: z.optional(z.enum(statuses, { error: "A status is pending, verified or rejected" })),
  ...claimScope,
  sort: z._default(z.enum(claimSorts, { error: "Sort by newest, oldest, largest or player" }), "newest"),
};
const decided = { 200: z.object({ claim: adminClaim }) };

/** The kind of document that showed the age; its number is never stored. */
export const ageDocuments = ["driving_licence", "state_id", "passport", "other"] as const;
export type AgeDocument = (typeof ageDocuments)[number];
/** W-9 for a US person, W-8BEN for anybody else. */
export const taxFormKinds = ["W-9", "W-8BEN"] as const;
export const payoutMethods = ["check", "transfer", "handed_over"] as const;
export type PayoutMethod = (typeof payoutMethods)[number];

const confirmBody = z.object({
  confirmed: z.enum(["age_18", "tax_form", "tee_time"], { error: "Confirm age_18, tax_form or tee_time" }),
  /** The document that showed the age. */
  document: z.optional(
    z.enum(ageDocuments, { error: `A document is one of ${ageDocuments.join(", ")}; leave out its number` }),
  ),
  /** The form that was received. */
  form: z.optional(z.enum(taxFormKinds, { error: "A tax form is W-9 or W-8BEN" })),
  /** For example where the paper is kept. */
  note: z.optional(privateText("Write a note", 200)),
});
export type ConfirmBody = z.output<typeof confirmBody>;

const payBody = z.object({
  method: z.optional(z.enum(payoutMethods, { error: "A method is check, transfer or handed_over" })),
  /** For example the number of the check. */
  reference: z.optional(privateText("Write a reference", 60)),
});
export type PayBody = z.output<typeof payBody>;

/** A verified win of a player who agrees to be named: first name, initial, and the day at the course (yyyy-MM-dd). */
export const winner = z.extend(
  z.pick(claim, {
    targetHole: true,
    prizeType: true,
    prizeAmount: true,
    prizeDescription: true,
    prizeDescriptionEs: true,
  }),
  { name: z.string(), day: z.string() },
);
export type Winner = z.output<typeof winner>;

/** The topic of verdicts and payouts. */
export const WINS = "wins";

export const claimRoutes = {
  listWinners: defineRoute({
    method: "GET",
    path: "/api/courses/{id}/winners",
    permission: "public",
    urgency: "list",
    summary: "The latest verified wins at a course whose players agreed to be named, newest first; at most ten.",
    params: z.object({ id: wholeNumber("A course's id is a whole number") }),
    replies: { 200: z.object({ winners: z.array(winner) }) },
    etag: true,
    // Days are those of the course's zone.
    kept: [WINS, NAMES, OFFERS],
  }),
  listMyClaims: defineRoute({
    method: "GET",
    path: "/api/users/{id}/claims",
    permission: "signedIn",
    summary: "The player's claims, newest first, page by page.",
    params: idParam,
    query: z.object({ cursor: z.optional(z.string()) }),
    // The release before has no cursor.
    replies: { 200: z.object({ claims: z.array(listedClaim), nextCursor: z.optional(z.nullable(z.string())) }) },
  }),
  listClaims: defineRoute({
    method: "GET",
    path: "/api/admin/prize-claims",
    permission: "staff",
    summary:
      "Claims, newest first unless sorted; staff see those of their courses. A `Link` header names the next page.",
    aside: ["search"],
    query: z.object({ ...claimFilter, cursor: z.optional(z.string()) }),
    replies: { 200: z.array(adminClaim) },
  }),
  countClaims: defineRoute({
    method: "GET",
    path: "/api/admin/prize-claims/summary",
    permission: "staff",
    summary:
      "How many claims there are of each status, and the cash of the verified ones; staff's of their courses. `fitting` counts those of the filter.",
    aside: ["search"],
    query: z.object(claimScope),
    replies: {
      200: z.object({
        ...countsByStatus,
        verifiedMoney: dollars,
        fitting: z.object(countsByStatus),
      }),
    },
  }),
  exportClaims: defineRoute({
    method: "GET",
    path: "/api/admin/export/claims.csv",
    permission: "staff",
    summary: "Claims of a filter as a file, in its order; times are UTC. The language is that of the heads.",
    aside: ["search"],
    query: z.object({ ...claimFilter, language }),
    replies: {},
    file: "text/csv",
  }),
  verifyClaim: defineRoute({
    method: "PATCH",
    path: "/api/admin/prize-claims/{id}/verify",
    permission: "staff",
    stepUp: false,
    passkey: true,
    summary: "Verifies a pending claim.",
    params: idParam,
    replies: decided,
  }),
  rejectClaim: defineRoute({
    method: "PATCH",
    path: "/api/admin/prize-claims/{id}/reject",
    permission: "staff",
    stepUp: false,
    passkey: true,
    summary: "Rejects a pending claim, with a reason.",
    params: idParam,
    body: z.object({ reason: text("A reason is required", 1000) }),
    replies: decided,
  }),
  confirmForPayout: defineRoute({
    method: "POST",
    path: "/api/admin/prize-claims/{id}/confirm",
    permission: "staff",
    stepUp: false,
    summary:
      "Records what a payout waits for: the tee time (staff, too), age 18+ (for all of the player's later claims), the tax form (for the year). Never send a document's or a tax number.",
    params: idParam,
    body: confirmBody,
    form: true,
    replies: decided,
  }),
  payClaim: defineRoute({
    method: "POST",
    path: "/api/admin/prize-claims/{id}/pay",
    permission: "admin",
    stepUp: true,
    summary: "Records that the prize was paid or handed over, and how.",
    params: idParam,
    body: payBody,
    form: true,
    replies: decided,
    idempotent: true,
  }),
  forfeitClaim: defineRoute({
    method: "POST",
    path: "/api/admin/prize-claims/{id}/forfeit",
    permission: "admin",
    stepUp: true,
    summary: "Forfeits a verified prize, with a reason; cash returns to the pot.",
    params: idParam,
    body: z.object({ reason: privateText("A reason is required", 1000) }),
    replies: decided,
    idempotent: true,
  }),
};
