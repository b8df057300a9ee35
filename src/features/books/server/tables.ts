import { at, cents } from "#platform/server/db/columns.ts";
import { integer, pgTable, text, uuid } from "#platform/server/db/drizzle.ts";
import { owedKinds } from "../contract.ts";

/** Append-only. */
export const remittances = pgTable("remittances", {
  id: uuid("id").primaryKey(),
  of: text("of", { enum: owedKinds }).notNull(),
  courseId: integer("course_id").notNull(),
  month: text("month").notNull(),
  amountCents: cents("amount_cents").notNull(),
  reference: text("reference").notNull(),
  paidBy: uuid("paid_by").notNull(),
  proposalId: integer("proposal_id"),
  paidAt: at("paid_at").notNull(),
});

/** Append-only. */
export const remittanceReturns = pgTable("remittance_returns", {
  remittanceId: uuid("remittance_id").primaryKey(),
  reason: text("reason").notNull(),
  returnedBy: uuid("returned_by").notNull(),
  returnedAt: at("returned_at").notNull(),
});
