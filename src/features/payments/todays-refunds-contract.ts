/** What staff of a course may know of refunds: those of today's orders there, and what to tell their golfers. */
import * as z from "zod/mini";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, instant, serial, wholeNumber } from "#platform/shared/wire.ts";

/**
 * Where a refund is: on its way to the card; sent; refused by the payment service, so that the office pays it; paid by
 * the office, by a check or a transfer; or stopped, because the bank takes the payment back or the service cancelled it.
 */
export const todaysRefundStates = ["on_its_way", "sent", "refused", "paid_otherwise", "stopped"] as const;
export type TodaysRefundState = (typeof todaysRefundStates)[number];

/** Has no address, number, card, reason or sender, because staff at the counter need none of them. */
export const todaysRefund = z.object({
  orderNumber: z.int(),
  /** First name and initial. */
  playerName: z.string(),
  bayNumber: z.nullable(z.int()),
  boughtAt: instant,
  price: dollars,
  refunds: z.array(z.object({ amount: dollars, state: z.enum(todaysRefundStates) })),
});
export type TodaysRefund = z.output<typeof todaysRefund>;

export const todaysRefundRoutes = {
  listTodaysRefunds: defineRoute({
    method: "GET",
    path: "/api/admin/courses/{id}/refunds-today",
    permission: "staff",
    summary:
      "Orders of a course that were made today, on its clock, and have a refund; those of the last refund first.",
    params: z.object({ id: wholeNumber("A course's id is a whole number") }),
    replies: {
      200: z.object({
        course: z.object({ id: serial, name: z.string(), timeZone: z.string() }),
        orders: z.array(todaysRefund),
      }),
    },
  }),
};
