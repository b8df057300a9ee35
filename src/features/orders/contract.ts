/** Orders: purchases of golfers, and whether they are paid, held or given back. */
import * as z from "zod/mini";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, id, idParam, instant, serial, spanish } from "#platform/shared/wire.ts";

/** The code's prefix is older than this room; clients know it. */
export const refuse = defineRefusals({
  "booking.order_not_found": { status: 404, message: "There is no such order" },
});

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
 * Why an order is held: the bank is deciding on a dispute, or has taken the money back, or somebody refunded all of it
 * at the gateway's own dashboard and no administrator has decided yet.
 */
export const holds = ["dispute_open", "dispute_lost", "refunded_at_gateway"] as const;
export type Hold = (typeof holds)[number];

/** How the operator pays a refund that the gateway will not make. */
export const otherWays = ["check", "transfer"] as const;

export const paidOtherwise = z.object({
  method: z.enum(otherWays),
  /** The number of the check or of the transfer. */
  reference: z.string(),
  /** A day, by the course's calendar. */
  paidOn: z.string(),
});
export type PaidOtherwise = z.output<typeof paidOtherwise>;

/** What the golfer must do before an order is charged: the bank's challenge, in the provider's own way. */
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
  packageNameEs: spanish,
  bayNumber: z.nullable(z.int()),
  amount: dollars,
  status: z.enum(orderStatuses),
  /** Why a payment did not go through, in a sentence. */
  failure: z.nullable(z.string()),
  /** Set while the order is `created`. Nothing is charged before it is done. */
  action: z.nullable(paymentAction),
  createdAt: instant,
  sessionId: z.nullable(id),
  held: z.nullable(z.enum(holds)),
  refunds: z.array(
    z.object({
      amount: dollars,
      reason: z.string(),
      createdAt: instant,
      /** Null for what goes back through the gateway. */
      paidOtherwise: z.nullable(paidOtherwise),
    }),
  ),
});
export type Order = z.output<typeof order>;

export const orderRoutes = {
  listOrders: defineRoute({
    method: "GET",
    path: "/api/orders",
    permission: "signedIn",
    summary:
      "The signed-in player's orders, newest first, page by page; with `key` only the one that a payment under this idempotency key made.",
    query: z.object({ key: z.optional(z.string().check(z.maxLength(200))), cursor: z.optional(z.string()) }),
    // The release before has no cursor.
    replies: { 200: z.object({ orders: z.array(order), nextCursor: z.optional(z.nullable(z.string())) }) },
  }),
  getOrder: defineRoute({
    method: "GET",
    path: "/api/orders/{id}",
    permission: "signedIn",
    summary: "One order of the signed-in player.",
    params: idParam,
    replies: { 200: z.object({ order }) },
  }),
};
