import { termsVersion } from "#features/accounts/server/tables.ts";
import { type GroupData, purchaseContexts } from "#features/booking/contract.ts";
import { packageTypes } from "#features/courses/contract.ts";
import { at, cents } from "#platform/server/db/columns.ts";
import {
  type AnyPgColumn,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "#platform/server/db/drizzle.ts";
import { endReasons, sessionStatuses, targets } from "../contract.ts";

export const sessions = pgTable("sessions", {
  id: uuid("id").primaryKey(),
  mainSessionId: uuid("main_session_id").references((): AnyPgColumn => sessions.id),
  friendIndex: integer("friend_index"),
  userId: uuid("user_id"),
  /** The account that left the group; since then a guest has the seat. */
  leftBy: uuid("left_by"),
  buyerId: uuid("buyer_id").notNull(),
  playerName: text("player_name").notNull(),
  courseId: integer("course_id").notNull(),
  packageId: integer("package_id").notNull(),
  packageType: text("package_type", { enum: packageTypes }).notNull(),
  bayNumber: integer("bay_number").notNull(),
  holdsBay: boolean("holds_bay").notNull(),
  ballsLeft: integer("balls_left").notNull(),
  ballsBought: integer("balls_bought").notNull(),
  status: text("status", { enum: sessionStatuses }).notNull(),
  endReason: text("end_reason", { enum: endReasons }),
  startedAt: at("started_at").notNull(),
  expiresAt: at("expires_at").notNull(),
  endedAt: at("ended_at"),
  pausedUntil: at("paused_until"),
  isFreeShot: boolean("is_free_shot").notNull().default(false),
  teeTime: at("tee_time"),
  groupData: jsonb("group_data").$type<GroupData>(),
  purchaseContext: text("purchase_context", { enum: purchaseContexts }).notNull(),
  shotCount: integer("shot_count").notNull().default(0),
  claimCount: integer("claim_count").notNull().default(0),
  lastShotAt: at("last_shot_at"),
});

export const attempts = pgTable("attempts", {
  id: uuid("id").primaryKey(),
  sessionId: uuid("session_id").notNull(),
  shotId: uuid("shot_id"),
  claimShotId: uuid("claim_shot_id"),
  targetHole: text("target_hole", { enum: targets }).notNull(),
  prizeClaim: boolean("prize_claim").notNull(),
  prizeAmountCents: cents("prize_amount_cents").notNull().default(0),
  createdAt: at("created_at").notNull(),
  recordedAt: at("recorded_at").notNull(),
  withdrawnAt: at("withdrawn_at"),
});

export const freeShots = pgTable(
  "free_shots",
  {
    userId: uuid("user_id").notNull(),
    day: date("day").notNull(),
    sessionId: uuid("session_id").notNull(),
    browserId: uuid("browser_id"),
    address: text("address"),
    createdAt: at("created_at").notNull(),
    /** Set for free shots, which have no order to keep it. */
    termsVersion: termsVersion(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);
