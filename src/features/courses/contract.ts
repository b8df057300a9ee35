/** Courses and what they offer: bays, packages, sponsors and prizes; public reading. */
import * as z from "zod/mini";
import { POTS } from "#features/ledger/contract.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { dollars, instant, serial, spanish, wholeNumber } from "#platform/shared/wire.ts";

export const refuse = defineRefusals({
  "courses.not_found": { status: 404, message: "Course not found" },
  "courses.no_package": { status: 404, message: "This package is not on sale" },
});

export const holes = ["left", "right", "middle"] as const;
export type Hole = (typeof holes)[number];
export const packageTypes = ["sponsored", "jackpot"] as const;
export type PackageType = (typeof packageTypes)[number];

export const course = z.object({
  id: serial,
  name: z.string(),
  address: z.string(),
  /** In degrees; null for a course with only an address. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  timeZone: z.string(),
  /** What is in the pot now. */
  jackpotAmount: dollars,
  jackpotUpdatedAt: instant,
  /** The amount that pending middle-hole claims have taken from the pot. */
  jackpotUnderReview: dollars,
  /** Package prices are multiplied by this (1, 1.2, 1.5). */
  priceFactor: z.number(),
  /** Whether its prices include a tax; the pot's share is then of what the tax leaves. */
  collectsTax: z.boolean(),
  bayCount: z.int(),
});
export type Course = z.output<typeof course>;

/** The end of a course that is closed for good: where the money of its pot went. */
export const closing = z.object({
  closedAt: instant,
  /** The amount that the house had put in, and took back. */
  toHouse: dollars,
  /** The rest, which went to the pot of a course or to somebody named; nobody when it is 0. */
  rest: dollars,
  into: z.nullable(z.object({ id: serial, name: z.string() })),
  recipient: z.nullable(z.string()),
});
export type Closing = z.output<typeof closing>;

/** The amount that a pot got from the pot of a course that was closed for good. */
const received = z.object({ from: z.string(), amount: dollars, at: instant });
export type Received = z.output<typeof received>;

export const ballPackage = z.object({
  /** -1 is the free tee time shot. */
  id: z.int(),
  name: z.string(),
  nameEs: spanish,
  description: z.string(),
  descriptionEs: spanish,
  /** Before the course's factor. */
  price: dollars,
  ballCount: z.int(),
  packageType: z.enum(packageTypes),
  isPopular: z.boolean(),
});
export type BallPackage = z.output<typeof ballPackage>;

const sponsor = z.object({
  id: serial,
  sponsorName: z.string(),
  sponsorLogo: z.nullable(z.string()),
  sponsorWebsite: z.nullable(z.string()),
  sponsorPhone: z.nullable(z.string()),
  prizeName: z.string(),
  prizeNameEs: spanish,
  prizeDescription: z.string(),
  prizeDescriptionEs: spanish,
  prizeValue: dollars,
});

/** The topics of what these routes show: what is offered, and the pots. */
export const OFFERS = "offers";
const shows = { offers: [OFFERS], pots: [OFFERS, POTS] };

const courseId = wholeNumber("A course's id is a whole number");

export const courseRoutes = {
  listCourses: defineRoute({
    method: "GET",
    path: "/api/courses",
    permission: "public",
    summary: "Every course, with its pot.",
    replies: { 200: z.object({ courses: z.array(course) }) },
    etag: true,
    kept: shows.pots,
  }),
  getCourse: defineRoute({
    method: "GET",
    path: "/api/courses/{id}",
    permission: "public",
    summary:
      "One course and whether it is open; with where its pot went if it is closed for good, and what came from pots of such courses.",
    params: z.object({ id: courseId }),
    replies: {
      200: z.object({
        course,
        /** Whether balls are sold there now. Absent from the release before. */
        isOpen: z.optional(z.boolean()),
        closing: z.nullable(closing),
        received: z.array(received),
      }),
    },
    etag: true,
    kept: shows.pots,
  }),
  listSponsors: defineRoute({
    method: "GET",
    path: "/api/courses/{id}/sponsors",
    permission: "public",
    summary: "The sponsors of a course, by hole.",
    params: z.object({ id: courseId }),
    replies: {
      200: z.object({
        sponsors: z.object({ left: z.array(sponsor), right: z.array(sponsor), middle: z.array(sponsor) }),
      }),
    },
    etag: true,
    kept: shows.offers,
  }),
  listPackages: defineRoute({
    method: "GET",
    path: "/api/packages",
    permission: "public",
    summary: "Every package on sale, the free tee time shot (-1) among them; prices before a course's factor.",
    replies: { 200: z.object({ packages: z.array(ballPackage) }) },
    etag: true,
    kept: shows.offers,
  }),
  listSponsoredPrizes: defineRoute({
    method: "GET",
    path: "/api/sponsored-prizes",
    permission: "public",
    summary: "The prizes of the left and right holes, of one course or of all.",
    query: z.object({ courseId: z.optional(courseId) }),
    replies: {
      200: z.object({
        prizes: z.array(
          z.object({
            hole_type: z.enum(["left", "right"]),
            is_active: z.boolean(),
            prize_name: z.string(),
            prize_name_es: spanish,
          }),
        ),
      }),
    },
    etag: true,
    kept: shows.offers,
  }),
  getConfig: defineRoute({
    method: "GET",
    path: "/api/config",
    permission: "public",
    summary: "What a browser needs to know of this installation.",
    replies: {
      200: z.object({
        productName: z.string(),
        payments: z.object({ provider: z.enum(["sandbox", "stripe"]), publicKey: z.optional(z.string()) }),
        maps: z.object({ provider: z.enum(["embedded", "google"]), key: z.optional(z.string()) }),
        defaultCenter: z.object({ latitude: z.number(), longitude: z.number() }),
      }),
    },
    etag: true,
    kept: shows.offers,
  }),
};
