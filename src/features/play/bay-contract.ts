/** The bay board of a course, for its staff and for administrators: the players in the bays, and the steps of staff. */
import * as z from "zod/mini";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute, defineStream } from "#platform/shared/route.ts";
import { id, idParam, instant, serial, text, wholeNumber } from "#platform/shared/wire.ts";
import { session, sessionStatuses } from "./contract.ts";

export const refuseBay = defineRefusals({
  "bays.paused": { status: 409, message: "This clock is already paused" },
  "bays.not_paused": { status: 409, message: "This clock is running" },
  "bays.changed": { status: 409, message: "Somebody else has just changed this clock. Look at it again." },
});

/** One player in a bay. The players of a group are listed one by one; they may share a bay. */
export const bayPlayer = z.object({
  sessionId: id,
  /** The session that holds the purchase, for the whole group. */
  mainSessionId: id,
  playerName: z.string(),
  bayNumber: z.int(),
  /** Balls left. */
  ballCount: z.int(),
  ballsBought: z.int(),
  status: z.enum(sessionStatuses),
  /** The number of players in the group; 1 for a single player. */
  players: z.int(),
  isFreeShot: z.boolean(),
  teeTime: z.nullable(instant),
  startedAt: instant,
  expiresAt: instant,
  pausedUntil: z.nullable(instant),
  /** Seconds on the clock, at the moment of the answer. */
  timeRemaining: z.int(),
  /** Whether another purchase is played in the same bay. */
  overlaps: z.boolean(),
});
export type BayPlayer = z.output<typeof bayPlayer>;

const boardCourse = z.object({
  id: serial,
  name: z.string(),
  /** The time zone in which the course's times are shown. */
  timeZone: z.string(),
  /** Bays are numbered from 1 to this. */
  bayCount: z.int(),
  exclusiveBays: z.boolean(),
});

/** Sorted by bay; the players of a group are together. */
export const bayBoard = z.object({ course: boardCourse, serverNow: instant, players: z.array(bayPlayer) });
export type BayBoard = z.output<typeof bayBoard>;

const courseParam = z.object({ id: wholeNumber("A course's id is a whole number") });
const reason = text("A reason is required", 300);
const minutes = "Extend by 1 to 120 whole minutes";
const changed = { 200: z.object({ session }) };

export const bayRoutes = {
  listBayCourses: defineRoute({
    method: "GET",
    path: "/api/admin/bays",
    permission: "staff",
    summary: "The open courses whose bays the caller may see: all, or those that a member of staff serves.",
    replies: { 200: z.object({ courses: z.array(boardCourse) }) },
  }),
  getBays: defineRoute({
    method: "GET",
    path: "/api/admin/courses/{id}/bays",
    permission: "staff",
    summary: "Who is in which bay of a course, by bay.",
    params: courseParam,
    replies: { 200: bayBoard },
  }),
  pauseSession: defineRoute({
    method: "POST",
    path: "/api/admin/sessions/{id}/pause",
    permission: "staff",
    stepUp: false,
    summary:
      "Pauses the clock of a session, or of its whole group, until it is resumed, for two hours at most. Shots count meanwhile.",
    params: idParam,
    body: z.object({ reason }),
    form: true,
    replies: changed,
    idempotent: true,
  }),
  resumeSession: defineRoute({
    method: "POST",
    path: "/api/admin/sessions/{id}/resume",
    permission: "staff",
    stepUp: false,
    summary: "Lets a paused clock run again.",
    params: idParam,
    replies: changed,
    idempotent: true,
  }),
  extendSession: defineRoute({
    method: "POST",
    path: "/api/admin/sessions/{id}/extend",
    permission: "staff",
    stepUp: false,
    summary: "Gives a session, of a group all of it, more minutes.",
    params: idParam,
    body: z.object({
      minutes: wholeNumber(minutes).check(z.refine((given) => given >= 1 && given <= 120, minutes)),
      reason,
      /** The value that the caller has seen: 409 if somebody else has changed it since. */
      expiresAt: z.optional(z.iso.datetime("expiresAt is an instant")),
    }),
    form: true,
    replies: changed,
    idempotent: true,
  }),
  moveSession: defineRoute({
    method: "POST",
    path: "/api/admin/sessions/{id}/move",
    permission: "staff",
    stepUp: false,
    summary: "Moves one player to another bay; claims that were made stay where they were made.",
    params: idParam,
    body: z.object({ bayNumber: wholeNumber("Choose the bay to move to"), reason }),
    form: true,
    replies: changed,
    idempotent: true,
  }),
};

export const bayStream = defineStream({
  path: "/api/admin/courses/{id}/bays/events",
  permission: "staff",
  summary: "The bay board at once and when it changed, at most twice a second.",
  params: courseParam,
  events: { bays: bayBoard },
});
