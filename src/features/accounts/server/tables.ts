import { at, bytes } from "#platform/server/db/columns.ts";
import { boolean, date, integer, pgTable, text, uuid } from "#platform/server/db/drizzle.ts";
import { languages } from "#platform/shared/language.ts";
import { acquisitionSources } from "../contract.ts";
import { codePurposes } from "../rules.ts";
import { TERMS_IN_FORCE } from "../terms-rules.ts";

/** The version of the terms in force when a row is made; null for rows from before versions were kept. */
export const termsVersion = () => date("terms_version").$default(() => TERMS_IN_FORCE);

export const users = pgTable("users", {
  id: uuid("id").primaryKey(),
  playerId: text("player_id").notNull(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  phone: text("phone"),
  acquisitionSource: text("acquisition_source", { enum: acquisitionSources }),
  role: text("role", { enum: ["player", "staff", "admin"] })
    .notNull()
    .default("player"),
  emailNotifications: boolean("email_notifications").notNull().default(true),
  smsNotifications: boolean("sms_notifications").notNull().default(false),
  pushNotifications: boolean("push_notifications").notNull().default(true),
  gameUpdates: boolean("game_updates").notNull().default(true),
  prizeAlerts: boolean("prize_alerts").notNull().default(true),
  emailProvedAt: at("email_proved_at"),
  /** The language of letters and notifications. */
  language: text("language", { enum: languages }).notNull().default("en"),
  /** Whether a verified win may be shown with first name and initial. */
  namedAsWinner: boolean("named_as_winner").notNull().default(false),
  /** Proved addresses that the account had before. */
  formerEmails: text("former_emails").array().notNull().default([]),
  /** When the owner was last told that codes are locked. */
  lockToldAt: at("lock_told_at"),
  /** No payout until then: an administrator has moved the account to another address. */
  payoutsHeldUntil: at("payouts_held_until"),
  /** When the account lost its role; null if it never had one. */
  workedUntil: at("worked_until"),
  /** The version that the person accepted by registering. */
  termsVersion: termsVersion(),
  deletedAt: at("deleted_at"),
  createdAt: at("created_at").notNull(),
});

export const devices = pgTable("devices", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  browserId: uuid("browser_id").notNull(),
  createdAt: at("created_at").notNull(),
  lastUsedAt: at("last_used_at").notNull(),
  label: text("label"),
  revokedAt: at("revoked_at"),
});

export const signIns = pgTable("sign_ins", {
  tokenHash: bytes("token_hash").primaryKey(),
  userId: uuid("user_id").notNull(),
  deviceId: uuid("device_id"),
  createdAt: at("created_at").notNull(),
  expiresAt: at("expires_at").notNull(),
  provedAt: at("proved_at"),
  /** Of a token from before a proof: the one by which its session goes on. */
  replacedBy: bytes("replaced_by"),
});

export const mailedCodes = pgTable("mailed_codes", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  purpose: text("purpose", { enum: codePurposes }).notNull(),
  /** The address to prove, if the purpose is `new_email`. */
  newEmail: text("new_email"),
  codeHash: bytes("code_hash").notNull(),
  address: text("address").notNull(),
  /** The account's device that asked; null for a browser that is new to it. */
  deviceId: uuid("device_id"),
  /** Wrong tries. */
  tries: integer("tries").notNull().default(0),
  createdAt: at("created_at").notNull(),
  expiresAt: at("expires_at").notNull(),
  usedAt: at("used_at"),
});

export const personNotes = pgTable("person_notes", {
  id: uuid("id").primaryKey(),
  personId: uuid("person_id").notNull(),
  authorId: uuid("author_id").notNull(),
  text: text("text").notNull(),
  writtenAt: at("written_at").notNull(),
});
