/** Booking: what a golfer chooses (course, package, bay, group) and the order that it becomes. */
import * as z from "zod/mini";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, id, instant, serial, text, wholeNumber } from "#platform/shared/wire.ts";

export const refuse = defineRefusals({
  "booking.bay_required": { status: 400, message: "Bay selection required" },
  "booking.bay_unknown": { status: 400, message: "There is no such bay here" },
  "booking.group_invalid": { status: 400, message: "The balls are not allocated" },
  "booking.order_not_found": { status: 404, message: "There is no such order" },
});

export const purchaseContexts = ["initial", "buy_more_balls"] as const;
/** `buy_more_balls`; anything else, or nothing, is `initial`. */
export const purchaseContext = z.catch(z.enum(purchaseContexts), "initial");
export type PurchaseContext = (typeof purchaseContexts)[number];

const bay = wholeNumber("A bay is a whole number").check(z.minimum(0, "A bay is a whole number from 1"));
const balls = wholeNumber("A ball count is a whole number").check(
  z.minimum(0, "A ball count is a whole number from 0"),
);

/** A group as the booking form sends it: 0 or nothing stands for what is not filled in. */
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

export const orderStatuses = [
  "created",
  "charging",
  "paid",
  "fulfilled",
  "declined",
  "expired",
  "refund_due",
  "refunded",
  "reversed",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/**
 * Why what hangs on an order stands still: the bank is deciding on a dispute, or has taken the money back, or somebody
 * has refunded all of it at the gateway's own dashboard and no administrator has decided yet what that means.
 */
export const holds = ["dispute_open", "dispute_lost", "refunded_at_gateway"] as const;
export type Hold = (typeof holds)[number];

/** What the golfer still has to do before an order is charged: the bank's challenge, in the provider's own way. */
export const paymentAction = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sandbox_challenge"), attemptId: id }),
  z.object({ kind: z.literal("stripe"), clientSecret: z.string() }),
]);
export type PaymentAction = z.output<typeof paymentAction>;

export const order = z.object({
  id,
  number: z.int(),
  courseId: serial,
  courseName: z.string(),
  packageId: serial,
  packageName: z.string(),
  bayNumber: z.nullable(z.int()),
  amount: dollars,
  status: z.enum(orderStatuses),
  /** Why a payment did not go through, in a sentence. */
  failure: z.nullable(z.string()),
  /** Set while the order is `created`: nothing is charged until it is done. */
  action: z.nullable(paymentAction),
  createdAt: instant,
  sessionId: z.nullable(id),
  held: z.nullable(z.enum(holds)),
  refunds: z.array(z.object({ amount: dollars, reason: z.string(), createdAt: instant })),
});
export type Order = z.output<typeof order>;

export const bookingRoutes = {
  listOrders: defineRoute({
    method: "GET",
    path: "/api/orders",
    permission: "signedIn",
    summary: "The signed-in player's orders, newest first.",
    replies: { 200: z.object({ orders: z.array(order) }) },
  }),
  getOrder: defineRoute({
    method: "GET",
    path: "/api/orders/{id}",
    permission: "signedIn",
    summary: "One order of the signed-in player.",
    params: z.object({ id: z.string() }),
    replies: { 200: z.object({ order }) },
  }),
};
