/** Payments: charging an order through the gateway, and starting the session that it pays for. */
import * as z from "zod/mini";
import { groupDraft, purchaseContext } from "#features/booking/contract.ts";
import { order, paymentAction } from "#features/orders/contract.ts";
import { session } from "#features/play/contract.ts";
import { isWholeCents, toCents } from "#platform/shared/money.ts";
import { privateText } from "#platform/shared/private-numbers.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { decimal, id, idParam, instant, dollars, money, text, wholeNumber } from "#platform/shared/wire.ts";

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
  "payments.too_many_declined": {
    status: 429,
    message: "Several payments were declined. Please wait a few minutes, or pay at the range.",
  },
  "payments.price_changed": { status: 409, message: "The price has changed. Please check the new total." },
  "payments.price_too_low": {
    status: 409,
    message: "This package costs less here than a payment may. Please choose another one.",
  },
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
  "payments.waiting_disputed": {
    status: 409,
    message:
      "You have already paid for this package here, and your bank is deciding on a dispute of that payment. Please choose another package until it is decided.",
  },
  "payments.disputed": {
    status: 409,
    message:
      "The bank is deciding on a dispute of this payment. Until then an order that was not started is not refunded.",
  },
  "payments.reversed": {
    status: 409,
    message: "Your bank took this payment back, so it cannot be used any more. You can buy again.",
  },
  "payments.not_waiting": {
    status: 409,
    message: "This payment cannot be stopped any more. Please wait a moment for its outcome.",
  },
  "payments.not_captured": { status: 409, message: "Nothing was charged for this order, so nothing can be refunded" },
  "payments.claim_stands": {
    status: 409,
    message: "A prize claim of this order is pending or verified. Decide the claim first; a won order is not refunded.",
  },
  "payments.nothing_left": { status: 409, message: "All of this order's money has already gone back" },
  "payments.refund_too_much": { status: 409, message: "That is more than is left to refund" },
  "payments.not_held": {
    status: 409,
    message: "No refund at the payment service holds the claims of this order any more",
  },
  "payments.refund_not_found": { status: 404, message: "There is no such refund" },
  "payments.refund_not_failed": { status: 409, message: "This refund has not failed" },
  "payments.challenge_over": { status: 409, message: "This payment does not wait for a confirmation any more" },
  "payments.payout_over": { status: 409, message: "There is no such payout, or it has come back already" },
  "payments.dispute_over": { status: 409, message: "There is no such open dispute" },
  "payments.forged_event": { status: 400, message: "This call is not signed by the payment gateway" },
  "payments.gateway_away": {
    status: 503,
    message: "The payment service does not answer right now. Please try again in a moment.",
  },
  "payments.card_refused": {
    status: 400,
    message: "Card details are entered in the payment service's own fields. Please reload the page and try again.",
  },
});

