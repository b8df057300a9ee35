import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { holes } from "#features/courses/contract.ts";
import { at, cents } from "#platform/server/db/columns.ts";

export const claims = pgTable("claims", {
  id: uuid("id").primaryKey(),
  arrival: bigint("arrival", { mode: "number" }).generatedAlwaysAsIdentity(),
  sessionId: uuid("session_id").notNull(),
  attemptId: uuid("attempt_id").notNull(),
  courseId: integer("course_id").notNull(),
  userId: uuid("user_id").notNull(),
  buyerId: uuid("buyer_id").notNull(),
  playerName: text("player_name").notNull(),
  bayNumber: integer("bay_number").notNull(),
  targetHole: text("target_hole", { enum: holes }).notNull(),
  prizeType: text("prize_type", { enum: ["monetary", "other"] }).notNull(),
  prizeAmountCents: cents("prize_amount_cents").notNull(),
  prizeDescription: text("prize_description").notNull(),
  reseedCents: cents("reseed_cents").notNull().default(0),
  freeShot: boolean("free_shot").notNull(),
  status: text("status", { enum: ["pending", "verified", "rejected"] })
    .notNull()
    .default("pending"),
  rejectionReason: text("rejection_reason"),
  createdAt: at("created_at").notNull(),
  dueAt: at("due_at").notNull(),
  decidedAt: at("decided_at"),
  decidedBy: uuid("decided_by"),
  payoutStatus: text("payout_status", { enum: ["not_due", "due", "paid", "forfeited"] })
    .notNull()
    .default("not_due"),
  ageConfirmedAt: at("age_confirmed_at"),
  taxFormReceivedAt: at("tax_form_received_at"),
  teeTimeConfirmedAt: at("tee_time_confirmed_at"),
  paidAt: at("paid_at"),
});
