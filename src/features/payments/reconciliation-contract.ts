/** Reconciliation: the gateway's own list against the books, and money there that somebody has to sort. */
import * as z from "zod/mini";
import { language } from "#features/accounts/contract.ts";
import { privateText } from "#platform/shared/private-numbers.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, id, idParam, instant, moneyBetween, serial } from "#platform/shared/wire.ts";

export const refuseReconciliation = defineRefusals({
  "reconciliation.gateway_away": {
    status: 503,
    message: "The payment service does not answer. Please try again in a minute.",
  },
  "reconciliation.not_waiting": { status: 409, message: "No such money waits to be sorted" },
  "reconciliation.not_undivided": { status: 409, message: "No such payout waits to be divided" },
  "reconciliation.wrong_parts": { status: 400, message: "The parts do not come to the payout's amount" },
  "reconciliation.no_account": {
    status: 400,
    message: "Revenue is a course's, the bank is the house's: choose the course accordingly",
  },
});

/** What moved at the gateway or in the books and is not the same in both. */
const difference = z.object({
  /** `payment`, `refund`, `dispute`, `payout`, or `transaction` for what is of none of these. */
  of: z.enum(["payment", "refund", "dispute", "payout", "transaction"]),
  /** The gateway's own name, or our payment's id. */
  reference: z.string(),
  /** The gateway's names of the transactions. */
  transactions: z.array(z.string()),
  at: instant,
  /** The amount at the gateway, less fees; null when the gateway does not have it. */
  gateway: z.nullable(dollars),
  /** The same in the books; null when it is not booked. */
  books: z.nullable(dollars),
  order: z.nullable(z.object({ id, number: z.int() })),
  /** What to do about it. */
  advice: z.string(),
});
export type Difference = z.output<typeof difference>;

export const reconciliation = z.object({
  at: instant,
  provider: z.enum(["sandbox", "stripe"]),
  /** Single transactions are compared since then. */
  since: instant,
  /** What the gateway holds, pending included, and what cash says. */
  balance: dollars,
  cash: dollars,
  /** The part of their difference that the differences below and what is under way do not explain. */
  unexplained: dollars,
  /** How many charges, refunds, disputes and payouts were compared. */
  compared: z.int(),
  /** How many differ that are younger than ten minutes: news of them is under way. */
  underWay: z.int(),
  differences: z.array(difference),
  payouts: z.array(
    z.object({
      reference: z.string(),
      amount: dollars,
      status: z.enum(["on_its_way", "paid", "failed", "cancelled"]),
      at: instant,
      arrivesAt: instant,
      /** The amount of the payout on the bank's account; null before it is booked. */
      bank: z.nullable(dollars),
    }),
  ),
  /** Money of no payment of ours that waits to be sorted into an account. */
  unsorted: z.array(z.object({ id, reference: z.string(), amount: dollars, at: instant })),
  /** Payouts that somebody made by hand at the gateway: it does not say whose money they were. */
  undivided: z.array(z.object({ id, reference: z.string(), amount: dollars, at: instant })),
  /** Every course, with its cash in the books. */
  courses: z.array(z.object({ id: serial, name: z.string(), cash: dollars })),
});
export type Reconciliation = z.output<typeof reconciliation>;

export const sortings = ["bank", "fees", "revenue"] as const;

const partHint = "Give each part in dollars, with at most two decimals, and not 0";

export const reconciliationRoutes = {
  getReconciliation: defineRoute({
    method: "GET",
    path: "/api/admin/reconciliation",
    permission: "admin",
    summary: "Compares the gateway's own list with the books, both ways, and its balance with cash.",
    replies: { 200: reconciliation },
  }),
  downloadReconciliation: defineRoute({
    method: "GET",
    path: "/api/admin/reconciliation/download.csv",
    permission: "admin",
    summary: "Downloads the reconciliation as a CSV file.",
    query: z.object({ language }),
    replies: {},
    file: "text/csv",
  }),
  sortTransaction: defineRoute({
    method: "POST",
    path: "/api/admin/reconciliation/{id}/sort",
    permission: "admin",
    stepUp: true,
    summary:
      "Sorts money of no payment into an account: the bank (a top-up from there), fees of the house or of a course, or a course's revenue.",
    params: idParam,
    body: z.object({
      into: z.enum(sortings, { error: "Sort it into bank, fees or revenue" }),
      /** Without it, the house. */
      courseId: z.optional(serial),
      reason: privateText("Give a reason of 1 to 200 characters", 200),
    }),
    replies: { 200: z.object({ sorted: z.literal(true) }) },
  }),
  dividePayout: defineRoute({
    method: "POST",
    path: "/api/admin/reconciliation/payouts/{id}/divide",
    permission: "admin",
    stepUp: true,
    summary:
      "Says of which courses' money a payout was that somebody made by hand at the gateway; the parts make up all of it, and a part without a course is the house's.",
    params: idParam,
    body: z.object({
      parts: z
        .array(
          z.object({
            /** Without it, the house. */
            courseId: z.optional(serial),
            amount: moneyBetween(partHint, -100_000_000, 100_000_000).check(z.refine((given) => given !== 0, partHint)),
          }),
          { error: partHint },
        )
        .check(z.minLength(1, partHint)),
      reason: privateText("Give a reason of 1 to 200 characters", 200),
    }),
    replies: { 200: z.object({ divided: z.literal(true) }) },
  }),
};
