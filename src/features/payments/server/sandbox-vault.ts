/** The sandbox's vault: cards that it keeps for later payments, with their behaviour and without their numbers. */
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import { cardDigits, hasExpired } from "../rules.ts";
import type { Gateway, KeptCard } from "./gateway.ts";
import { type CardOutcome, failureOf, keptCardGone, testCards, unlisted } from "./sandbox-cards.ts";

/** How a card looks, and how it behaves when it is charged as a kept one. */
export interface VaultCard extends Omit<KeptCard, "token"> {
  outcome: CardOutcome;
}

const brands: readonly (readonly [RegExp, string])[] = [
  [/^4/, "visa"],
  [/^(?:5[1-5]|2[2-7])/, "mastercard"],
  [/^3[47]/, "amex"],
  [/^6(?:011|5)/, "discover"],
];

/** What the vault would keep of a card whose details are in order. */
export function vaultCardOf(typed: { cardNumber: string; expiryDate: string }): VaultCard {
  const digits = cardDigits(typed.cardNumber);
  const [month = 0, year = 0] = typed.expiryDate.split("/").map(Number);
  const known = testCards[digits];
  return {
    brand: brands.find(([start]) => start.test(digits))?.[1] ?? "unknown",
    last4: digits.slice(-4),
    expMonth: month,
    expYear: year < 100 ? 2000 + year : year,
    outcome: known?.whenSaved ?? known?.outcome ?? unlisted,
  };
}

/** The outcome of a charge of a kept card. A card that is not in the vault counts as removed. */
export async function redeemKept(
  db: Db,
  { token, vault, now }: { token: string; vault: string; now: Date },
): Promise<{ outcome: CardOutcome; card: VaultCard | null }> {
  const { rows } = await db.sql.execute<{ card: VaultCard }>(
    sql`SELECT card FROM sandbox.kept_cards WHERE token = ${token} AND vault = ${vault}`,
  );
  const card = rows[0]?.card;
  if (!card) return { outcome: { kind: "decline", ...keptCardGone }, card: null };
  return { outcome: hasExpired(card, now) ? { kind: "decline", ...failureOf("expired_card") } : card.outcome, card };
}

/** The statement that keeps the cards of captured payments, if their golfers wished so. @param payments SQL that lists them */
export function keptEntry(payments: SQL): SQL {
  return sql`
    INSERT INTO sandbox.kept_cards (token, vault, attempt_id, card)
    SELECT 'sbx_card_' || gen_random_uuid(), vault, attempt_id, card FROM ${payments} AND vault IS NOT NULL
    RETURNING attempt_id, token, card`;
}

/** A kept card as our side knows it. */
export function keptCardOf(token: string, { outcome: _outcome, ...card }: VaultCard): KeptCard {
  return { token, ...card };
}

/** The calls of the gateway's interface. */
export function vaultBooks({ db }: { db: Db }): Pick<Gateway, "openVault" | "removeCard" | "removeVault"> {
  const forget = async (which: SQL) => {
    // A payment that a bank still asks about keeps no card any more.
    await db.sql.execute(sql`
      WITH gone AS (DELETE FROM sandbox.kept_cards k WHERE ${which} RETURNING attempt_id)
      UPDATE sandbox.payments SET vault = NULL, card = NULL WHERE attempt_id IN (SELECT attempt_id FROM gone)`);
  };
  return {
    openVault: async (id) => `sbx_vault_${id}`,
    removeCard: (token) => forget(sql`k.token = ${token}`),
    removeVault: async (reference) => {
      await forget(sql`k.vault = ${reference}`);
      await db.sql.execute(sql`UPDATE sandbox.payments SET vault = NULL, card = NULL WHERE vault = ${reference}`);
    },
  };
}
