/** Refunds that the gateway will not make and the operator pays from the bank, by two administrators. */
import * as z from "zod/mini";
import { proposal } from "#features/accounts/proposal-contract.ts";
import { otherWays } from "#features/orders/contract.ts";
import { isDay } from "#platform/shared/days.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { idParam, text } from "#platform/shared/wire.ts";

export const refuseOtherwise = defineRefusals({
  "otherwise.day": { status: 400, message: "It was paid between the day of the refund and today" },
  "otherwise.proposed": {
    status: 409,
    message: "An administrator says that this refund was paid otherwise. Approve or withdraw that first.",
  },
  "otherwise.disputed": {
    status: 409,
    message: "A dispute takes this money back through the bank. Who also pays the refund pays twice.",
  },
});

export const otherwiseRoutes = {
  proposeOtherwise: defineRoute({
    method: "POST",
    path: "/api/admin/refunds/{id}/paid-otherwise",
    permission: "admin",
    stepUp: true,
    summary:
      "Says that a refund which the gateway refused is paid from the bank; another administrator approves it. Until then the gateway is not asked to pay it.",
    params: idParam,
    body: z.object({
      method: z.enum(otherWays, { error: "Choose a check or a bank transfer" }),
      reference: text("A reference is required, such as the check's number", 60),
      paidOn: z.string({ error: "Choose a day" }).check(z.refine(isDay, "Choose a day")),
    }),
    form: true,
    replies: { 202: z.object({ proposal }) },
  }),
};
