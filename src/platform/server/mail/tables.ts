import { bigint, integer, jsonb, pgTable, text, uuid } from "#platform/server/db/drizzle.ts";
import { at } from "../db/columns.ts";

/** A file as it is stored with a letter. */
export interface StoredFile {
  name: string;
  type: string;
  base64: string;
}

/** The outbox: a mail is written in the transaction that causes it and delivered after the commit. */
export const mails = pgTable("mails", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  /** The letter's account; null for old letters and for those to nobody's or several people's address. */
  userId: uuid("user_id"),
  recipient: text("recipient").notNull(),
  subject: text("subject").notNull(),
  body: text("body").notNull(),
  html: text("html").notNull().default(""),
  files: jsonb("files").$type<readonly StoredFile[]>().notNull().default([]),
  /** What it is about, for whoever posted it. */
  about: uuid("about"),
  createdAt: at("created_at").notNull(),
  sentAt: at("sent_at"),
  tries: integer("tries").notNull().default(0),
  nextTryAt: at("next_try_at").notNull(),
  /** By the database's own clock. */
  takenUntil: at("taken_until"),
});
