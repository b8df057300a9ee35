import { holes } from "#features/courses/contract.ts";
import { at, cents } from "#platform/server/db/columns.ts";
import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from "#platform/server/db/drizzle.ts";
import { ageDocuments, payoutMethods, taxFormKinds } from "../contract.ts";

export const claims = pgTable("claims", {
  id: uuid("id").primaryKey(),
  arrival: bigint("arrival", { mode: "number" }).generatedAlwaysAsIdentity(),
  sessionId: uuid("session_id").notNull(),
  attemptId: uuid("attempt_id").notNull(),
  courseId: integer("course_id").notNull(),
  userId: uuid("user_id").notNull(),
  buyerId: uuid("buyer_id").notNull(),
  /** The account that sent the claim; null if that was not stored. */
  submittedBy: uuid("submitted_by"),
  playerName: text("player_name").notNull(),
  bayNumber: integer("bay_number").notNull(),
  targetHole: text("target_hole", { enum: holes }).notNull(),
  prizeType: text("prize_type", { enum: ["monetary", "other"] }).notNull(),
  prizeAmountCents: cents("prize_amount_cents").notNull(),
  prizeDescription: text("prize_description").notNull(),
  /** Null for the jackpot, and where there is no Spanish. */
  prizeDescriptionEs: text("prize_description_es"),
  /** What a prize other than cash is worth, as stated when it was claimed; 0 for cash. */
  statedValueCents: cents("stated_value_cents").notNull(),
  /** The sponsored prize of the claim; null for the jackpot and for a default prize. */
  prizeId: integer("prize_id"),
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
  onGuestRow: boolean("on_guest_row").notNull().default(false),
  paymentMethod: text("payment_method", { enum: payoutMethods }),
  paymentReference: text("payment_reference"),
  forfeitedAt: at("forfeited_at"),
  browserId: uuid("browser_id"),
  approvedBy: uuid("approved_by"),
  approvedAt: at("approved_at"),
});

export const claimSightings = pgTable("claim_sightings", {
  id: uuid("id").primaryKey(),
  claimId: uuid("claim_id").notNull(),
  seen: boolean("seen").notNull(),
  note: text("note"),
  photo: boolean("photo").notNull(),
  recordedBy: uuid("recorded_by").notNull(),
  recordedAt: at("recorded_at").notNull(),
});

/** Append-only. */
export const prizeReturns = pgTable("prize_returns", {
  id: uuid("id").primaryKey(),
  claimId: uuid("claim_id").notNull(),
  /** How the payout had been made. */
  paidAt: at("paid_at").notNull(),
  paymentMethod: text("payment_method", { enum: payoutMethods }),
  paymentReference: text("payment_reference"),
  reason: text("reason").notNull(),
  returnedBy: uuid("returned_by").notNull(),
  returnedAt: at("returned_at").notNull(),
});

export const approvalLimits = pgTable("approval_limits", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  aboveCents: cents("above_cents"),
  setBy: uuid("set_by").notNull(),
  setAt: at("set_at").notNull(),
});

export const ageRecords = pgTable("age_records", {
  playerId: uuid("player_id").primaryKey(),
  document: text("document", { enum: ageDocuments }),
  claimId: uuid("claim_id").notNull(),
  confirmedBy: uuid("confirmed_by").notNull(),
  confirmedAt: at("confirmed_at").notNull(),
});

export const taxForms = pgTable(
  "tax_forms",
  {
    playerId: uuid("player_id").notNull(),
    year: integer("year").notNull(),
    form: text("form", { enum: taxFormKinds }),
    claimId: uuid("claim_id").notNull(),
    receivedBy: uuid("received_by").notNull(),
    receivedAt: at("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.playerId, table.year] })],
);

export const taxThresholds = pgTable("tax_thresholds", {
  year: integer("year").primaryKey(),
  aboveCents: cents("above_cents").notNull(),
  setBy: uuid("set_by").notNull(),
  setAt: at("set_at").notNull(),
});
