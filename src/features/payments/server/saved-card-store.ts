/** SQL of saved cards: vaults, the cards in them, and what the gateway must still forget. */
import { randomUUID } from "node:crypto";
import type { Db } from "#platform/server/db/database.ts";
import { and, asc, desc, eq, lte, sql } from "#platform/server/db/drizzle.ts";
import type { KeptCard } from "./gateway.ts";
import { cardRemovals, cardVaults, savedCards } from "./saved-card-tables.ts";
import type { Provider } from "./store.ts";

export type SavedCardRow = typeof savedCards.$inferSelect;
export type RemovalRow = typeof cardRemovals.$inferSelect;
type VaultRow = typeof cardVaults.$inferSelect;

export interface VaultOwner {
  userId: string;
  provider: Provider;
}

const isOf = ({ userId, provider }: VaultOwner) =>
  and(eq(cardVaults.userId, userId), eq(cardVaults.provider, provider));

export async function findVault(db: Db, owner: VaultOwner): Promise<VaultRow | undefined> {
  const [row] = await db.sql.select().from(cardVaults).where(isOf(owner));
  return row;
}

/** Writes an account's vault, or does nothing if it has got one meanwhile or is deleted. */
export async function insertVault(db: Db, vault: VaultRow): Promise<void> {
  await db.sql.execute(sql`
    INSERT INTO card_vaults (id, user_id, provider, reference, created_at)
    SELECT ${vault.id}::uuid, u.id, ${vault.provider}, ${vault.reference}, ${vault.createdAt.toISOString()}::timestamptz
    FROM users u WHERE u.id = ${vault.userId} AND u.deleted_at IS NULL FOR SHARE
    ON CONFLICT (user_id, provider) DO NOTHING`);
}

/** A golfer's cards, the one used last first. */
export async function listCards(db: Db, owner: VaultOwner): Promise<SavedCardRow[]> {
  const rows = await db.sql
    .select({ card: savedCards })
    .from(savedCards)
    .innerJoin(cardVaults, eq(cardVaults.id, savedCards.vaultId))
    .where(isOf(owner))
    .orderBy(desc(savedCards.usedAt), asc(savedCards.id));
  return rows.map(({ card }) => card);
}

/** One of a golfer's cards, with the vault that has it. */
export async function findCard(
  db: Db,
  owner: VaultOwner,
  id: string,
): Promise<(SavedCardRow & { vault: string }) | undefined> {
  const [row] = await db.sql
    .select({ card: savedCards, vault: cardVaults.reference })
    .from(savedCards)
    .innerJoin(cardVaults, eq(cardVaults.id, savedCards.vaultId))
    .where(and(isOf(owner), eq(savedCards.id, id)));
  return row && { ...row.card, vault: row.vault };
}

export async function setUsed(db: Db, id: string, usedAt: Date): Promise<void> {
  await db.sql.update(savedCards).set({ usedAt }).where(eq(savedCards.id, id));
}

/** Removes a golfer's card. @returns its token; undefined when there is no such card */
export async function deleteCard(tx: Db, owner: VaultOwner, id: string): Promise<string | undefined> {
  const vaults = tx.sql.select({ id: cardVaults.id }).from(cardVaults).where(isOf(owner));
  const [row] = await tx.sql
    .delete(savedCards)
    .where(and(eq(savedCards.id, id), sql`${savedCards.vaultId} IN ${vaults}`))
    .returning({ token: savedCards.token });
  return row?.token;
}

/** Removes a card that the gateway says it does not have. */
export async function deleteToken(db: Db, token: string): Promise<void> {
  await db.sql.delete(savedCards).where(eq(savedCards.token, token));
}

/**
 * Writes a card of a player who is locked. If the same one was saved before, its row gets the new token.
 * @returns the token that it replaces
 */
export async function putCard(tx: Db, vaultId: string, card: KeptCard, now: Date): Promise<string | undefined> {
  const { token, brand, last4, expMonth, expYear } = card;
  const [before] = await tx.sql
    .select()
    .from(savedCards)
    .where(
      and(
        eq(savedCards.vaultId, vaultId),
        eq(savedCards.brand, brand),
        eq(savedCards.last4, last4),
        eq(savedCards.expMonth, expMonth),
        eq(savedCards.expYear, expYear),
      ),
    );
  if (before) await tx.sql.update(savedCards).set({ token, usedAt: now }).where(eq(savedCards.id, before.id));
  else await tx.sql.insert(savedCards).values({ id: randomUUID(), vaultId, ...card, createdAt: now, usedAt: now });
  return before?.token === token ? undefined : before?.token;
}

/** Removes what an account has saved, with every gateway. @returns its vaults */
export async function deleteVaults(tx: Db, userId: string): Promise<VaultRow[]> {
  const vaults = tx.sql.select({ id: cardVaults.id }).from(cardVaults).where(eq(cardVaults.userId, userId));
  await tx.sql.delete(savedCards).where(sql`${savedCards.vaultId} IN ${vaults}`);
  return tx.sql.delete(cardVaults).where(eq(cardVaults.userId, userId)).returning();
}

/** What an account has saved, for its owner. */
export async function readCardsOf(db: Db, userId: string) {
  const { brand, last4, expMonth, expYear, createdAt, usedAt } = savedCards;
  return db.sql
    .select({ brand, last4, expMonth, expYear, keptBy: cardVaults.provider, createdAt, usedAt })
    .from(savedCards)
    .innerJoin(cardVaults, eq(cardVaults.id, savedCards.vaultId))
    .where(eq(cardVaults.userId, userId))
    .orderBy(asc(createdAt));
}

/** Notes what the gateway must forget. The job asks it. */
export async function askRemoval(
  tx: Db,
  removal: Pick<RemovalRow, "provider" | "kind" | "reference">,
  nextTryAt: Date,
): Promise<void> {
  await tx.sql.insert(cardRemovals).values({ id: randomUUID(), ...removal, nextTryAt });
}

/** The SQL condition that the gateway has something to forget, by which the job decides whether to run. */
export const anyRemoval = () => sql`EXISTS (SELECT 1 FROM card_removals)`;

export async function dueRemovals(db: Db, provider: Provider, now: Date): Promise<RemovalRow[]> {
  return db.sql
    .select()
    .from(cardRemovals)
    .where(and(eq(cardRemovals.provider, provider), lte(cardRemovals.nextTryAt, now)))
    .orderBy(asc(cardRemovals.nextTryAt))
    .limit(100);
}

export async function askRemovalAgain(db: Db, id: string, asked: number, nextTryAt: Date): Promise<void> {
  await db.sql.update(cardRemovals).set({ asked, nextTryAt }).where(eq(cardRemovals.id, id));
}

export async function deleteRemoval(db: Db, id: string): Promise<void> {
  await db.sql.delete(cardRemovals).where(eq(cardRemovals.id, id));
}
