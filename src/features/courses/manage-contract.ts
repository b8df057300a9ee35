/** What administrators manage: courses, requests for new courses, and packages. Sponsors have their own contract. */
import * as z from "zod/mini";
import { isWholeCents } from "#platform/shared/money.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import {
  between,
  dollars,
  emptied,
  flag,
  idParam,
  instant,
  moneyBetween,
  serial,
  text,
  wholeBetween,
  wholeNumber,
} from "#platform/shared/wire.ts";
import { courseRequest } from "./request-contract.ts";
import { packageTypes } from "./contract.ts";

export const refuseManage = defineRefusals({
  "manage.not_found": { status: 404, message: "There is nothing by this number" },
  "manage.changed_meanwhile": {
    status: 409,
    message: "Somebody else has changed this since you opened it. Load it again and look at their change first.",
  },
  "manage.half_a_place": { status: 400, message: "A place has both a latitude and a longitude, or neither" },
  "manage.shares_too_high": {
    status: 409,
    message: "The jackpot's share and the range's share are more than 100 % together",
  },
  "manage.price_too_low": {
    status: 409,
    message: "A package would cost less than $0.50 at a course. The payment service takes no less.",
  },
  "manage.bay_in_play": { status: 409, message: "A bay beyond this number is in play" },
  "manage.zone_is_fixed": {
    status: 409,
    message: "A course that was played at keeps its time zone: its days and settled months are counted in it",
  },
  "manage.package_is_fixed": {
    status: 409,
    message: "A package keeps its balls and its type. Withdraw it and add another one.",
  },
  "manage.closed_for_good": {
    status: 409,
    message: "This course is closed for good. Nothing about it changes any more.",
  },
  "manage.no_course": { status: 409, message: "There is no such course" },
  "manage.sponsor_elsewhere": { status: 409, message: "This sponsor belongs to another course or hole" },
  "manage.stock_is_claimed": { status: 409, message: "More of this prize are claimed already" },
  "manage.no_picture": {
    status: 400,
    message: "This is not a PNG, JPEG or WebP picture that we can read, of at most 8,000 pixels a side",
  },
  "manage.picture_too_large": { status: 413, message: "The picture is larger than 2 MB. Choose a smaller one." },
  "manage.request_is_so": { status: 409, message: "Somebody else has already marked this request" },
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
/** The version from which a change was made. A call without a version overwrites any. */
export const version = z.optional(wholeNumber("A version is a whole number"));
export const numbered = z.object({ id: wholeNumber("This is named by its number") });
/** At most two decimals: a hundredth of a percent is a basis point. */
const percent = (sentence: string) => between(sentence, 0, 100).check(z.refine(isWholeCents, sentence));

const zoneHint = "A time zone is written as America/New_York";
const place = {
  latitude: emptied(between("A latitude is from -90 to 90", -90, 90)),
  longitude: emptied(between("A longitude is from -180 to 180", -180, 180)),
};
const taxSentence = "A tax rate is a percentage from 0 to 99.999 with up to 3 decimals";
const terms = {
  baseJackpot: z.optional(moneyBetween("A base jackpot is from $0 to $1,000,000, in dollars and cents", 0, 1_000_000)),
  jackpotShare: z.optional(percent("A share is a percentage from 0 to 100 with up to 2 decimals")),
  rangeShare: z.optional(percent("A share is a percentage from 0 to 100 with up to 2 decimals")),
  priceFactor: z.optional(
    between("A price factor is from 0.1 to 10 with up to 4 decimals", 0.1, 10).check(
      z.refine((n) => isWholeCents(n * 100), "A price factor is from 0.1 to 10 with up to 4 decimals"),
    ),
  ),
  taxRate: z.optional(between(taxSentence, 0, 99.999).check(z.refine((n) => isWholeCents(n * 10), taxSentence))),
  taxLabel: z.optional(text("A tax has a name of at most 60 characters", 60)),
  exclusiveBays: z.optional(flag),
  isOpen: z.optional(flag),
};
const about = {
  name: text("Name is required", 120),
  address: text("Address is required", 300),
  timeZone: text(zoneHint, 60).check(z.refine(isTimeZone, zoneHint)),
  bayCount: wholeBetween("A course has 1 to 999 bays", 1, 999),
};

const tax = z.object({ taxRate: z.number(), taxLabel: z.string() });

export const managedCourse = z.object({
  id: serial,
  name: z.string(),
  address: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  timeZone: z.string(),
  bayCount: z.int(),
  exclusiveBays: z.boolean(),
  /** What the pot holds now. */
  jackpotAmount: dollars,
  /** The amount that it starts from when it is taken the next time. */
  baseJackpot: dollars,
  /** Percentages of the price of orders made from now on. */
  jackpotShare: z.number(),
  rangeShare: z.number(),
  priceFactor: z.number(),
  /** The tax that its prices include: a percentage with up to 3 decimals, 0 for none, and its name. */
  ...tax.shape,
  isOpen: z.boolean(),
  /** When it was closed for good; null for a course that can be opened again. */
  closedAt: z.nullable(instant),
  /** Packages on sale that are not sold here because they would cost less than $0.50. */
  tooCheap: z.array(z.string()),
  /** A change must name it. */
  version: z.int(),
});
export type ManagedCourse = z.output<typeof managedCourse>;

export const managedPackage = z.object({
  id: serial,
  name: z.string(),
  /** Null where there is no Spanish and golfers read the English. */
  nameEs: z.nullable(z.string()),
  description: z.string(),
  descriptionEs: z.nullable(z.string()),
  /** Before a course's factor. */
  price: dollars,
  ballCount: z.int(),
  packageType: z.enum(packageTypes),
  isPopular: z.boolean(),
  onSale: z.boolean(),
  /** Open courses where it is not sold because it would cost less than $0.50. */
  tooCheap: z.array(z.string()),
  version: z.int(),
});
export type ManagedPackage = z.output<typeof managedPackage>;

const managedRequest = z.extend(courseRequest, {
  handledAt: z.nullable(instant),
  /** The administrator's name. */
  handledBy: z.nullable(z.string()),
});
export type ManagedRequest = z.output<typeof managedRequest>;

const admin = { permission: "admin" } as const;

export const manageCourseRoutes = {
  listManagedCourses: defineRoute({
    ...admin,
    method: "GET",
    path: "/api/admin/courses",
    summary:
      "Every course, closed ones too, with its terms; the address that bays' QR codes lead to; and the tax of a new course.",
    replies: {
      200: z.object({ courses: z.array(managedCourse), publicUrl: z.nullable(z.string()), newTax: tax }),
    },
  }),
  createCourse: defineRoute({
    ...admin,
    method: "POST",
    path: "/api/admin/courses",
    stepUp: true,
    summary: "Opens a course and its pot, which the house fills with the base jackpot.",
    body: z.object({ ...about, ...place, ...terms }),
    form: true,
    replies: { 201: z.object({ course: managedCourse }) },
    idempotent: true,
    adds: true,
  }),
  changeCourse: defineRoute({
    ...admin,
    method: "PATCH",
    path: "/api/admin/courses/{id}",
    stepUp: true,
    summary:
      "Changes what is sent. Terms apply to orders made from now on, the base jackpot when the pot is next taken.",
    params: numbered,
    body: z.object({ version, ...z.partial(z.object(about)).shape, ...place, ...terms }),
    blanks: "kept",
    form: true,
    replies: { 200: z.object({ course: managedCourse }) },
  }),
  listCourseRequests: defineRoute({
    ...admin,
    method: "GET",
    path: "/api/admin/course-requests",
    summary: "Requests for the product at a new course, newest first.",
    query: z.object({
      status: z.optional(z.enum(["open", "handled"], { error: "A status is open or handled" })),
      cursor: z.optional(z.string()),
    }),
    replies: {
      200: z.object({
        courseRequests: z.array(managedRequest),
        nextCursor: z.nullable(z.string()),
        /** The operator's, in which the moments are shown. */
        timeZone: z.string(),
      }),
    },
  }),
  markCourseRequest: defineRoute({
    ...admin,
    method: "PATCH",
    path: "/api/admin/course-requests/{id}",
    stepUp: false,
    summary: "Marks a request as handled, or as open again.",
    params: idParam,
    body: z.object({ handled: flag }),
    replies: { 200: z.object({ courseRequest: managedRequest }) },
  }),
};

const offer = {
  name: text("Name is required", 80),
  description: text("Description is required", 300),
  nameEs: emptied(text("Spanish name is blank", 80)),
  descriptionEs: emptied(text("Spanish description is blank", 300)),
  price: moneyBetween("A price is from $0.50 to $1,000, in dollars and cents", 0.5, 1_000),
};
const contents = {
  ballCount: wholeBetween("A package has 1 to 200 balls", 1, 200),
  packageType: z.enum(packageTypes, { error: "A package is sponsored or jackpot" }),
};
const shown = { isPopular: z.optional(flag), onSale: z.optional(flag) };

export const managePackageRoutes = {
  listManagedPackages: defineRoute({
    ...admin,
    method: "GET",
    path: "/api/admin/packages",
    summary: "Every package, withdrawn ones too.",
    replies: { 200: z.object({ packages: z.array(managedPackage) }) },
  }),
  createPackage: defineRoute({
    ...admin,
    method: "POST",
    path: "/api/admin/packages",
    stepUp: true,
    summary: "Adds a package, on sale at every course unless said otherwise.",
    body: z.object({ ...offer, ...contents, ...shown }),
    form: true,
    replies: { 201: z.object({ package: managedPackage }) },
    idempotent: true,
    adds: true,
  }),
  changePackage: defineRoute({
    ...admin,
    method: "PATCH",
    path: "/api/admin/packages/{id}",
    stepUp: true,
    summary: "Changes what is sent; balls and type stay, and orders keep what was bought.",
    params: numbered,
    body: z.object({ version, ...z.partial(z.object({ ...offer, ...contents })).shape, ...shown }),
    blanks: "kept",
    form: true,
    replies: { 200: z.object({ package: managedPackage }) },
  }),
};
