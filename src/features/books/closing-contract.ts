/** Closing a course for good: what stands against it, where its pot goes, and the proposal of it. */
import * as z from "zod/mini";
import { proposal } from "#features/accounts/proposal-contract.ts";
import { closing } from "#features/courses/contract.ts";
import { numbered } from "#features/courses/manage-contract.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, serial, text, wholeNumber } from "#platform/shared/wire.ts";

export const refuseClosing = defineRefusals({
  "books.closed_for_good": { status: 409, message: "This course is closed for good already" },
  "books.closing_blocked": { status: 409, message: "This course cannot be closed yet" },
  "books.no_receiver": {
    status: 409,
    message: "Choose an open course that gets the rest of the jackpot",
  },
  "books.no_recipient": {
    status: 409,
    message: "No other course is open. Name who gets the rest of the jackpot from the bank.",
  },
});

/**
 * What stands against a closing: the course still sells; a payment without an outcome; an order that is paid ahead; a
 * refund that is not paid; an open dispute; a session that runs, or has just ended; a claim without a verdict; a prize
 * that is not handed over; what the range or the tax office is owed, or owes; and money that none of these explains.
 */
export const obstacleKinds = [
  "sales",
  "payment",
  "ahead",
  "refund",
  "dispute",
  "session",
  "claim",
  "payout",
  "range",
  "tax",
  "account",
] as const;
export type ObstacleKind = (typeof obstacleKinds)[number];

const obstacle = z.object({
  kind: z.enum(obstacleKinds),
  /** The obstacle in a sentence, without its full stop. */
  words: z.string(),
  /** The same in Spanish. */
  spanish: z.string(),
  /** The order to look at, where there is one. */
  orderId: z.nullable(z.string()),
});
export type Obstacle = z.output<typeof obstacle>;

const state = z.object({
  course: z.object({ id: serial, name: z.string(), timeZone: z.string() }),
  /** Set once it is closed for good; the figures below are then 0 and nothing stands against it. */
  closing: z.nullable(closing),
  /** The pot's content now, the part that the house takes back, and the rest. */
  pot: dollars,
  toHouse: dollars,
  rest: dollars,
  /** The open courses to whose pot the rest can go; if there is none, it is paid to somebody named. */
  receivers: z.array(z.object({ id: serial, name: z.string() })),
  /** At most a hundred. */
  obstacles: z.array(obstacle),
  /** The number of the proposal that waits for a second administrator. */
  proposed: z.nullable(z.int()),
});
export type ClosingState = z.output<typeof state>;

export const closingRoutes = {
  getClosing: defineRoute({
    method: "GET",
    path: "/api/admin/courses/{id}/closing",
    permission: "admin",
    summary: "Whether a course can be closed for good, what stands against it, and where its pot would go.",
    params: numbered,
    replies: { 200: z.object({ state }) },
  }),
  proposeClosing: defineRoute({
    method: "POST",
    path: "/api/admin/courses/{id}/closing",
    permission: "admin",
    stepUp: true,
    summary:
      "Proposes to close a course for good, which another administrator does. Nothing may be owed there. The house takes back what it put into the pot; the rest goes to the pot of an open course or, where no other is open, to somebody named.",
    params: numbered,
    body: z.object({
      /** Needed where there is a rest and another course is open. */
      intoCourseId: z.optional(wholeNumber("Choose a course")),
      /** Needed where there is a rest and no other course is open. The prizes page names them. */
      recipient: z.optional(text("Name who gets the rest", 100)),
      reason: text("A reason is required", 1000),
    }),
    form: true,
    replies: { 202: z.object({ proposal }) },
  }),
};
