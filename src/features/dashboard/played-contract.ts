/** The rows behind figures of play: sessions and players, by the operator's days or by those of a course. */
import * as z from "zod/mini";
import { askedDays, firstDayFirst } from "#platform/shared/asked-days.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { id, instant, serial, wholeNumber } from "#platform/shared/wire.ts";

/** Sessions as the figures sort them: the first three by who plays, the others by how they came about. */
export const sessionKinds = ["individual", "group", "free", "initial", "more"] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** Players of a period: `new` when they played for the first time ever, otherwise `returning`. */
export const playerKinds = ["new", "returning"] as const;
export type PlayerKind = (typeof playerKinds)[number];

export const playedSorts = ["newest", "oldest"] as const;
export type PlayedSort = (typeof playedSorts)[number];

const course = z.object({ id: serial, name: z.string() });

/** A session; a group is one, with the balls, shots and claims of everybody in it. */
const playedSession = z.object({
  id,
  startedAt: instant,
  /** The account that plays, or that bought it for a group. */
  player: z.object({ id, name: z.string() }),
  players: z.int(),
  course,
  bayNumber: z.int(),
  isFreeShot: z.boolean(),
  isGroup: z.boolean(),
  /** Bought within a game. */
  isMore: z.boolean(),
  balls: z.int(),
  shots: z.int(),
  claims: z.int(),
  /** Null for a free shot. */
  order: z.nullable(z.object({ id, number: z.int() })),
});
export type PlayedSession = z.output<typeof playedSession>;

/** A player of a period, with what was played in it. */
const activePlayer = z.object({
  id,
  /** The player ID. */
  userId: z.string(),
  name: z.string(),
  isNew: z.boolean(),
  sessions: z.int(),
  shots: z.int(),
  /** The last start in the period. */
  lastAt: instant,
});
export type ActivePlayer = z.output<typeof activePlayer>;

const asked = {
  q: z.optional(z.string().check(z.trim(), z.maxLength(254, "Search for at most 254 characters"))),
  courseId: z.optional(wholeNumber("A course is named by its number")),
  days: z.optional(z.enum(["course"], { error: "Days are the operator's, or the course's own" })),
  ...askedDays,
  sort: z.optional(z.enum(playedSorts, { error: "Sort by newest or oldest" })),
  cursor: z.optional(z.string()),
};
const courseOfDays = z.refine<{ days?: "course" | undefined; courseId?: number | undefined }>(
  ({ days, courseId }) => days === undefined || courseId !== undefined,
  { error: "The course's own days need a course", path: ["courseId"] },
);
const page = { nextCursor: z.nullable(z.string()), timeZone: z.string() };

export const playedRoutes = {
  listSessions: defineRoute({
    method: "GET",
    path: "/api/admin/sessions",
    permission: "admin",
    summary:
      "Sessions by their start, newest first unless sorted; a group is one. `from` and `to` are days in the operator's time zone, or with `days` in the course's, both included; the answer names the zone.",
    aside: ["q"],
    query: z
      .object({
        ...asked,
        kind: z.optional(z.enum(sessionKinds, { error: "A kind is individual, group, free, initial or more" })),
      })
      .check(firstDayFirst, courseOfDays),
    replies: { 200: z.object({ sessions: z.array(playedSession), ...page }) },
  }),
  listPlayers: defineRoute({
    method: "GET",
    path: "/api/admin/players",
    permission: "admin",
    summary:
      "Players who played in a period, by their last start in it, newest first unless sorted; deleted accounts, too, as the figures count them.",
    aside: ["q"],
    query: z
      .object({ ...asked, kind: z.optional(z.enum(playerKinds, { error: "A kind is new or returning" })) })
      .check(firstDayFirst, courseOfDays),
    replies: { 200: z.object({ players: z.array(activePlayer), ...page }) },
  }),
};
