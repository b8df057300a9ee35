/** Passkeys: how staff and administrators sign in without a mailed code (https://www.w3.org/TR/webauthn-3/). */
import * as z from "zod/mini";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { instant, text } from "#platform/shared/wire.ts";
import { user } from "./contract.ts";

export const refusePasskey = defineRefusals({
  "passkeys.not_found": { status: 404, message: "There is no such passkey" },
  "passkeys.needs_name": {
    status: 409,
    message:
      "A passkey belongs to a host name, and this address is a number. Open the app by its name, such as localhost.",
  },
  "passkeys.not_made": { status: 400, message: "The passkey could not be saved. Please start again." },
  "passkeys.refused": {
    status: 401,
    message: "That passkey was not accepted. Try again, or sign in with a mailed code.",
  },
});

export const passkey = z.object({
  id: z.string(),
  /** The owner's name for it. */
  label: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});
export type Passkey = z.output<typeof passkey>;

/** The browser's `toJSON` of a credential. The library that verifies it checks its shape. */
export const credential = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.string(),
  response: z.looseObject({ clientDataJSON: z.string() }),
});
/** The options that the browser's `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` take. */
export const options = z.looseObject({ challenge: z.string() });

export const passkeyRoutes = {
  listPasskeys: defineRoute({
    method: "GET",
    path: "/api/passkeys",
    permission: "staff",
    summary: "One's own passkeys, the oldest first.",
    replies: {
      200: z.object({
        passkeys: z.array(passkey),
        /** An administrator who has none must add one before the first verdict, payout, refund, role or limit. */
        needed: z.boolean(),
      }),
    },
  }),
  askForPasskey: defineRoute({
    method: "POST",
    path: "/api/passkeys/options",
    permission: "staff",
    stepUp: true,
    summary: "What a browser needs to make a passkey for the signed-in member of staff; good for five minutes.",
    replies: { 200: z.object({ options }) },
    limit: { per: "account", max: 30, seconds: 600 },
  }),
  addPasskey: defineRoute({
    method: "POST",
    path: "/api/passkeys",
    permission: "staff",
    stepUp: true,
    summary: "Keeps the passkey that a browser has made.",
    body: z.object({ label: text("Name the passkey, such as 'Office laptop'", 60), credential }),
    replies: { 201: z.object({ passkey }) },
  }),
  removePasskey: defineRoute({
    method: "POST",
    path: "/api/passkeys/{id}/remove",
    permission: "staff",
    stepUp: true,
    summary: "Takes a passkey of one's own away; who is signed in with it stays so.",
    params: z.object({ id: z.string() }),
    replies: { 204: null },
  }),
  askForPasskeySignIn: defineRoute({
    method: "POST",
    path: "/api/login/passkey/options",
    permission: "public",
    summary: "What a browser needs to sign in by a passkey; good for five minutes.",
    replies: { 200: z.object({ options }) },
    limit: { per: "address", max: 120, seconds: 600 },
  }),
  signInByPasskey: defineRoute({
    method: "POST",
    path: "/api/login/passkey",
    permission: "public",
    summary: "Signs in by a passkey.",
    body: z.object({ credential }),
    replies: { 200: z.object({ user }) },
    limit: { per: "address", max: 60, seconds: 600 },
  }),
};
