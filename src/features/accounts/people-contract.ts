/** What administrators do for accounts: find them, see where somebody is signed in, end it, and write notes. */
import * as z from "zod/mini";
import { askedDays, firstDayFirst } from "#platform/shared/asked-days.ts";
import { privateText } from "#platform/shared/private-numbers.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { email, givenId, id, idParam, instant, text } from "#platform/shared/wire.ts";
import { acquisitionSources } from "./contract.ts";
import { proposal } from "./proposal-contract.ts";

export const refuseNote = defineRefusals({
  "notes.not_found": { status: 404, message: "This note is not there any more" },
});

/** An account in the results of a search. */
const foundPerson = z.object({
  id,
  /** The player ID. */
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(["player", "staff", "admin"]),
});
export type FoundPerson = z.output<typeof foundPerson>;

/** Where accounts came from; `unknown` for those that did not say. */
export const peopleSources = [...acquisitionSources, "unknown"] as const;
export type PeopleSource = (typeof peopleSources)[number];

/** The orders of the list of people. */
export const peopleSorts = ["name", "name_down", "newest", "oldest"] as const;
export type PeopleSort = (typeof peopleSorts)[number];

/** An account as a line of the list. */
const listedPerson = z.extend(foundPerson, { createdAt: instant });
export type ListedPerson = z.output<typeof listedPerson>;

export const person = z.extend(foundPerson, {
  phone: z.nullable(z.string()),
  /** Whether a mailed code has proved the address. */
  emailProved: z.boolean(),
  passkeys: z.int(),
  createdAt: instant,
  /** The version of the terms accepted by registering: the day (yyyy-MM-dd) from which it holds; null before versions were kept. */
  termsVersion: z.nullable(z.string()),
  /** When the account was deleted: its name, address and phone are gone. */
  deletedAt: z.nullable(instant),
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

const personNote = z.object({
  id,
  text: z.string(),
  /** The administrator's name. */
  author: z.string(),
  writtenAt: instant,
});
export type PersonNote = z.output<typeof personNote>;

const reason = text("A reason is required", 500);

export const peopleRoutes = {
  findPeople: defineRoute({
    method: "GET",
    path: "/api/admin/people",
    permission: "admin",
    summary:
      "Accounts by the beginning of a name or an email address, or by a player ID; at most 20, by their names. `more` says that there are others.",
    aside: ["q"],
    query: z.object({ q: text("Give a name, an email address or a player ID", 254) }),
    replies: { 200: z.object({ people: z.array(foundPerson), more: z.boolean() }) },
    limit: { per: "account", max: 120, seconds: 60 },
  }),
  listPeople: defineRoute({
    method: "GET",
    path: "/api/admin/people/list",
    permission: "admin",
    summary:
      "All accounts that are not deleted, or those that a text finds as in the search, by their names unless sorted; with the operator's time zone. `from` and `to` are the operator's days of the registration, both included; `source` is where the account came from, `unknown` for none.",
    aside: ["q"],
    query: z
      .object({
        q: z.optional(z.string().check(z.trim(), z.maxLength(254, "Search for at most 254 characters"))),
        role: z.optional(z.enum(["player", "staff", "admin"], { error: "A role is player, staff or admin" })),
        source: z.optional(z.enum(peopleSources, { error: "Please choose one of the listed sources" })),
        ...askedDays,
        sort: z.optional(z.enum(peopleSorts, { error: "Sort by name, name_down, newest or oldest" })),
        cursor: z.optional(id),
      })
      .check(firstDayFirst),
    replies: {
      200: z.object({ people: z.array(listedPerson), nextCursor: z.nullable(id), timeZone: z.string() }),
    },
    limit: { per: "account", max: 600, seconds: 60 },
  }),
  getPerson: defineRoute({
    method: "GET",
    path: "/api/admin/people/{id}",
    permission: "admin",
    summary:
      "An account by its id or player ID, where it is signed in, and the administrators' notes about it; with the operator's time zone.",
    params: idParam,
    replies: { 200: z.object({ person, notes: z.array(personNote), timeZone: z.string() }) },
  }),
  signPersonOut: defineRoute({
    method: "POST",
    path: "/api/admin/people/{id}/sign-out",
    permission: "admin",
    stepUp: true,
    summary:
      "Ends every session of an account and forgets its devices, with a reason, which the person is told by mail.",
    params: idParam,
    body: z.object({ reason }),
    form: true,
    replies: { 200: z.object({ person, ended: z.int() }) },
  }),
  recoverPerson: defineRoute({
    method: "POST",
    path: "/api/admin/people/{id}/recover",
    permission: "admin",
    stepUp: true,
    summary: "Proposes to take the passkeys of staff or an administrator off; another administrator does it.",
    params: idParam,
    body: z.object({ reason }),
    form: true,
    replies: { 202: z.object({ proposal }) },
  }),
  movePerson: defineRoute({
    method: "POST",
    path: "/api/admin/people/{id}/email",
    permission: "admin",
    stepUp: true,
    summary:
      "Moves a player who has lost the mailbox, and whom you have seen, to another address: signed out everywhere, no payout for 72 hours. For staff and administrators it is proposed (202), and another administrator does it.",
    params: idParam,
    body: z.object({ email: email("Give the new email address"), reason }),
    form: true,
    replies: { 200: z.object({ person }), 202: z.object({ proposal }) },
  }),
};

/** The notes after a change, the newest first. */
const notes = z.object({ notes: z.array(personNote) });

export const noteRoutes = {
  addPersonNote: defineRoute({
    method: "POST",
    path: "/api/admin/people/{id}/notes",
    permission: "admin",
    stepUp: false,
    summary: "Writes a note about a person, which administrators read, and the person in an export of their data.",
    params: idParam,
    body: z.object({ text: privateText("Write a note", 2000) }),
    form: true,
    replies: { 201: notes },
  }),
  removePersonNote: defineRoute({
    method: "POST",
    path: "/api/admin/people/{id}/notes/{noteId}/remove",
    permission: "admin",
    stepUp: false,
    summary: "Removes a note for good. The audit trail says that one was removed, not what it said.",
    params: z.object({ id: givenId, noteId: givenId }),
    replies: { 200: notes },
  }),
};
