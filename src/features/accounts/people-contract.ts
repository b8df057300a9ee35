/** What administrators do for accounts: see where somebody is signed in, and end it. */
import * as z from "zod/mini";
import { defineRoute } from "#platform/shared/route.ts";
import { email, id, instant, text } from "#platform/shared/wire.ts";
import { proposal } from "./proposal-contract.ts";

export const person = z.object({
  id,
  /** The player ID. */
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  /** Whether a mailed code has proved the address. */
  emailProved: z.boolean(),
  role: z.enum(["player", "staff", "admin"]),
  passkeys: z.int(),
  createdAt: instant,
  /** Where the account is signed in, the latest first. */
  sessions: z.array(
    z.object({
      /** "Safari on iPhone"; null when the browser does not say. */
      device: z.nullable(z.string()),
      startedAt: instant,
      /** When the session ends unless another call comes. */
      endsAt: instant,
    }),
  ),
});
export type Person = z.output<typeof person>;

const reason = text("A reason is required", 500);

export const peopleRoutes = {
  findPerson: defineRoute({
    method: "GET",
    path: "/api/admin/people",
    permission: "admin",
    summary: "The account with this email address or player ID, and where it is signed in.",
    query: z.object({ q: text("Give an email address or a player ID", 254) }),
    replies: { 200: z.object({ person }) },
    limit: { per: "account", max: 60, seconds: 60 },
  }),
  signPersonOut: defineRoute({
    method: "POST",
    path: "/api/admin/people/{id}/sign-out",
    permission: "admin",
    stepUp: true,
    summary:
      "Ends every session of an account and forgets its devices, with a reason, which the person is told by mail.",
    params: z.object({ id: z.string() }),
    body: z.object({ reason }),
    replies: { 200: z.object({ person, ended: z.int() }) },
  }),
  recoverPerson: defineRoute({
    method: "POST",
    path: "/api/admin/people/{id}/recover",
    permission: "admin",
    stepUp: true,
    summary: "Proposes to take the passkeys of staff or an administrator off; another administrator does it.",
    params: z.object({ id: z.string() }),
    body: z.object({ reason }),
    replies: { 202: z.object({ proposal }) },
  }),
  movePerson: defineRoute({
    method: "POST",
    path: "/api/admin/people/{id}/email",
    permission: "admin",
    stepUp: true,
    summary:
      "Moves a player who has lost the mailbox, and whom you have seen, to another address: signed out everywhere, no payout for 72 hours. For staff and administrators it is proposed (202), and another administrator does it.",
    params: z.object({ id: z.string() }),
    body: z.object({ email: email("Give the new email address"), reason }),
    replies: { 200: z.object({ person }), 202: z.object({ proposal }) },
  }),
};
