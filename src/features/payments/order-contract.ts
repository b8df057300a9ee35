/** The administrators' search through all orders, and an order with everything that belongs to it. */
import * as z from "zod/mini";
import { holds, orderStatuses, paidOtherwise } from "#features/orders/contract.ts";
import { askedDays, firstDayFirst } from "#platform/shared/asked-days.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, id, idParam, instant, serial, wholeNumber } from "#platform/shared/wire.ts";

/** An order in the administrators' list. */
export const foundOrder = z.object({
  id,
  number: z.int(),
  receiptNumber: z.nullable(z.int()),
  status: z.enum(orderStatuses),
  held: z.nullable(z.enum(holds)),
  createdAt: instant,
  player: z.object({ id, userId: z.string(), name: z.string(), email: z.string() }),
  courseId: serial,
  courseName: z.string(),
  packageName: z.string(),
  amount: dollars,
  refunded: dollars,
  /** Whether the payment service has refused a refund that nobody has paid otherwise. */
  refundRefused: z.boolean(),
  last4: z.nullable(z.string()),
});
export type FoundOrder = z.output<typeof foundOrder>;

/** An order with everything that belongs to it, as administrators see it. */
export const orderFile = z.object({
  id,
  number: z.int(),
  receiptNumber: z.nullable(z.int()),
  status: z.enum(orderStatuses),
  held: z.nullable(z.enum(holds)),
  createdAt: instant,
  paidAt: z.nullable(instant),
  player: z.object({
    id,
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
  }),
  course: z.object({ id: serial, name: z.string(), timeZone: z.string() }),
  packageName: z.string(),
  packageType: z.string(),
  ballCount: z.int(),
  bayNumber: z.nullable(z.int()),
  purchaseContext: z.string(),
  /** The version of the terms in force at the purchase: the day (yyyy-MM-dd) from which it holds; null before versions were kept. */
  termsVersion: z.nullable(z.string()),
  amount: dollars,
  /** The tax in the amount; the shares are of what it leaves. `rate` is a percentage; null where none was collected. */
  tax: z.nullable(z.object({ label: z.string(), rate: z.number(), amount: dollars })),
  jackpotShare: dollars,
  rangeShare: dollars,
  /** What may still be given back. */
  refundable: dollars,
  payments: z.array(
    z.object({
      id,
      method: z.string(),
      last4: z.nullable(z.string()),
      amount: dollars,
      status: z.string(),
      failureCode: z.nullable(z.string()),
      failureMessage: z.nullable(z.string()),
      createdAt: instant,
      resolvedAt: z.nullable(instant),
    }),
  ),
  refunds: z.array(
    z.object({
      id,
      amount: dollars,
      reason: z.string(),
      status: z.string(),
      /** Who made the refund; null when the system made it by itself. */
      actor: z.nullable(z.string()),
      origin: z.enum(["ours", "gateway"]),
      failure: z.nullable(z.string()),
      createdAt: instant,
      settledAt: z.nullable(instant),
      paidOtherwise: z.nullable(paidOtherwise),
      /** The number of an open proposal which says that it is paid otherwise. */
      proposal: z.nullable(z.int()),
      /** Whether it was paid otherwise before, so that its golfer has the money twice. */
      twice: z.boolean(),
      /** An administrator's decision that the claims stand although the order was refunded at the gateway. */
      released: z.nullable(z.object({ by: z.nullable(z.string()), reason: z.string(), at: instant })),
    }),
  ),
  disputes: z.array(
    z.object({
      id,
      amount: dollars,
      status: z.string(),
      reason: z.string(),
      createdAt: instant,
      resolvedAt: z.nullable(instant),
    }),
  ),
  /** In the ledger: a debit is positive, a credit negative. */
  transfers: z.array(
    z.object({
      id: z.int(),
      kind: z.string(),
      createdAt: instant,
      entries: z.array(z.object({ account: z.string(), amount: dollars })),
    }),
  ),
  /** With the balls and shots of its whole group. */
  session: z.nullable(
    z.object({
      id,
      status: z.string(),
      bayNumber: z.int(),
      players: z.int(),
      ballsLeft: z.int(),
      ballsBought: z.int(),
      shots: z.int(),
      startedAt: instant,
      endedAt: z.nullable(instant),
    }),
  ),
  claims: z.array(
    z.object({
      id,
      playerName: z.string(),
      targetHole: z.string(),
      prizeDescription: z.string(),
      verificationStatus: z.string(),
      payoutStatus: z.string(),
      createdAt: instant,
    }),
  ),
});
export type OrderFile = z.output<typeof orderFile>;

/** What the list of orders can show alone: a state, or what needs an administrator. */
export const orderFilters = [...orderStatuses, "disputed", "refund_refused"] as const;
export type OrderFilter = (typeof orderFilters)[number];

/** The orders of the list of orders. */
export const orderSorts = ["newest", "oldest", "largest", "smallest"] as const;
export type OrderSort = (typeof orderSorts)[number];

export const orderSearchRoutes = {
  searchOrders: defineRoute({
    method: "GET",
    path: "/api/admin/orders",
    permission: "admin",
    summary:
      "Orders, newest first unless sorted. `status` is also `disputed` (a dispute is open) or `refund_refused`. `q` is an order or receipt number, a name, an email address, a player ID, or a card's last four digits. `from` and `to` are days in the operator's time zone, both included.",
    aside: ["q"],
    query: z
      .object({
        q: z.optional(z.string().check(z.trim(), z.maxLength(100, "Search for at most 100 characters"))),
        status: z.optional(z.enum(orderFilters, { error: `A status is one of ${orderFilters.join(", ")}` })),
        courseId: z.optional(wholeNumber("A course is named by its number")),
        packageId: z.optional(wholeNumber("A package is named by its number")),
        ...askedDays,
        sort: z.optional(z.enum(orderSorts, { error: "Sort by newest, oldest, largest or smallest" })),
        cursor: z.optional(z.string()),
      })
      .check(firstDayFirst),
    replies: {
      200: z.object({ orders: z.array(foundOrder), nextCursor: z.nullable(z.string()), timeZone: z.string() }),
    },
  }),
  getOrderFile: defineRoute({
    method: "GET",
    path: "/api/admin/orders/{id}",
    permission: "admin",
    summary: "An order with its payments, refunds, disputes, ledger transfers, receipt, session and claims.",
    params: idParam,
    replies: { 200: z.object({ order: orderFile }) },
  }),
};
