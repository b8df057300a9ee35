/** Corrections of a course's books by hand, by two administrators. */
import * as z from "zod/mini";
import { proposal } from "#features/accounts/proposal-contract.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, id, instant, moneyBetween, serial, text, wholeNumber } from "#platform/shared/wire.ts";

export const refuseAdjustment = defineRefusals({
  "books.pot_below_zero": { status: 409, message: "A pot is never below zero: this takes more than it holds" },
  "books.no_pot": { status: 409, message: "This course is closed for good: its pot is empty and stays so" },
});

export const adjustedAccounts = ["pot", "revenue", "range_share", "tax_payable", "fees"] as const;
export type AdjustedAccount = (typeof adjustedAccounts)[number];

export const adjustedAccountNames = {
  pot: "Pot",
  revenue: "Revenue",
  range_share: "Owed to the range",
  tax_payable: "Tax owed",
  fees: "Fees of the payment service",
} as const satisfies Record<AdjustedAccount, string>;

const adjustment = z.object({
  id,
  courseId: serial,
  courseName: z.string(),
  /** The course's. */
  timeZone: z.string(),
  account: z.enum(adjustedAccounts),
  /** Above 0 adds to the account, below 0 takes from it. */
  amount: dollars,
  reason: z.string(),
  madeAt: instant,
  proposedBy: z.string(),
  /** 'the operator' at the server. */
  approvedBy: z.string(),
});
export type Adjustment = z.output<typeof adjustment>;

const amountHint = "Give the amount in dollars, up to 10,000,000 either way, with at most two decimals, and not 0";

export const adjustmentRoutes = {
  listAdjustments: defineRoute({
    method: "GET",
    path: "/api/admin/adjustments",
    permission: "admin",
    summary: "The last hundred corrections by hand, newest first.",
    replies: { 200: z.object({ adjustments: z.array(adjustment) }) },
  }),
  proposeAdjustment: defineRoute({
    method: "POST",
    path: "/api/admin/adjustments",
    permission: "admin",
    stepUp: true,
    summary:
      "Proposes a correction of one account of a course, against its account of adjustments; another administrator does it.",
    body: z.object({
      courseId: wholeNumber("Choose a course"),
      account: z.enum(adjustedAccounts, { error: "Choose an account" }),
      amount: moneyBetween(amountHint, -10_000_000, 10_000_000).check(z.refine((given) => given !== 0, amountHint)),
      reason: text("A reason is required", 1000),
    }),
    form: true,
    replies: { 202: z.object({ proposal }) },
    idempotent: true,
    adds: true,
  }),
};