export const paymentMethods = ["card", "paypal", "apple"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

const missingFields = "Please fill in all payment fields";
const selections = "Please ensure all selections are made";
const wrongAmount = "A refund is an amount of dollars and cents above 0";
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
          /** A saved card, in place of a token. */
          savedCard: z.optional(z.string().check(z.maxLength(200, missingFields))),
          /** The golfer wants the payment service to keep this card for next time. */
          saveCard: z.optional(z.boolean({ error: missingFields })),
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
          purchaseContext: z._default(purchaseContext, "initial"),
        },
        { error: selections },
      ),
      amount: decimal("The amount is missing"),
      start: z._default(z.boolean({ error: "start is true or false" }), true),
    }),
    replies: {
      200: z.object({ success: z.literal(true), message: z.string(), session: z.optional(session), order }),
      202: z.object({
        success: z.literal(false),
        pending: z.literal(true),
        message: z.string(),
        orderId: id,
        /** What the golfer must do before the charge. Without it the golfer only waits. */
        action: z.optional(paymentAction),
      }),
      402: z.object({
        success: z.literal(false),
        message: z.string(),
        error: z.object({ code: z.string(), message: z.string(), requestId: z.optional(z.string()) }),
      }),
    },
    idempotent: true,
    // By account: one golfer must not stop all others who use the range's Wi-Fi from paying.
    limit: { per: "account", max: 300, seconds: 600 },
  }),
  checkOrder: defineRoute({
    method: "POST",
    path: "/api/orders/{id}/check",
    permission: "signedIn",
    summary: "Asks the gateway now how a payment stands, after a challenge or a lost reply.",
    params: idParam,
    replies: { 200: z.object({ order }) },
    limit: { per: "account", max: 120, seconds: 600 },
  }),
  cancelOrder: defineRoute({
    method: "POST",
    path: "/api/orders/{id}/cancel",
    permission: "signedIn",
    summary: "Gives up a payment that waits for its golfer; it can no longer be charged.",
    params: idParam,
    replies: { 200: z.object({ order }) },
  }),
  refundOrder: defineRoute({
    method: "POST",
    path: "/api/admin/orders/{id}/refund",
    permission: "admin",
    stepUp: true,
    summary: "Refunds an order in full (no amount) or in part, with a reason; never above what was captured.",
    params: idParam,
    body: z.object({
      amount: z.optional(
        money(wrongAmount).check(z.refine((given) => toCents(given) > 0 && isWholeCents(given), wrongAmount)),
      ),
      reason: text("A reason is required", 500),
    }),
    said: ["amount"],
    replies: { 200: z.object({ order }) },
    idempotent: true,
    adds: true,
  }),
  releaseHold: defineRoute({
    method: "POST",
    path: "/api/admin/orders/{id}/release",
    permission: "admin",
    stepUp: true,
    summary:
      "Lets the claims of an order stand that was refunded in full at the gateway's own dashboard, with a reason.",
    params: idParam,
    body: z.object({ reason: privateText("A reason is required", 500) }),
    replies: { 200: z.object({ order }) },
    idempotent: true,
  }),
  listPaymentTroubles: defineRoute({
    method: "GET",
    path: "/api/admin/payment-troubles",
    permission: "admin",
    summary:
      "What needs a person: refunds that the gateway refused, open disputes, payments without an outcome for 15 minutes, orders whose claims wait because of a refund at the gateway, and, for 30 days, what went back beyond a capture or of payments that are in no record; oldest first.",
    replies: {
      200: z.object({
        refunds: z.array(
          z.object({
            id,
            orderId: id,
            orderNumber: z.int(),
            amount: dollars,
            failure: z.string(),
            createdAt: instant,
            /** The number of an open proposal which says that it is paid otherwise. */
            proposal: z.nullable(z.int()),
          }),
        ),
        disputes: z.array(
          z.object({ id, orderId: id, orderNumber: z.int(), amount: dollars, reason: z.string(), createdAt: instant }),
        ),
        stuck: z.array(z.object({ id, orderId: id, orderNumber: z.int(), amount: dollars, createdAt: instant })),
        /**
         * Orders of which refunds and disputes together took more than was captured, and how much more; `twice` where
         * the gateway has paid a refund that was paid otherwise.
         */
        overpaid: z.array(z.object({ orderId: id, orderNumber: z.int(), amount: dollars, twice: z.boolean() })),
        /** Refunds and disputes of unknown payments with our mark, by the gateway's own names. */
        strangers: z.array(
          z.object({ reference: z.string(), kind: z.enum(["refund", "dispute"]), amount: dollars, seenAt: instant }),
        ),
        held: z.array(
          z.object({
            orderId: id,
            orderNumber: z.int(),
            amount: dollars,
            /** Claims of the order that are pending, or verified and not paid. */
            claims: z.int(),
          }),
        ),
      }),
    },
  }),
  retryRefund: defineRoute({
    method: "POST",
    path: "/api/admin/refunds/{id}/retry",
    permission: "admin",
    stepUp: true,
    summary: "Asks the gateway again for a refund that it refused.",
    params: idParam,
    replies: { 200: z.object({ order }) },
    idempotent: true,
  }),
};

/** Calls of the gateway: signed, read as raw bytes, and answered 200 once our records are up to date. */
export const webhookRoute = defineRoute({
  method: "POST",
  path: "/api/payments/webhook",
  permission: "public",
  summary: "The payment gateway's events; only calls that it has signed are taken.",
  replies: { 200: z.object({ received: z.boolean() }) },
});

/** The sandbox gateway's own endpoints, which a browser calls as it would a real gateway's. */
export const sandboxRoutes = {
  makeToken: defineRoute({
    method: "POST",
    path: "/api/sandbox/tokens",
    permission: "signedIn",
    summary: "Sandbox gateway: swaps test card details for a token.",
    body: cardFields,
    replies: { 201: z.object({ token: z.string() }) },
  }),
  answerWallet: defineRoute({
    method: "POST",
    path: "/api/sandbox/wallets",
    permission: "signedIn",
    summary: "Sandbox gateway: what the PayPal or Apple Pay sheet gives when its owner approves, or it declines.",
    body: z.object({ approved: z.boolean({ error: "approved is true or false" }) }),
    replies: { 201: z.object({ token: z.string() }) },
  }),
  answerChallenge: defineRoute({
    method: "POST",
    path: "/api/sandbox/challenges/{id}",
    permission: "signedIn",
    summary: "Sandbox gateway: the golfer answers the bank's challenge of a payment attempt.",
    params: idParam,
    body: z.object({ approved: z.boolean({ error: "approved is true or false" }) }),
    replies: { 204: null },
  }),
};
