/** Accounts: registration, sign-in, the profile, and looking a fellow player up. */
import * as z from "zod/mini";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { email, id, instant, text } from "#platform/shared/wire.ts";

export const acquisitionSources = [
  "tee_time",
  "qr_code",
  "pro_shop",
  "social_media",
  "friend_referral",
  "website",
  "other",
] as const;

export const refuse = defineRefusals({
  "accounts.email_taken": {
    status: 409,
    message: "There is already an account with this email. Please sign in instead.",
  },
  "accounts.unknown_email": {
    status: 404,
    message: "We do not know this email yet. Check the spelling, or register to play.",
  },
  "accounts.wrong_code": { status: 401, message: "That code is not right. Check the newest mail and try again." },
  "accounts.dead_code": { status: 401, message: "That code can no longer be used. Ask for a new one." },
  "accounts.too_many_codes": {
    status: 429,
    message: "We have sent several codes already. Please wait a few minutes before asking for another.",
  },
  "accounts.not_found": { status: 404, message: "There is no such player" },
});

const notifications = {
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  gameUpdates: z.boolean(),
  prizeAlerts: z.boolean(),
};

export const user = z.object({
  id,
  /** The player ID, such as `7K3M-Q9TV-26`. */
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  acquisitionSource: z.nullable(z.enum(acquisitionSources)),
  role: z.enum(["player", "staff", "admin"]),
  notifications: z.object(notifications),
  createdAt: instant,
});
export type User = z.output<typeof user>;

const challenge = z.object({ expiresAt: instant });

const allRequired = "All fields are required";
const phoneInvalid = "Please enter a phone number that we can call, with 7 to 15 digits";
const phoneChecks = z.refine<string>((phone) => {
  const digits = phone.replaceAll(/\D/g, "").length;
  return /^[\d\s+().\-/x]+$/i.test(phone) && digits >= 7 && digits <= 15;
}, phoneInvalid);

export const registration = z.object({
  name: text(allRequired, 100),
  email: email(allRequired),
  phone: text(allRequired, 40).check(phoneChecks),
  acquisitionSource: z.optional(z.enum(acquisitionSources, { error: "Please choose one of the listed sources" })),
});

const code = z.optional(
  z.string({ error: "The code has 6 digits" }).check(
    z.overwrite((typed) => typed.replaceAll(/[\s-]/g, "")),
    z.regex(/^\d{6}$/, "The code has 6 digits"),
  ),
);

const anyId = z.object({ id: z.string() });

export const accountRoutes = {
  register: defineRoute({
    method: "POST",
    path: "/api/register",
    permission: "public",
    summary: "Registers a player and signs the device in.",
    body: registration,
    replies: { 201: z.object({ user }) },
    limit: { per: "address", max: 10, seconds: 600 },
  }),
  login: defineRoute({
    method: "POST",
    path: "/api/login",
    permission: "public",
    summary: "Signs in: at once on a device of the account, elsewhere with the code that a first call mails.",
    body: z.object({ email: email("Email is required"), code }),
    replies: { 200: z.object({ user }), 202: z.object({ challenge }) },
    limit: { per: "address", max: 30, seconds: 600 },
  }),
  logout: defineRoute({
    method: "POST",
    path: "/api/logout",
    permission: "public",
    summary: "Signs out. The device stays known.",
    replies: { 204: null },
  }),
  forgetDevice: defineRoute({
    method: "POST",
    path: "/api/devices/forget",
    permission: "signedIn",
    summary: "Signs out and forgets this device: the next sign-in here needs a mailed code.",
    replies: { 204: null },
  }),
  me: defineRoute({
    method: "GET",
    path: "/api/me",
    permission: "signedIn",
    summary: "Who is signed in.",
    replies: { 200: z.object({ user }) },
  }),
  getUser: defineRoute({
    method: "GET",
    path: "/api/users/{id}",
    permission: "signedIn",
    summary: "The signed-in player, by id or player ID.",
    params: anyId,
    replies: { 200: z.object({ user }) },
  }),
  updateUser: defineRoute({
    method: "PATCH",
    path: "/api/users/{id}",
    permission: "signedIn",
    summary: "Changes what is sent of name, phone and email. A changed email is saved with the code mailed to it.",
    params: anyId,
    blanks: "kept",
    body: z.object({
      name: z.optional(text("Name is required", 100)),
      email: z.optional(email("Valid email is required")),
      /** Blank removes it. */
      phone: z.optional(
        z.union(
          [
            z.string({ error: phoneInvalid }).check(z.trim(), z.maxLength(0)),
            text(phoneInvalid, 40).check(phoneChecks),
          ],
          { error: phoneInvalid },
        ),
      ),
      code: z.optional(z.union([z.string().check(z.trim(), z.maxLength(0)), code], { error: "The code has 6 digits" })),
    }),
    replies: { 200: z.object({ user }), 202: z.object({ user, challenge }) },
  }),
  updateNotifications: defineRoute({
    method: "PATCH",
    path: "/api/users/{id}/notifications",
    permission: "signedIn",
    summary: "Changes the notification switches that are sent.",
    params: anyId,
    body: z.partial(z.object(notifications)),
    replies: { 200: z.object({ user }) },
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
