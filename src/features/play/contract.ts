/** Play: sessions, the free shot, shots, and the claims made for shots. */
import * as z from "zod/mini";
import { groupData, groupDraft, purchaseContext, purchaseContexts } from "#features/booking/contract.ts";
import { holes, packageTypes } from "#features/courses/contract.ts";
import { holds } from "#features/orders/contract.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute, defineStream } from "#platform/shared/route.ts";
import { dollars, givenId, id, idParam, instant, spanish, wholeNumber } from "#platform/shared/wire.ts";

export const refuse = defineRefusals({
  "play.missing_selections": { status: 400, message: "Missing required selections" },
  "play.tee_time_required": { status: 400, message: "Please enter your tee time for verification" },
  "play.tee_time_invalid": { status: 400, message: "Enter your tee time as 14:30 or 2:30 PM" },
  "play.tee_time_not_today": { status: 400, message: "The free shot is for a tee time today" },
  "play.not_found": { status: 404, message: "There is no such session" },
  "play.free_shot_used": {
    status: 429,
    message: "Free shot not available yet. Please wait before trying again or choose a paid package.",
  },
  "play.active_session": {
    status: 409,
    message: "You already have an active session. Please complete it before starting a new one.",
  },
  "play.bay_taken": { status: 409, message: "This bay is being played. Please choose another one." },
  "play.session_over": { status: 409, message: "This session has ended" },
  "play.no_balls": { status: 409, message: "There are no balls left in this session" },
  "play.not_in_session": { status: 409, message: "This shot was not taken within the session" },
  "play.claim_without_hole": { status: 400, message: "Choose which hole you successfully hit." },
  "play.middle_needs_jackpot": {
    status: 409,
    message: "The middle hole plays for the jackpot: it needs a jackpot package or the free shot",
  },
  "play.refunded": {
    status: 409,
    message: "This session was refunded, so nothing more can be played or claimed on it",
  },
  "play.claim_window_closed": { status: 409, message: "The claim window has closed" },
  "play.nothing_to_claim": { status: 409, message: "There is no shot left to claim for in this session" },
  "play.claim_pending": { status: 409, message: "The earlier jackpot claim of this session is still being checked" },
  "play.undo_too_late": { status: 409, message: "Only the latest miss can be undone, within 10 seconds" },
  "play.disputed": {
    status: 409,
    message:
      "Your bank is deciding on a dispute of this payment. Your session can start once the dispute is decided for us.",
  },
  "play.not_paid": { status: 402, message: "This session is not paid yet" },
});

export const targets = [...holes, "missed"] as const;
export type Target = (typeof targets)[number];
export const sessionStatuses = ["active", "balls_finished", "completed"] as const;
export type SessionStatus = (typeof sessionStatuses)[number];
export const endReasons = ["player", "buy_more", "time", "refund"] as const;

/** A claim as its player sees it. */
export const claim = z.object({
  id,
  sessionId: id,
  /** The id of the player whose claim it is; null for a guest in a group. */
  userId: z.nullable(id),
  playerName: z.string(),
  courseName: z.string(),
  /** The course's time zone, in which its times are shown. */
  timeZone: z.string(),
  bayNumber: z.int(),
  targetHole: z.enum(holes),
  prizeType: z.enum(["monetary", "other"]),
  prizeAmount: dollars,
  prizeDescription: z.string(),
  prizeDescriptionEs: spanish,
  verificationStatus: z.enum(["pending", "verified", "rejected"]),
  rejectionReason: z.nullable(z.string()),
  createdAt: instant,
  /** The end of the next business day, by which the player hears from us. */
  dueAt: instant,
  verifiedAt: z.nullable(instant),
  payoutStatus: z.enum(["not_due", "due", "paid", "forfeited"]),
  /** While the order is held, the claim is neither verified nor paid. */
  held: z.nullable(z.enum(holds)),
});
export type Claim = z.output<typeof claim>;

export const session = z.object({
  id,
  /** The id of the session's player; null for a guest in a group. */
  userId: z.nullable(id),
  playerName: z.string(),
  courseId: z.int(),
  packageId: z.int(),
  packageType: z.enum(packageTypes),
  bayNumber: z.int(),
  /** Balls left. */
  ballCount: z.int(),
  ballsBought: z.int(),
  /** Seconds, derived from `expiresAt`. */
  timeRemaining: z.int(),
  startedAt: instant,
  expiresAt: instant,
  endedAt: z.nullable(instant),
  /** The latest end of a pause by staff. `expiresAt` includes the whole pause; a resume takes back the rest. */
  pausedUntil: z.nullable(instant),
  /** 10 minutes after the end; for a running session, after `expiresAt`. */
  claimDeadline: instant,
  status: z.enum(sessionStatuses),
  endReason: z.nullable(z.enum(endReasons)),
  isFreeShot: z.boolean(),
  teeTime: z.nullable(instant),
  groupData: z.nullable(groupData),
  /** For a friend: the session that holds the purchase. */
  mainSessionId: z.nullable(id),
  purchaseContext: z.enum(purchaseContexts),
  /** Shots taken. */
  attempts: z.int(),
  claims: z.array(claim),
});
export type Session = z.output<typeof session>;

export const attempt = z.object({
  id,
  sessionId: id,
  shotId: z.nullable(z.string()),
  targetHole: z.enum(targets),
  prizeClaim: z.boolean(),
  prizeAmount: dollars,
  createdAt: instant,
});
export type Attempt = z.output<typeof attempt>;

