import { at } from "#platform/server/db/columns.ts";
import { integer, pgTable, text, uuid } from "#platform/server/db/drizzle.ts";

const provider = () => text("provider", { enum: ["sandbox", "stripe"] }).notNull();

export const cardVaults = pgTable("card_vaults", {
  id: uuid("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  provider: provider(),
  /** The gateway's own name of the vault. */
  reference: text("reference").notNull(),
  createdAt: at("created_at").notNull(),
});

export const savedCards = pgTable("saved_cards", {
  id: uuid("id").primaryKey(),
  vaultId: uuid("vault_id").notNull(),
  token: text("token").notNull(),
  brand: text("brand").notNull(),
  last4: text("last4").notNull(),
  expMonth: integer("exp_month").notNull(),
  expYear: integer("exp_year").notNull(),
  createdAt: at("created_at").notNull(),
  /** When it was last chosen to pay with. */
  usedAt: at("used_at").notNull(),
});

/** What the gateway must still forget. */
export const cardRemovals = pgTable("card_removals", {
  id: uuid("id").primaryKey(),
  provider: provider(),
  kind: text("kind", { enum: ["card", "vault"] }).notNull(),
  reference: text("reference").notNull(),
  asked: integer("asked").notNull().default(0),
  nextTryAt: at("next_try_at").notNull(),
});
