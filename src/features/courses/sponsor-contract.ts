/** Sponsors as administrators manage them: their card on the prizes page, their logos, and their prizes. */
import * as z from "zod/mini";
import { defineRoute } from "#platform/shared/route.ts";
import { addressOf, isOfTheWeb } from "#platform/shared/web-address.ts";
import {
  dollars,
  emptied,
  flag,
  moneyBetween,
  serial,
  text,
  wholeBetween,
  wholeNumber,
} from "#platform/shared/wire.ts";
import { holes } from "./contract.ts";
import { numbered, version } from "./manage-contract.ts";

export const managedSponsor = z.object({
  id: serial,
  courseId: serial,
  courseName: z.string(),
  hole: z.enum(holes),
  name: z.string(),
  logo: z.nullable(z.string()),
  website: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  prizeName: z.string(),
  /** Null where there is no Spanish and golfers read the English. */
  prizeNameEs: z.nullable(z.string()),
  prizeDescription: z.string(),
  prizeDescriptionEs: z.nullable(z.string()),
  prizeValue: dollars,
  isActive: z.boolean(),
  version: z.int(),
});
export type ManagedSponsor = z.output<typeof managedSponsor>;

const prizeHoles = ["left", "right"] as const;
export const managedPrize = z.object({
  id: serial,
  courseId: serial,
  courseName: z.string(),
  sponsorId: z.nullable(serial),
  sponsorName: z.nullable(z.string()),
  hole: z.enum(prizeHoles),
  prizeName: z.string(),
  prizeNameEs: z.nullable(z.string()),
  /** What it is worth, as stated for taxes: each claim keeps the value of its moment. */
  statedValue: dollars,
  /** False for a value that was taken over from the sponsor's card, or is 0, and that nobody has stated yet. */
  valueIsStated: z.boolean(),
  isActive: z.boolean(),
  /** How many there are in all; null for no limit. */
  stock: z.nullable(z.int()),
  /** How many of them are held by claims that were not rejected. */
  claimed: z.int(),
  version: z.int(),
});
export type ManagedPrize = z.output<typeof managedPrize>;

const webHint = "A website begins with https:// or http://";
const nameInSpanish = { prizeNameEs: emptied(text("Spanish prize name is blank", 120)) };
const sponsorText = {
  name: text("Name is required", 120),
  prizeName: text("Prize name is required", 120),
  prizeDescription: text("Prize description is required", 500),
  ...nameInSpanish,
  prizeDescriptionEs: emptied(text("Spanish description is blank", 500)),
  prizeValue: moneyBetween("A prize's value is from $0 to $1,000,000, in dollars and cents", 0, 1_000_000),
  hole: z.enum(holes, { error: "A hole is left, right or middle" }),
};
const contacts = {
  website: emptied(text(webHint, 300).check(z.refine((given) => isOfTheWeb(addressOf(given)), webHint))),
  phone: emptied(text("Phone is blank", 40)),
};
const isActive = z.optional(flag);
const prizeText = {
  prizeName: text("Prize name is required", 120),
  ...nameInSpanish,
  statedValue: moneyBetween("State what the prize is worth, from $0 to $1,000,000, in dollars and cents", 0, 1_000_000),
  hole: z.enum(prizeHoles, { error: "A sponsored prize is at the left or right hole" }),
};
const prizeRest = {
  sponsorId: emptied(wholeNumber("A sponsor is named by its number")),
  stock: emptied(wholeBetween("A stock is a whole number from 0 to 1,000,000", 0, 1_000_000)),
  isActive,
};

const admin = { permission: "admin" } as const;
const courseId = wholeNumber("Choose a course");

export const manageSponsorRoutes = {
  listManagedSponsors: defineRoute({
    ...admin,
    method: "GET",
    path: "/api/admin/sponsors",
    summary: "Every sponsor of every course, inactive ones too.",
    replies: { 200: z.object({ sponsors: z.array(managedSponsor) }) },
  }),
  createSponsor: defineRoute({
    ...admin,
    method: "POST",
    path: "/api/admin/sponsors",
    stepUp: false,
    summary: "Adds a sponsor to a course's hole.",
    body: z.object({ courseId, ...sponsorText, ...contacts, isActive }),
    form: true,
    replies: { 201: z.object({ sponsor: managedSponsor }) },
    idempotent: true,
    adds: true,
  }),
  changeSponsor: defineRoute({
    ...admin,
    method: "PATCH",
    path: "/api/admin/sponsors/{id}",
    stepUp: false,
    summary: "Changes what is sent; a blank `logo` takes it away.",
    params: numbered,
    body: z.object({
      version,
      ...z.partial(z.object(sponsorText)).shape,
      ...contacts,
      isActive,
      logo: z.optional(z.literal("", { error: "A logo is uploaded by itself; blank takes it away" })),
    }),
    blanks: "kept",
    form: true,
    replies: { 200: z.object({ sponsor: managedSponsor }) },
  }),
  uploadLogo: defineRoute({
    ...admin,
    method: "POST",
    path: "/api/admin/sponsors/{id}/logo",
    stepUp: false,
    summary: "Gives a sponsor a logo: a PNG, JPEG or WebP picture of at most 2 MB, as Base64; it is written anew.",
    params: numbered,
    body: z.object({
      version,
      image: z.base64({ error: "Send the picture as Base64" }).check(z.minLength(1, "Send the picture as Base64")),
    }),
    replies: { 200: z.object({ sponsor: managedSponsor }) },
    // Two thirds of it are the picture.
    bodyLimit: 3 * 1024 * 1024,
  }),
  listManagedPrizes: defineRoute({
    ...admin,
    method: "GET",
    path: "/api/admin/sponsored-prizes",
    summary: "Every sponsored prize of every course, with its stock.",
    replies: { 200: z.object({ prizes: z.array(managedPrize) }) },
  }),
  createPrize: defineRoute({
    ...admin,
    method: "POST",
    path: "/api/admin/sponsored-prizes",
    stepUp: false,
    summary: "Adds a prize to a course's left or right hole; without a stock there is no end of it.",
    body: z.object({ courseId, ...prizeText, ...prizeRest }),
    form: true,
    replies: { 201: z.object({ prize: managedPrize }) },
    idempotent: true,
    adds: true,
  }),
  changePrize: defineRoute({
    ...admin,
    method: "PATCH",
    path: "/api/admin/sponsored-prizes/{id}",
    stepUp: false,
    summary: "Changes what is sent; a blank stock is one without end. Claims keep what they were made for.",
    params: numbered,
    body: z.object({ version, ...z.partial(z.object(prizeText)).shape, ...prizeRest }),
    blanks: "kept",
    form: true,
    replies: { 200: z.object({ prize: managedPrize }) },
  }),
};
