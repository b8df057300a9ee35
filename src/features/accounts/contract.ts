/** Accounts: registration, sign-in, and what is changed of a profile. */
import * as z from "zod/mini";
import { languages } from "#platform/shared/language.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { email, id, idParam, instant, text } from "#platform/shared/wire.ts";

/** The topic of what everybody may see of players: the names of those who agreed to it. */
export const NAMES = "names";

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
  "accounts.invited": {
    status: 409,
    message: "You are invited to work here with this email. Sign in with it: we mail you a code.",
  },
  "accounts.unknown_email": {
    status: 404,
    message: "We do not know this email yet. Check the spelling, or register to play.",
  },
  "accounts.wrong_code": {
    status: 401,
    message: "That code is not right. Check the newest mail, and type its code in the browser that asked for it.",
  },
  "accounts.dead_code": { status: 401, message: "That code can no longer be used. Ask for a new one." },
  "accounts.too_many_codes": {
    status: 429,
    message: "We have sent several codes already. Please wait a few minutes before asking for another.",
  },
  "accounts.codes_locked": {
    status: 429,
    message:
      "Too many wrong codes were typed for this account, so it takes none for a while. Devices that it knows already still get in.",
  },
  "accounts.step_up_needed": {
    status: 401,
    message: "Confirm that it is you, and we go on. Nothing has been changed.",
  },
  "accounts.passkey_only": {
    status: 403,
    message:
      "This account signs in with its passkey alone. Open the app by the name that the passkey was made for; another administrator can take a lost passkey off.",
  },
  "accounts.passkey_needed": {
    status: 403,
    message:
      "Add a passkey on your profile first. Administrators need one before they decide, pay, refund or change roles and limits.",
  },
  "accounts.no_passkeys": { status: 409, message: "There is no passkey of somebody else here to be taken off" },
  "accounts.move_own": { status: 409, message: "Change your own email address on your profile" },
  "accounts.too_many_emails": { status: 429, message: "Enough email changes for today. Please try again tomorrow." },
  "accounts.unknown_push_service": { status: 400, message: "We cannot send notifications to this browser" },
  "accounts.not_found": { status: 404, message: "There is no such player" },
  "accounts.no_device": { status: 404, message: "This device is not on your list any more" },
  "accounts.playing": {
    status: 409,
    message: "You are in the middle of a session. End it before you delete your account.",
  },
  "accounts.payment_open": {
    status: 409,
    message:
      "A payment or refund of yours is still open, or balls that you paid for wait to be played. Please finish it first.",
  },
  "accounts.claim_pending": {
    status: 409,
    message: "A prize claim of yours is still under review. You can delete your account once it is decided.",
  },
  "accounts.payout_due": {
    status: 409,
    message: "We still owe you a prize. You can delete your account once you have it.",
  },
  "accounts.works_here": {
    status: 409,
    message: "This account has a role at the ranges. Ask an administrator to take it away first.",
  },
});

export const notifications = {
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
  language: z.enum(languages),
  /** Whether a verified win may be shown to everyone, with first name and initial. */
  namedAsWinner: z.boolean(),
  createdAt: instant,
});
export type User = z.output<typeof user>;

export const challenge = z.object({ expiresAt: instant });

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

/** The language of letters and notifications. */
export const language = z.optional(z.enum(languages, { error: "The language is en or es" }));

export const code = z.optional(
  z.string({ error: "The code has 6 digits" }).check(
    z.overwrite((typed) => typed.replaceAll(/[\s-]/g, "")),
    z.regex(/^\d{6}$/, "The code has 6 digits"),
  ),
);

export const accountRoutes = {
  register: defineRoute({
    method: "POST",
    path: "/api/register",
    permission: "public",
    summary: "Registers a player and signs the device in.",
    body: registration,
    form: true,
    replies: { 201: z.object({ user }) },
    limit: { per: "address", max: 60, seconds: 600 },
  }),
  login: defineRoute({
    method: "POST",
    path: "/api/login",
    permission: "public",
    summary: "Signs in: at once on a device of the account, elsewhere with the code that a first call mails.",
    body: z.object({
      email: email("Email is required"),
      code,
      language,
    }),
    form: true,
    replies: { 200: z.object({ user }), 202: z.object({ challenge }) },
    limit: { per: "address", max: 120, seconds: 600 },
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
  updateUser: defineRoute({
    method: "PATCH",
    path: "/api/users/{id}",
    permission: "signedIn",
    summary:
      "Changes what is sent of name, phone, language and email. A changed email is saved with the code mailed to it.",
    params: idParam,
    blanks: "kept",
    body: z.object({
      name: z.optional(text("Name is required", 100)),
      email: z.optional(email("Valid email is required")),
      language,
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
      namedAsWinner: z.optional(z.boolean({ error: "This is either true or false" })),
    }),
    form: true,
    replies: { 200: z.object({ user }), 202: z.object({ user, challenge }) },
  }),
};
