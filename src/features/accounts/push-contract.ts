/** Notifications on the player's browsers (Push API). */
import * as z from "zod/mini";
import { defineRoute } from "#platform/shared/route.ts";
import { text } from "#platform/shared/wire.ts";

/** A point of the curve P-256 (65 bytes) and a secret (16 bytes), as browsers write them. */
const pushKeys = z.object({
  p256dh: z.string().check(z.regex(/^B[A-Za-z0-9_-]{86}=?$/, "p256dh is the browser's public key")),
  auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(==)?$/, "auth is the browser's secret")),
});
const endpoint = text("endpoint is the address that the browser gave", 1000);

export const pushRoutes = {
  pushKey: defineRoute({
    method: "GET",
    path: "/api/push/key",
    permission: "signedIn",
    summary: "The key with which a browser subscribes.",
    replies: { 200: z.object({ publicKey: z.string() }) },
  }),
  subscribe: defineRoute({
    method: "POST",
    path: "/api/push/subscribe",
    permission: "signedIn",
    summary: "Sends the player's notifications to this browser while they are signed in on it.",
    body: z.object({ endpoint, keys: pushKeys }),
    replies: { 204: null },
    limit: { per: "account", max: 30, seconds: 600 },
  }),
  unsubscribe: defineRoute({
    method: "POST",
    path: "/api/push/unsubscribe",
    permission: "signedIn",
    summary: "Sends no more notifications to this browser.",
    body: z.object({ endpoint }),
    replies: { 204: null },
  }),
};
