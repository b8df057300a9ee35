/** Settlements by mail: who gets those of a course, and when each month's was sent. */
import * as z from "zod/mini";
import { languages } from "#platform/shared/language.ts";
import { addressProblem } from "#platform/shared/mail-addresses.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { id, instant, wholeBetween, wholeNumber } from "#platform/shared/wire.ts";
import { month } from "./contract.ts";

export const refuse = defineRefusals({
  "mailing.not_closed": {
    status: 409,
    message: "Only the settlement of a closed month is mailed. Close the month first.",
  },
  "mailing.nobody": { status: 409, message: "Nobody gets the settlements of this course yet." },
  "mailing.sent_meanwhile": {
    status: 409,
    message: "It was mailed meanwhile. Look at when, before you send it again.",
  },
});

/** What became of a letter. `failed`: the mail server has refused it or cannot be reached; it is tried again for 30 days. */
export const letterStates = ["waiting", "sent", "failed", "dropped"] as const;

const recipients = z.object({
  emails: z.array(z.string()),
  language: z.enum(languages),
  /** Of the month that follows, from 8:00 on by the course's clock. */
  day: z.int(),
  /** The first month that is mailed by itself. */
  fromMonth: z.string(),
  changedBy: z.string(),
  changedAt: instant,
});

const sending = z.object({
  id,
  at: instant,
  /** The administrator; null when it went by itself. */
  by: z.nullable(z.string()),
  language: z.enum(languages),
  letters: z.array(
    z.object({
      /** Null once it is no longer kept. */
      email: z.nullable(z.string()),
      state: z.enum(letterStates),
      sentAt: z.nullable(instant),
    }),
  ),
});
export type Sending = z.output<typeof sending>;

const settlementMail = z.object({
  /** Null while nobody gets settlements of this course. */
  recipients: z.nullable(recipients),
  /** When the deletion of an account took the last address off the list; null once an administrator has set or ended it. */
  emptiedAt: z.nullable(instant),
  /** From when on this month's settlement goes out by itself, once it is closed; null if it does not. */
  goesOutFrom: z.nullable(instant),
  /** How often this month's settlement was mailed, the latest first. */
  sendings: z.array(sending),
});
export type SettlementMail = z.output<typeof settlementMail>;

const params = z.object({ courseId: wholeNumber("A course's id is a whole number") });
const addressesHint = "Write email addresses, separated by commas";
const typedAddresses = z.string({ error: addressesHint }).check(
  z.maxLength(3000, "Please keep this under 3000 characters"),
  z.refine((typed) => addressProblem(typed) === undefined, {
    error: ({ input }) => addressProblem(String(input)) ?? addressesHint,
  }),
);
const replies = { 200: z.object({ mail: settlementMail }) };

export const settlementMailRoutes = {
  getSettlementMail: defineRoute({
    method: "GET",
    path: "/api/admin/settlements/{courseId}/mail",
    permission: "admin",
    summary: "Who gets a course's settlements by mail, and when and to whom a month's was sent.",
    params,
    query: z.object({ month }),
    replies,
  }),
  setSettlementMail: defineRoute({
    method: "POST",
    path: "/api/admin/settlements/{courseId}/mail",
    permission: "admin",
    stepUp: true,
    summary:
      "Sets who gets a course's settlements by mail once a month is closed, from the day that follows on; without an address nobody does.",
    params,
    body: z.object({
      month,
      emails: typedAddresses,
      language: z.enum(languages, { error: "The language is en or es" }),
      day: wholeBetween("The day is a whole number from 1 to 28", 1, 28),
    }),
    form: true,
    blanks: "kept",
    replies,
  }),
  sendSettlement: defineRoute({
    method: "POST",
    path: "/api/admin/settlements/{courseId}/send",
    permission: "admin",
    stepUp: false,
    summary: "Mails the settlement of a closed month at once to those who get the course's settlements.",
    params,
    body: z.object({
      month,
      /** The id of the latest sending that the caller knows of, so that two callers do not send it twice; none if it was never sent. */
      after: z.optional(z.string()),
    }),
    replies,
    limit: { per: "account", max: 30, seconds: 600 },
  }),
};
