import { at } from "#platform/server/db/columns.ts";
import { bigint, boolean, integer, pgTable, text, uuid } from "#platform/server/db/drizzle.ts";

export const receipts = pgTable("receipts", {
  number: bigint("number", { mode: "number" }).primaryKey(),
  paymentId: uuid("payment_id").notNull(),
  orderId: uuid("order_id").notNull(),
  operatorName: text("operator_name").notNull(),
  courseName: text("course_name").notNull(),
  courseAddress: text("course_address").notNull(),
  timeZone: text("time_zone").notNull(),
  packageName: text("package_name").notNull(),
  ballCount: integer("ball_count").notNull(),
  amountCents: integer("amount_cents").notNull(),
  taxLabel: text("tax_label"),
  taxRateMilli: integer("tax_rate_milli"),
  taxCents: integer("tax_cents"),
  method: text("method").notNull(),
  last4: text("last4"),
  paidAt: at("paid_at").notNull(),
  issuedAt: at("issued_at").notNull(),
});

/** Captured payments without a receipt; a trigger on the payment writes them with the capture. */
export const receiptsDue = pgTable("receipts_due", {
  paymentId: uuid("payment_id").primaryKey(),
  capturedAt: at("captured_at").notNull(),
  mailed: boolean("mailed").notNull(),
});
