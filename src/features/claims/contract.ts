/** Claims: their player's view, and the staff's verdict and payout. */
import * as z from "zod/mini";
import { claim } from "#features/play/contract.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { idParam, instant, text } from "#platform/shared/wire.ts";

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

export const claimRoutes = {
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
    summary: "Records what a payout waits for: the tee time (staff, too), age 18+, the tax form.",
    params: idParam,
    body: z.object({
      confirmed: z.enum(["age_18", "tax_form", "tee_time"], { error: "Confirm age_18, tax_form or tee_time" }),
    }),
    replies: decided,
  }),
  payClaim: defineRoute({
    method: "POST",
    path: "/api/admin/prize-claims/{id}/pay",
    permission: "admin",
    summary: "Records that the prize was paid or handed over.",
    params: idParam,
    replies: decided,
    idempotent: true,
  }),
  forfeitClaim: defineRoute({
    method: "POST",
    path: "/api/admin/prize-claims/{id}/forfeit",
    permission: "admin",
    summary: "Forfeits a verified prize, with a reason; cash returns to the pot.",
    params: idParam,
    body: z.object({ reason: text("A reason is required", 1000) }),
    replies: decided,
    idempotent: true,
  }),
};
