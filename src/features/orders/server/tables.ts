import { termsVersion } from "#features/accounts/server/tables.ts";
import { type GroupDraft, purchaseContexts } from "#features/booking/contract.ts";
import { packageTypes } from "#features/courses/contract.ts";
import { at } from "#platform/server/db/columns.ts";
import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from "#platform/server/db/drizzle.ts";
import { otherWays, type PaymentAction, orderStatuses } from "../contract.ts";

export const orders = pgTable("orders", {
  id: uuid("id").primaryKey(),
  number: bigint("number", { mode: "number" }).generatedAlwaysAsIdentity(),
  userId: uuid("user_id").notNull(),
  idempotencyKey: text("idempotency_key"),
  courseId: integer("course_id").notNull(),
  packageId: integer("package_id").notNull(),
  packageName: text("package_name").notNull(),
  packageNameEs: text("package_name_es"),
  packageType: text("package_type", { enum: packageTypes }).notNull(),
  ballCount: integer("ball_count").notNull(),
  amountCents: integer("amount_cents").notNull(),
  /** The tax in the amount, with its rate in thousandths of a percent and its name; no name where the rate is 0. */
  taxCents: integer("tax_cents").notNull(),
  taxRateMilli: integer("tax_rate_milli").notNull(),
  taxLabel: text("tax_label"),
  jackpotShareCents: integer("jackpot_share_cents").notNull(),
  rangeShareCents: integer("range_share_cents").notNull(),
  bayNumber: integer("bay_number"),
  groupData: jsonb("group_data").$type<GroupDraft>(),
  purchaseContext: text("purchase_context", { enum: purchaseContexts }).notNull(),
  startAtOnce: boolean("start_at_once").notNull(),
  status: text("status", { enum: orderStatuses }).notNull(),
  createdAt: at("created_at").notNull(),
  paidAt: at("paid_at"),
  sessionId: uuid("session_id"),
  deferred: boolean("deferred").notNull().default(false),
  /** The browser of the purchase: declined payments count for it, too. */
  browserId: uuid("browser_id"),
  termsVersion: termsVersion(),
});

export const paymentAttempts = pgTable("payment_attempts", {
  id: uuid("id").primaryKey(),
  orderId: uuid("order_id").notNull(),
  method: text("method", { enum: ["card", "paypal", "apple"] }).notNull(),
  amountCents: integer("amount_cents").notNull(),
  status: text("status", { enum: ["initiated", "succeeded", "failed", "unknown"] }).notNull(),
  failureCode: text("failure_code"),
  failureMessage: text("failure_message"),
  provider: text("provider", { enum: ["sandbox", "stripe"] }).notNull(),
  reference: text("reference"),
  action: jsonb("action").$type<PaymentAction>(),
  actionUntil: at("action_until"),
  asked: integer("asked").notNull().default(0),
  nextTryAt: at("next_try_at"),
  createdAt: at("created_at").notNull(),
  resolvedAt: at("resolved_at"),
});

export const refunds = pgTable("refunds", {
  id: uuid("id").primaryKey(),
  orderId: uuid("order_id").notNull(),
  paymentId: uuid("payment_id").notNull(),
  amountCents: integer("amount_cents").notNull(),
  taxPartCents: integer("tax_part_cents").notNull(),
  potPartCents: integer("pot_part_cents").notNull(),
  rangePartCents: integer("range_part_cents").notNull(),
  takenFrom: text("taken_from", { enum: ["sale", "deferred", "capture", "dispute_loss"] }).notNull(),
  reason: text("reason").notNull(),
  status: text("status", { enum: ["due", "settled", "failed", "dropped", "cancelled", "paid_otherwise"] }).notNull(),
  createdAt: at("created_at").notNull(),
  settledAt: at("settled_at"),
  /** When it was cancelled at the gateway, where it had been made. */
  cancelledAt: at("cancelled_at"),
  actorId: uuid("actor_id"),
  failure: text("failure"),
  /** Who made it: we, or somebody at the gateway's own dashboard. */
  origin: text("origin", { enum: ["ours", "gateway"] })
    .notNull()
    .default("ours"),
  /** The number of the newest try. */
  tries: integer("tries").notNull().default(0),
  lease: uuid("lease"),
  asked: integer("asked").notNull().default(0),
  nextTryAt: at("next_try_at"),
  arrival: bigint("arrival", { mode: "number" }).generatedAlwaysAsIdentity(),
  /** For a dropped refund: the cents that another refund owes or has paid in its place. */
  madeGoodCents: integer("made_good_cents").notNull().default(0),
  /** For a refund of a sale or of deferred money: the cents that dropped refunds pay. */
  fromDroppedCents: integer("from_dropped_cents").notNull().default(0),
  /** When an administrator released the claims that a refund at the gateway held. */
  releasedAt: at("released_at"),
  releasedBy: uuid("released_by"),
  releaseReason: text("release_reason"),
  /** How the operator has paid it, where the gateway would not; all four or none. `paidOn` is by the course's calendar. */
  paidBy: text("paid_by", { enum: otherWays }),
  paidReference: text("paid_reference"),
  paidOn: date("paid_on"),
  paidProposalId: integer("paid_proposal_id"),
  /** The refund that was paid otherwise, and that this one has paid once more. */
  repeats: uuid("repeats"),
});

export const refundTries = pgTable("refund_tries", {
  refundId: uuid("refund_id").notNull(),
  number: integer("number").notNull(),
  key: text("key"),
  reference: text("reference"),
  status: text("status", { enum: ["sent", "refused", "made", "returned"] }).notNull(),
  failure: text("failure"),
  createdAt: at("created_at").notNull(),
  changedAt: at("changed_at").notNull(),
});

export const gatewayPositions = pgTable("gateway_positions", {
  provider: text("provider", { enum: ["sandbox", "stripe"] }).notNull(),
  list: text("list", { enum: ["refunds", "disputes", "transactions", "payouts"] }).notNull(),
  readUntil: at("read_until").notNull(),
});

export const disputes = pgTable("disputes", {
  id: uuid("id").primaryKey(),
  reference: text("reference").notNull(),
  paymentId: uuid("payment_id").notNull(),
  amountCents: integer("amount_cents").notNull(),
  status: text("status", { enum: ["open", "won", "lost"] }).notNull(),
  reason: text("reason").notNull(),
  createdAt: at("created_at").notNull(),
  resolvedAt: at("resolved_at"),
});
