import { bigint, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at } from "../db/columns.ts";

/** The outbox: a mail is written in the transaction that causes it and delivered after the commit. */
export const mails = pgTable("mails", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  /** Whose letter it is; null for those from before this was kept, to an address of nobody or of several. */
  userId: uuid("user_id"),
  recipient: text("recipient").notNull(),
  subject: text("subject").notNull(),
  body: text("body").notNull(),
  html: text("html").notNull().default(""),
  createdAt: at("created_at").notNull(),
  sentAt: at("sent_at"),
  tries: integer("tries").notNull().default(0),
  nextTryAt: at("next_try_at").notNull(),
  /** By the database's own clock. */
  takenUntil: at("taken_until"),
});