const missing = "Missing required selections";
const idInBody = z.string({ error: missing }).check(z.toLowerCase());
const courseId = wholeNumber(missing);
const flag = z._default(z.boolean({ error: "This is either true or false" }), false);
const bayNumber = z.optional(wholeNumber("Bay selection required"));

/** Small letters, as the database writes it: a miss is found by its id however a device has written it. */
const shotId = (sentence: string) => z.optional(z.uuid(sentence).check(z.toLowerCase()));

const shot = {
  targetHole: z.enum(targets, { error: "Choose which hole you successfully hit." }),
  prizeClaim: flag,
  /** Ignored, because the server knows the prize. */
  prizeAmount: z.optional(z.unknown()),
  shotId: shotId("A shotId is a UUID"),
  missShotId: shotId("A missShotId is a UUID"),
  /** Seconds since the shot, if the device kept it before sending. */
  secondsAgo: z._default(
    z.coerce
      .number({ error: "secondsAgo is a number" })
      .check(z.minimum(0, "secondsAgo is 0 or more"), z.maximum(86_400, "secondsAgo is at most a day")),
    0,
  ),
};
const shotReply = z.object({ attempt, session, claim: z.optional(claim) });

/** A session with the server's clock and, for a group's main session, its friends' sessions. */
export const sessionView = z.object({ session, serverNow: instant, friendSessions: z.array(session) });
export type SessionView = z.output<typeof sessionView>;

export const playRoutes = {
  listActiveSessions: defineRoute({
    method: "GET",
    path: "/api/users/{id}/sessions/active",
    permission: "signedIn",
    summary: "The player's open sessions, and the open sessions of groups that the player was invited to.",
    params: idParam,
    replies: {
      200: z.object({
        sessions: z.array(session),
        groupSessions: z.array(
          z.extend(session, {
            /** Who bought the balls, as first name and initial. */
            buyerName: z.string(),
          }),
        ),
      }),
    },
  }),
  listSessions: defineRoute({
    method: "GET",
    path: "/api/users/{id}/sessions",
    permission: "signedIn",
    urgency: "list",
    summary: "The player's sessions, newest first.",
    params: idParam,
    query: z.object({ cursor: z.optional(z.string()) }),
    replies: {
      200: z.object({
        sessions: z.array(session),
        nextCursor: z.nullable(z.string()),
        /** For what depends on the day. Absent from the release before. */
        serverNow: z.optional(instant),
      }),
    },
  }),
  getSession: defineRoute({
    method: "GET",
    path: "/api/sessions/{id}",
    permission: "signedIn",
    summary: "One session. Only the player of it and the buyer of its group may read it.",
    params: idParam,
    replies: { 200: sessionView },
  }),
  startSession: defineRoute({
    method: "POST",
    path: "/api/sessions",
    permission: "signedIn",
    summary: "Starts a session that was paid ahead (or the free shot, for package -1).",
    body: z.object({
      userId: z.optional(givenId),
      courseId,
      packageId: wholeNumber(missing),
      bayNumber,
      isFreeShot: flag,
      teeTime: z.optional(z.string()),
      groupData: z.optional(groupDraft),
      /** The context of the session; without a session, of the order. */
      purchaseContext: z.optional(purchaseContext),
      orderId: z.optional(givenId),
    }),
    replies: { 201: z.object({ session }) },
    idempotent: true,
  }),
  startFreeShot: defineRoute({
    method: "POST",
    path: "/api/free-shot-session",
    permission: "signedIn",
    summary: "Starts the free tee time shot: one a day.",
    body: z.object({
      userId: z.optional(givenId),
      courseId,
      bayNumber,
      teeTime: z.optional(z.string({ error: "Enter your tee time as 14:30 or 2:30 PM" })),
    }),
    replies: { 201: z.object({ session }) },
    idempotent: true,
  }),
  recordShot: defineRoute({
    method: "POST",
    path: "/api/attempts",
    permission: "signedIn",
    urgency: "play",
    summary: "Records a shot, or claims a prize.",
    body: z.object({ sessionId: idInBody, ...shot }),
    replies: { 201: shotReply, 200: shotReply },
  }),
  recordGroupShot: defineRoute({
    method: "POST",
    path: "/api/group-attempts",
    permission: "signedIn",
    urgency: "play",
    summary: "The same for one player of a group: the friend at `friendIndex`, or the main player without it.",
    body: z.object({
      mainSessionId: idInBody,
      friendIndex: z.optional(wholeNumber("friendIndex counts friends from 0")),
      ...shot,
    }),
    replies: { 201: shotReply, 200: shotReply },
  }),
  undoShot: defineRoute({
    method: "POST",
    path: "/api/attempts/{id}/undo",
    permission: "signedIn",
    urgency: "play",
    summary: "Withdraws the latest miss within 10 seconds; the ball comes back.",
    params: idParam,
    replies: { 200: z.object({ session }) },
  }),
  completeSession: defineRoute({
    method: "POST",
    path: "/api/sessions/{id}/complete",
    permission: "signedIn",
    summary:
      "Ends a session. The main player's ends the whole group's, a friend's only their own. A second call changes nothing.",
    params: idParam,
    replies: { 200: z.object({ session }) },
  }),
  leaveGroup: defineRoute({
    method: "POST",
    path: "/api/sessions/{id}/leave",
    permission: "signedIn",
    summary: "A friend leaves the group and becomes a guest in it.",
    params: idParam,
    replies: { 204: null },
  }),
};

export const sessionStream = defineStream({
  path: "/api/sessions/{id}/events",
  permission: "signedIn",
  summary: "The session at once and on every change.",
  params: idParam,
  events: { session: sessionView },
});

export type ShotBody = z.output<(typeof playRoutes)["recordShot"]["body"]>;
