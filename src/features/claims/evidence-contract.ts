/** The facts beside a verdict: sightings and the evidence. Also the claims that ring at the bays. */
import * as z from "zod/mini";
import { claim, targets } from "#features/play/contract.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute, defineStream } from "#platform/shared/route.ts";
import { dollars, id, idParam, instant, text, wholeNumber } from "#platform/shared/wire.ts";
import { adminClaim } from "./contract.ts";

export const refuseEvidence = defineRefusals({
  "claims.no_photo": { status: 404, message: "There is no such photo" },
  "claims.photo_unreadable": { status: 400, message: "Send a photo as JPEG, PNG or WebP" },
});

/** Base64 characters of a photo: 1.5 MB of picture. */
const PHOTO_CHARACTERS = 2_000_000;

/** A sighting: whether a member of staff at the bay saw the ball in the hole. */
const sighting = z.object({
  id,
  seen: z.boolean(),
  note: z.nullable(z.string()),
  photo: z.boolean(),
  by: z.string(),
  at: instant,
});
export type Sighting = z.output<typeof sighting>;

/** A pending claim, which rings at the bays of its course. */
export const bayClaim = z.extend(
  z.pick(claim, {
    id: true,
    sessionId: true,
    playerName: true,
    bayNumber: true,
    targetHole: true,
    prizeType: true,
    prizeAmount: true,
    prizeDescription: true,
    createdAt: true,
  }),
  {
    freeShot: z.boolean(),
    teeTime: z.nullable(instant),
    teeTimeConfirmed: z.boolean(),
    /** Earliest first. */
    sightings: z.array(sighting),
  },
);
export type BayClaim = z.output<typeof bayClaim>;
export const bayClaims = z.object({ claims: z.array(bayClaim), serverNow: instant });

/** A shot of the claim's session, at the moment when it was hit. */
const shot = z.object({
  id,
  targetHole: z.enum(targets),
  prizeClaim: z.boolean(),
  takenAt: instant,
  /** When the server received it: later, if the device kept the shot. */
  recordedAt: instant,
  /** Since the shot before, or since the start of the session. */
  seconds: z.number(),
  withdrawn: z.boolean(),
  /** Whether the claim is for this shot. */
  ofClaim: z.boolean(),
});

export const signalKinds = [
  "player_claims",
  "device_claims",
  "rhythm",
  "first_shot",
  "account_age",
  "address",
  "sent_late",
  "staff",
] as const;
/** A fact that a person may want to look at. It decides nothing. */
const signal = z.object({
  kind: z.enum(signalKinds),
  /** Whether it is unusual. */
  notable: z.boolean(),
  sentence: z.string(),
});
export type Signal = z.output<typeof signal>;

export const evidence = z.object({
  claim: adminClaim,
  /** The winner; for a guest's claim, the buyer. */
  player: z.object({ playerId: z.string(), name: z.string(), createdAt: instant, addressProved: z.boolean() }),
  /** The buyer, if not the claim's own player. */
  buyer: z.nullable(z.object({ playerId: z.string(), name: z.string() })),
  /** The account that sent the claim, if not its own player. Null if that was not stored. */
  submittedBy: z.nullable(z.object({ playerId: z.string(), name: z.string() })),
  session: z.object({
    id,
    bayNumber: z.int(),
    startedAt: instant,
    endedAt: z.nullable(instant),
    ballsBought: z.int(),
    shots: z.int(),
    group: z.boolean(),
  }),
  shots: z.array(shot),
  /** Null for a free shot. */
  payment: z.nullable(
    z.object({
      orderId: id,
      orderNumber: z.int(),
      packageName: z.string(),
      amount: dollars,
      refunded: dollars,
      /** The part of the refunds that was made in the gateway's own dashboard. */
      refundedAtGateway: dollars,
      method: z.string(),
      last4: z.nullable(z.string()),
      receiptNumber: z.nullable(z.int()),
      paidAt: instant,
      /** The payment's disputes, newest first. */
      disputes: z.array(z.object({ amount: dollars, status: z.string(), reason: z.string(), createdAt: instant })),
    }),
  ),
  teeTime: z.nullable(z.object({ at: instant, confirmed: z.boolean() })),
  sightings: z.array(sighting),
  /** The player's claims before this one, newest first, at most 20; for staff, those at their courses. */
  earlierClaims: z.array(
    z.pick(claim, {
      id: true,
      courseName: true,
      timeZone: true,
      targetHole: true,
      prizeDescription: true,
      verificationStatus: true,
      rejectionReason: true,
      createdAt: true,
    }),
  ),
  signals: z.array(signal),
});
export type Evidence = z.output<typeof evidence>;

const courseParam = z.object({ id: wholeNumber("A course's id is a whole number") });

export const evidenceRoutes = {
  getEvidence: defineRoute({
    method: "GET",
    path: "/api/admin/prize-claims/{id}/evidence",
    permission: "staff",
    summary: "What is known of a claim: shots, payment, tee time, what staff saw, earlier claims, and risk signals.",
    params: idParam,
    replies: { 200: evidence },
  }),
  listBayClaims: defineRoute({
    method: "GET",
    path: "/api/admin/courses/{id}/claims",
    permission: "staff",
    summary: "The pending claims of a course as they ring at its bays, oldest first.",
    params: courseParam,
    replies: { 200: bayClaims },
  }),
  recordSighting: defineRoute({
    method: "POST",
    path: "/api/admin/prize-claims/{id}/seen",
    permission: "staff",
    stepUp: false,
    summary:
      "Records that staff saw the ball in the hole, or did not, with a photo (JPEG, PNG or WebP in base64) if they like. Records add up; none is changed.",
    params: idParam,
    body: z.object({
      seen: z.boolean({ error: "Say whether it was seen: true or false" }),
      note: z.optional(text("Write a note", 300)),
      photo: z.optional(z.string().check(z.maxLength(PHOTO_CHARACTERS, "A photo has at most 1.5 MB"))),
    }),
    form: true,
    replies: { 201: z.object({ sighting }) },
    bodyLimit: PHOTO_CHARACTERS + 65_536,
    idempotent: true,
    adds: true,
  }),
  getSightingPhoto: defineRoute({
    method: "GET",
    path: "/api/admin/sightings/{id}/photo",
    permission: "staff",
    summary: "The photo of a sighting.",
    params: idParam,
    replies: {},
    file: "image/webp",
  }),
};

export const bayClaimStream = defineStream({
  path: "/api/admin/courses/{id}/claims/events",
  permission: "staff",
  summary: "The claims that ring at a course, at once and when they changed.",
  params: courseParam,
  events: { claims: bayClaims },
});
