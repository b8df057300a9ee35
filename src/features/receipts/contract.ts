/** Receipts of captured payments. */
import * as z from "zod/mini";
import { paidOtherwise } from "#features/orders/contract.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, id, idParam, instant, spanish } from "#platform/shared/wire.ts";

export const refuse = defineRefusals({
  "receipts.not_found": { status: 404, message: "There is no such order" },
  "receipts.nothing_paid": {
    status: 409,
    message: "Nothing was paid for this order yet, so it has no receipt. Open it again once the payment went through.",
  },
});

/** A golfer sees two states. Problems with the gateway between them concern only the operator. */
export const refundStates = ["on_its_way", "returned"] as const;

const money = z.object({
  /** In dollars: refunds on their way or returned. */
  refunded: dollars,
  /** The amount paid less refunds. */
  net: dollars,
});

export const receipt = z.object({
  /** Counts from 1 without gaps; printed with leading zeros to six digits. */
  number: z.int(),
  orderId: id,
  orderNumber: z.int(),
  operator: z.string(),
  /** The account's name as it is now. */
  playerName: z.string(),
  course: z.object({ name: z.string(), address: z.string(), timeZone: z.string() }),
  packageName: z.string(),
  packageNameEs: spanish,
  ballCount: z.int(),
  amount: dollars,
  /**
   * The tax in the amount, and in what refunds leave of it; null when none was collected. `rate` is a percentage with up
   * to three decimals.
   */
  tax: z.nullable(z.object({ label: z.string(), rate: z.number(), amount: dollars, left: dollars })),
  payment: z.object({ method: z.string(), last4: z.nullable(z.string()) }),
  paidAt: instant,
  issuedAt: instant,
  refunds: z.array(
    z.object({
      amount: dollars,
      reason: z.string(),
      state: z.enum(refundStates),
      createdAt: instant,
      returnedAt: z.nullable(instant),
      /** Null for what goes back through the gateway. */
      paidOtherwise: z.nullable(paidOtherwise),
    }),
  ),
  ...money.shape,
});
export type Receipt = z.output<typeof receipt>;

export const receiptRoutes = {
  getReceipt: defineRoute({
    method: "GET",
    path: "/api/orders/{id}/receipt",
    permission: "signedIn",
    summary: "The receipt of one's own order; of any order for administrators. 409 when nothing was captured yet.",
    params: idParam,
    replies: { 200: z.object({ receipt }) },
  }),
  getReceiptPdf: defineRoute({
    method: "GET",
    path: "/api/orders/{id}/receipt.pdf",
    permission: "signedIn",
    summary: "The same receipt as a PDF to save.",
    params: idParam,
    replies: {},
    file: "application/pdf",
  }),
};
