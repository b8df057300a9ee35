/** All SQL of passkeys. */
import { at, bytes } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, bigint, eq, gt, lt, pgTable, text, uuid } from "#platform/server/db/drizzle.ts";
import { refusePasskey } from "../passkey-contract.ts";

const passkeys = pgTable("passkeys", {
  id: text("id").primaryKey(),
  userId: uuid("user_id").notNull(),
  publicKey: bytes("public_key").notNull(),
  counter: bigint("counter", { mode: "number" }).notNull(),
  transports: text("transports").array().notNull(),
  label: text("label").notNull(),
  createdAt: at("created_at").notNull(),
  lastUsedAt: at("last_used_at"),
});

const challenges = pgTable("passkey_challenges", {
  challenge: text("challenge").primaryKey(),
  userId: uuid("user_id"),
  expiresAt: at("expires_at").notNull(),
});

export type PasskeyRow = typeof passkeys.$inferSelect;

export async function listOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.sql.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt));
}

export async function find(db: Db, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.sql.select().from(passkeys).where(eq(passkeys.id, id));
  return row;
}

export async function insert(db: Db, row: typeof passkeys.$inferInsert): Promise<void> {
  await db.sql.insert(passkeys).values(row);
}

/** @returns whether the account had this passkey */
export async function remove(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db.sql
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return gone.length > 0;
}

export async function removeAll(db: Db, userId: string): Promise<void> {
  await db.sql.delete(passkeys).where(eq(passkeys.userId, userId));
}

/** @throws passkeys.refused for one that was taken off meanwhile */
export async function noteUse(db: Db, id: string, use: { counter: number; lastUsedAt: Date }): Promise<void> {
  const used = await db.sql.update(passkeys).set(use).where(eq(passkeys.id, id)).returning({ id: passkeys.id });
  if (used.length === 0) throw refusePasskey("passkeys.refused");
}

/** Keeps a challenge until it is taken, and deletes expired ones. */
export async function keepChallenge(db: Db, row: typeof challenges.$inferInsert, now: Date): Promise<void> {
  await db.sql.delete(challenges).where(lt(challenges.expiresAt, now));
  await db.sql.insert(challenges).values(row);
}

/** Takes a challenge, once. @returns the account for which it was made; undefined if no valid one is left */
export async function takeChallenge(
  db: Db,
  challenge: string,
  now: Date,
): Promise<{ userId: string | null } | undefined> {
  const [row] = await db.sql
    .delete(challenges)
    .where(and(eq(challenges.challenge, challenge), gt(challenges.expiresAt, now)))
    .returning({ userId: challenges.userId });
  return row;
}
