/** Payments: charging an order through the gateway, and starting the session that it pays for. */
import * as z from "zod/mini";
import { groupDraft, order, purchaseContext } from "#features/booking/contract.ts";
import { session } from "#features/play/contract.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { decimal, id, wholeNumber } from "#platform/shared/wire.ts";

export const refuse = defineRefusals({
  "payments.fields_missing": { status: 400, message: "Please fill in all payment fields" },
  "payments.card_invalid": { status: 400, message: "This card number is not valid" },
  "payments.expiry_invalid": { status: 400, message: "Check the expiry date: MM/YY, not in the past" },
  "payments.cvv_invalid": { status: 400, message: "Check the CVV: 3 or 4 digits" },
  "payments.zip_invalid": { status: 400, message: "Check the billing ZIP: 5 digits" },
  "payments.free_package": {
    status: 400,
    message: "The free tee time shot is not paid for. Start it with your tee time.",
  },
  "payments.price_changed": { status: 409, message: "The price has changed. Please check the new total." },
  "payments.open_order": {
    status: 409,
    message: "Another payment of yours is still being checked. Please wait a moment.",
  },
  "payments.given_back": {
    status: 409,
    message: "Your session could not be started, so your money is on its way back to you.",
  },
  "payments.waiting_order": {
    status: 409,
    message: "You have already paid for this package here. Start your session instead.",
  },
});

export const paymentMethods = ["card", "paypal", "apple"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

const missingFields = "Please fill in all payment fields";
const selections = "Please ensure all selections are made";
const field = z.optional(z.coerce.string().check(z.trim(), z.maxLength(40, missingFields)));

/** Card fields as people type them: spaces and hyphens in the number are ignored. */
export const cardFields = z.object({
  cardNumber: field,
  expiryDate: field,
  cvv: field,
  billingZip: field,
});
export type CardFields = z.output<typeof cardFields>;

export const paymentRoutes = {
  processPayment: defineRoute({
    method: "POST",
    path: "/api/process-payment",
    permission: "signedIn",
    summary: "Charges the order once and, unless `start` is false, starts its session.",
    body: z.object({
      paymentInfo: z.object(
        {
          ...cardFields.shape,
          paymentMethod: z.enum(paymentMethods, { error: missingFields }),
          /** What the gateway gave for card details that never came to this server. */
          token: z.optional(z.string().check(z.maxLength(200, missingFields))),
        },
        { error: missingFields },
      ),
      sessionData: z.object(
        {
          courseId: wholeNumber(selections),
          packageId: wholeNumber(selections),
          bayNumber: z.optional(wholeNumber("Bay selection required")),
          teeTime: z.optional(z.unknown()),
          groupData: z.optional(groupDraft),
          purchaseContext,
        },
        { error: selections },
      ),
      amount: decimal("The amount is missing"),
      start: z._default(z.boolean({ error: "start is true or false" }), true),
    }),
    replies: {
      200: z.object({ success: z.literal(true), message: z.string(), session: z.optional(session), order }),
      202: z.object({ success: z.literal(false), pending: z.literal(true), message: z.string(), orderId: id }),
      402: z.object({
        success: z.literal(false),
        message: z.string(),
        error: z.object({ code: z.string(), message: z.string() }),
      }),
    },
    idempotent: true,
    limit: { per: "address", max: 60, seconds: 600 },
  }),
};

/** The sandbox gateway's own endpoint, which a browser calls as it would a real gateway's. */
export const sandboxRoutes = {
  makeToken: defineRoute({
    method: "POST",
    path: "/api/sandbox/tokens",
    permission: "signedIn",
    summary: "Sandbox gateway: swaps test card details for a token.",
    body: cardFields,
    replies: { 201: z.object({ token: z.string() }) },
  }),
};
