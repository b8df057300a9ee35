/** Cards that the gateway keeps for a golfer: saving, choosing, removing; and the job that makes the gateway forget. */
import { randomUUID } from "node:crypto";
import type { PersonPort } from "#features/accounts/server/ports.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import { hasExpired, waitAfter } from "../rules.ts";
import { refuse, type savedCardRoutes } from "../saved-card-contract.ts";
import type { PaymentDeps } from "./deps.ts";
import { type KeptCard, type Source, UnknownOutcome } from "./gateway.ts";
import { oneByOne } from "./one-by-one.ts";
import * as store from "./saved-card-store.ts";

type SavedCardDeps = Pick<PaymentDeps, "db" | "clock" | "gateway">;

const ownerOf = ({ gateway: { provider } }: Pick<PaymentDeps, "gateway">, userId: string) => ({ userId, provider });

export function savedCardHandlers(deps: SavedCardDeps): Handlers<typeof savedCardRoutes> {
  const { db, clock } = deps;
  return {
    listSavedCards: async ({ caller }) => {
      const now = clock.now();
      const cards = await store.listCards(db, ownerOf(deps, caller.id));
      return {
        status: 200,
        body: {
          cards: cards.map(({ id, brand, last4, expMonth, expYear }) => ({
            id,
            brand,
            last4,
            expMonth,
            expYear,
            expired: hasExpired({ expMonth, expYear }, now),
          })),
        },
      };
    },

    removeSavedCard: async ({ caller, params }) => {
      const owner = ownerOf(deps, caller.id);
      await db.transaction(async (tx) => {
        const token = isUuid(params.id) ? await store.deleteCard(tx, owner, params.id) : undefined;
        if (token === undefined) throw refuse("payments.saved_card_not_found");
        await store.askRemoval(tx, { provider: owner.provider, kind: "card", reference: token }, clock.now());
      });
      return { status: 204, body: undefined };
    },
  };
}

/**
 * What pays when a golfer has chosen a saved card, which counts as used from now on.
 * @throws payments.saved_card_not_found, also for another account's; payments.saved_card_expired
 */
export async function savedSource(deps: SavedCardDeps, userId: string, id: string): Promise<Source> {
  const now = deps.clock.now();
  const card = isUuid(id) ? await store.findCard(deps.db, ownerOf(deps, userId), id) : undefined;
  if (!card) throw refuse("payments.saved_card_not_found");
  if (hasExpired(card, now)) throw refuse("payments.saved_card_expired");
  await store.setUsed(deps.db, card.id, now);
  return { method: "card", token: card.token, from: card.vault };
}

/**
 * The gateway's name of the vault for a golfer's cards, opened at the first one; null when the gateway opens none now.
 * Nobody is kept from paying by that: the card is then not saved.
 */
export async function vaultFor(
  deps: SavedCardDeps & Pick<PaymentDeps, "onFailure">,
  userId: string,
): Promise<string | null> {
  const owner = ownerOf(deps, userId);
  const known = await store.findVault(deps.db, owner);
  if (known) return known.reference;
  const id = randomUUID();
  const reference = await deps.gateway.openVault(id).catch((error: unknown) => {
    if (!(error instanceof UnknownOutcome)) deps.onFailure(error);
    return null;
  });
  if (reference === null) return null;
  await store.insertVault(deps.db, { id, ...owner, reference, createdAt: deps.clock.now() });
  // Of two at the same moment one is written, and the other's stays empty.
  return (await store.findVault(deps.db, owner))?.reference ?? null;
}

/** Writes the card that the gateway keeps after a charge, in the transaction that has locked its player. */
export async function saveCard(
  { clock, gateway }: Pick<PaymentDeps, "clock" | "gateway">,
  tx: Db,
  userId: string,
  card: KeptCard,
): Promise<void> {
  const now = clock.now();
  const { provider } = gateway;
  const vault = await store.findVault(tx, { userId, provider });
  // Without a vault the account was deleted meanwhile.
  const unwanted = vault ? await store.putCard(tx, vault.id, card, now) : card.token;
  if (unwanted !== undefined) await store.askRemoval(tx, { provider, kind: "card", reference: unwanted }, now);
}

/** Makes the gateway forget what was removed here. Run by the clock: what fails is asked again, with growing pauses. */
export async function removeForgotten(deps: PaymentDeps): Promise<void> {
  const { db, clock, gateway } = deps;
  const due = await store.dueRemovals(db, gateway.provider, clock.now());
  await oneByOne(deps, due, async ({ id, kind, reference, asked }) => {
    // Noted first: what the gateway never accepts must not be asked for at every run.
    const next = clock.now().getTime() + waitAfter(asked + 1) * 1000;
    await store.askRemovalAgain(db, id, asked + 1, new Date(next));
    await (kind === "card" ? gateway.removeCard(reference) : gateway.removeVault(reference));
    await store.deleteRemoval(db, id);
  }).catch((error: unknown) => {
    if (!(error instanceof UnknownOutcome)) throw error;
  });
}

/** The part of saved cards in the export and the deletion of an account. */
export const savedCardsPerson: PersonPort = {
  deletionBlock: async () => undefined,
  forget: async (tx, { id }) => {
    for (const { provider, reference } of await store.deleteVaults(tx, id))
      await store.askRemoval(tx, { provider, kind: "vault", reference }, new Date(0));
  },
  recordsOf: async (db, personId) => ({ savedCards: await store.readCardsOf(db, personId) }),
};
