/** The profile, its devices and data, finding a fellow player, and the account's end. The first load needs none of it. */
import * as z from "zod/mini";
import { defineRoute } from "#platform/shared/route.ts";
import { id, idParam, instant } from "#platform/shared/wire.ts";
import { notifications, user } from "./contract.ts";

/** A browser on which the account is known, so that signing in there takes no mailed code. */
const device = z.object({
  id,
  /** "Safari on iPhone"; null when the browser does not say. */
  label: z.nullable(z.string()),
  /** The device that makes this call. */
  isCurrent: z.boolean(),
  isSignedIn: z.boolean(),
  firstUsedAt: instant,
  /** The last sign-in. */
  lastUsedAt: instant,
});
export type Device = z.output<typeof device>;

export const profileRoutes = {
  getUser: defineRoute({
    method: "GET",
    path: "/api/users/{id}",
    permission: "signedIn",
    summary: "The signed-in player, by id or player ID.",
    params: idParam,
    replies: { 200: z.object({ user }) },
  }),
  updateNotifications: defineRoute({
    method: "PATCH",
    path: "/api/users/{id}/notifications",
    permission: "signedIn",
    summary: "Changes the notification switches that are sent.",
    params: idParam,
    body: z.partial(z.object(notifications)),
    replies: { 200: z.object({ user }) },
  }),
  listDevices: defineRoute({
    method: "GET",
    path: "/api/devices",
    permission: "signedIn",
    summary: "The devices on which the account signs in without a mailed code, the last used first.",
    replies: { 200: z.object({ devices: z.array(device) }) },
  }),
  forgetOneDevice: defineRoute({
    method: "POST",
    path: "/api/devices/{id}/forget",
    permission: "signedIn",
    stepUp: true,
    summary: "Signs a device of one's own out and forgets it. For this very device, that is the same as logging out.",
    params: idParam,
    replies: { 204: null },
  }),
  endOtherSessions: defineRoute({
    method: "POST",
    path: "/api/devices/end-others",
    permission: "signedIn",
    stepUp: true,
    summary: "Signs the account out everywhere else; `forget` takes the other devices off the list, too.",
    body: z.object({ forget: z.optional(z.boolean({ error: "This is either true or false" })) }),
    replies: { 200: z.object({ ended: z.int() }) },
  }),
  exportUser: defineRoute({
    method: "GET",
    path: "/api/users/{id}/export",
    permission: "signedIn",
    urgency: "list",
    stepUp: true,
    summary: "Everything that is kept about the signed-in player, as a JSON file.",
    params: idParam,
    replies: {
      200: z.object({
        exportedAt: instant,
        account: z.extend(user, {
          emailProvedAt: z.nullable(instant),
          formerEmails: z.array(z.string()),
          /** The version of the terms accepted by registering: the day (yyyy-MM-dd) from which it holds. */
          termsVersion: z.nullable(z.string()),
        }),
        /** Rows by kind, such as `sessions` and `claims`. */
        records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
      }),
    },
    limit: { per: "account", max: 10, seconds: 600 },
  }),
  deleteUser: defineRoute({
    method: "POST",
    path: "/api/users/{id}/delete",
    permission: "signedIn",
    stepUp: true,
    summary:
      "Deletes the signed-in player's account for good; what money must be answered for stays, without the person. 409 while a session, a payment, a claim or a payout is open.",
    params: idParam,
    replies: { 204: null },
  }),
  lookUpPlayer: defineRoute({
    method: "GET",
    path: "/api/players/{userId}",
    permission: "signedIn",
    summary: "Finds a fellow player by player ID, to invite into a group.",
    params: z.object({ userId: z.string() }),
    replies: { 200: z.object({ player: z.object({ userId: z.string(), displayName: z.string() }) }) },
    limit: { per: "account", max: 60, seconds: 60 },
  }),
};
