/** The step-up: proving again that it is still the same person, before the most important calls. */
import * as z from "zod/mini";
import { defineRoute } from "#platform/shared/route.ts";
import { instant } from "#platform/shared/wire.ts";
import { challenge, code, language } from "./contract.ts";
import { credential, options } from "./passkey-contract.ts";

export const stepUpRoutes = {
  stepUp: defineRoute({
    method: "POST",
    path: "/api/step-up",
    permission: "signedIn",
    summary:
      "Proves that it is still the same person, for ten minutes. Without a field it mails a code (202) or, to staff with a passkey, gives what the passkey is to sign; with `code` or `passkey` it is done.",
    body: z.object({ code, passkey: z.optional(credential), language }),
    replies: {
      200: z.object({ provedUntil: instant }),
      202: z.object({ challenge, passkey: z.optional(z.object({ options })) }),
    },
  }),
};
