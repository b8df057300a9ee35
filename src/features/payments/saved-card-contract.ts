/** Cards that the gateway keeps for a golfer. We have its tokens, which no caller ever sees. */
import * as z from "zod/mini";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { id, idParam } from "#platform/shared/wire.ts";

export const refuse = defineRefusals({
  "payments.saved_card_not_found": {
    status: 404,
    message: "This card is not saved any more. Please use another card.",
  },
  "payments.saved_card_expired": { status: 409, message: "This card has expired. Please use another card." },
});

const savedCard = z.object({
  id,
  /** As the gateway names it, in small letters: `visa`, `mastercard`, `amex`. */
  brand: z.string(),
  last4: z.string(),
  /** 1 to 12; the card is good until the end of that month. */
  expMonth: z.int(),
  expYear: z.int(),
  expired: z.boolean(),
});
export type SavedCard = z.output<typeof savedCard>;

export const savedCardRoutes = {
  listSavedCards: defineRoute({
    method: "GET",
    path: "/api/saved-cards",
    permission: "signedIn",
    summary: "The cards that the payment service keeps for the caller, the one used last first.",
    replies: { 200: z.object({ cards: z.array(savedCard) }) },
  }),
  removeSavedCard: defineRoute({
    method: "DELETE",
    path: "/api/saved-cards/{id}",
    permission: "signedIn",
    summary: "Removes a saved card, here at once and at the payment service soon after.",
    params: idParam,
    replies: { 204: null },
  }),
};
