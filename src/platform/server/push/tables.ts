import { bigint, boolean, integer, pgTable, text, uuid } from "#platform/server/db/drizzle.ts";
import { at } from "../db/columns.ts";

/** Our keys for the push services. */
export const pushKeys = pgTable("push_keys", {
  onlyRow: boolean("only_row").primaryKey().default(true),
  publicKey: text("public_key").notNull(),
  privateKey: text("private_key").notNull(),
  createdAt: at("created_at").notNull(),
});

/** A browser that takes notifications, and its account. */
export const pushSubscriptions = pgTable("push_subscriptions", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  browserId: uuid("browser_id").notNull(),
  endpoint: text("endpoint").notNull().unique(),
  p256dh: text("p256dh").notNull(),
  auth: text("auth").notNull(),
  createdAt: at("created_at").notNull(),
});

/** Notifications to send, one row for each browser. */
export const pushMessages = pgTable("push_messages", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  subscriptionId: uuid("subscription_id").notNull(),
  payload: text("payload").notNull(),
  createdAt: at("created_at").notNull(),
  tries: integer("tries").notNull().default(0),
  nextTryAt: at("next_try_at").notNull(),
  /** By the database's own clock. */
  takenUntil: at("taken_until"),
});
