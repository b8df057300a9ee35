/** Booking: the golfer's choice of course, package, bay and group. */
import * as z from "zod/mini";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { text, wholeNumber } from "#platform/shared/wire.ts";

export const refuse = defineRefusals({
  "booking.bay_required": { status: 400, message: "Bay selection required" },
  "booking.bay_unknown": { status: 400, message: "There is no such bay here" },
  "booking.group_invalid": { status: 400, message: "The balls are not allocated" },
});

export const purchaseContexts = ["initial", "buy_more_balls"] as const;
/** `buy_more_balls`; anything else, or nothing, is `initial`. */
export const purchaseContext = z.catch(z.enum(purchaseContexts), "initial");
export type PurchaseContext = (typeof purchaseContexts)[number];

const bay = wholeNumber("A bay is a whole number").check(z.minimum(0, "A bay is a whole number from 1"));
const balls = wholeNumber("A ball count is a whole number").check(
  z.minimum(0, "A ball count is a whole number from 0"),
);

/** A group as the booking form sends it; 0 or nothing means not filled in. */
export const groupDraft = z.object({
  mainPlayer: z.object(
    { bayNumber: z._default(bay, 0), ballCount: z._default(balls, 0) },
    { error: "Please enter your bay number" },
  ),
  friends: z._default(
    z.array(
      z.object({
        userId: z.optional(text("Player ID is blank", 60)),
        name: z.optional(text("Name is blank", 60)),
        bayNumber: z._default(bay, 0),
        ballCount: z._default(balls, 0),
      }),
    ),
    [],
  ),
});
export type GroupDraft = z.output<typeof groupDraft>;

/** A group as it is stored: empty slots dropped, identified friends with their player ID, guests without. */
export const groupData = z.object({
  mainPlayer: z.object({ bayNumber: z.int(), ballCount: z.int() }),
  friends: z.array(
    z.object({ userId: z.optional(z.string()), name: z.string(), bayNumber: z.int(), ballCount: z.int() }),
  ),
  friendSessionIds: z.array(z.string()),
});
export type GroupData = z.output<typeof groupData>;
