import { at, cents } from "#platform/server/db/columns.ts";
import { boolean, doublePrecision, integer, pgTable, primaryKey, text, uuid } from "#platform/server/db/drizzle.ts";
import { holes, packageTypes } from "../contract.ts";
import { DEFAULT_TAX_LABEL, houseTerms } from "../terms-rules.ts";

export const courses = pgTable("courses", {
  id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
  name: text("name").notNull(),
  address: text("address").notNull(),
  latitude: doublePrecision("latitude"),
  longitude: doublePrecision("longitude"),
  timeZone: text("time_zone").notNull(),
  priceFactorBp: integer("price_factor_bp").notNull().default(houseTerms.priceFactorBp),
  bayCount: integer("bay_count").notNull(),
  exclusiveBays: boolean("exclusive_bays").notNull().default(false),
  baseJackpotCents: integer("base_jackpot_cents").notNull().default(houseTerms.baseJackpotCents),
  jackpotShareBp: integer("jackpot_share_bp").notNull().default(houseTerms.jackpotShareBp),
  rangeShareBp: integer("range_share_bp").notNull().default(houseTerms.rangeShareBp),
  /** In thousandths of a percent; null until it is set (`tax.ts`). Prices include it. */
  taxRateMilli: integer("tax_rate_milli"),
  taxLabel: text("tax_label").notNull().default(DEFAULT_TAX_LABEL),
  active: boolean("active").notNull().default(true),
  /** When it was closed for good; such a row never changes again. */
  closedAt: at("closed_at"),
  version: integer("version").notNull().default(1),
});

/** What became of the pot of each course that was closed for good. Append-only. */
export const courseClosings = pgTable("course_closings", {
  id: uuid("id").primaryKey(),
  courseId: integer("course_id").notNull(),
  /** What the house had put into the pot. */
  toHouseCents: cents("to_house_cents").notNull(),
  /** The golfers' part went to one of these two; to neither if it is 0. */
  restCents: cents("rest_cents").notNull(),
  intoCourseId: integer("into_course_id"),
  recipient: text("recipient"),
  proposalId: integer("proposal_id").notNull(),
  closedAt: at("closed_at").notNull(),
});

export const packages = pgTable("packages", {
  id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
  name: text("name").notNull(),
  /** Spanish texts are null where there is none and the English is shown. */
  nameEs: text("name_es"),
  description: text("description").notNull(),
  descriptionEs: text("description_es"),
  priceCents: integer("price_cents").notNull(),
  ballCount: integer("ball_count").notNull(),
  packageType: text("package_type", { enum: packageTypes }).notNull(),
  isPopular: boolean("is_popular").notNull().default(false),
  active: boolean("active").notNull().default(true),
  version: integer("version").notNull().default(1),
});

export const sponsors = pgTable("sponsors", {
  id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
  courseId: integer("course_id").notNull(),
  hole: text("hole", { enum: holes }).notNull(),
  name: text("name").notNull(),
  logo: text("logo"),
  website: text("website"),
  phone: text("phone"),
  prizeName: text("prize_name").notNull(),
  prizeNameEs: text("prize_name_es"),
  prizeDescription: text("prize_description").notNull(),
  prizeDescriptionEs: text("prize_description_es"),
  prizeValueCents: integer("prize_value_cents").notNull(),
  active: boolean("active").notNull().default(true),
  version: integer("version").notNull().default(1),
});

export const sponsoredPrizes = pgTable("sponsored_prizes", {
  id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
  courseId: integer("course_id").notNull(),
  sponsorId: integer("sponsor_id"),
  hole: text("hole", { enum: ["left", "right"] }).notNull(),
  prizeName: text("prize_name").notNull(),
  prizeNameEs: text("prize_name_es"),
  /** The prize's worth, as stated for taxes; nobody has stated it if it was taken over from the sponsor, or is 0. */
  valueCents: integer("value_cents").notNull(),
  valueIsStated: boolean("value_is_stated").notNull().default(true),
  isActive: boolean("is_active").notNull().default(true),
  /** How many there are in all; null for no limit. */
  stock: integer("stock"),
  /** How many of them are held by claims that were not rejected. */
  reserved: integer("reserved").notNull().default(0),
  version: integer("version").notNull().default(1),
});

export const courseRequests = pgTable("course_requests", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  courseName: text("course_name").notNull(),
  courseLocation: text("course_location").notNull(),
  message: text("message"),
  createdAt: at("created_at").notNull(),
  handledAt: at("handled_at"),
  handledBy: uuid("handled_by"),
});

export const staffCourses = pgTable(
  "staff_courses",
  {
    userId: uuid("user_id").notNull(),
    courseId: integer("course_id").notNull(),
    /** Whether they may read what the range is owed there. */
    statements: boolean("statements").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.userId, table.courseId] })],
);
