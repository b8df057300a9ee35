/** Play's part in the export and the deletion of an account. */
import type { PersonPort } from "#features/accounts/server/ports.ts";
import { toDollars } from "#platform/shared/money.ts";
import * as store from "./person-store.ts";

export const playPerson: PersonPort = {
  deletionBlock: async (tx, personId, now) => ((await store.hasOpenRow(tx, personId, now)) ? "playing" : undefined),
  forget: store.forgetPlayer,
  recordsOf: async (db, personId) => {
    const { sessions, attempts, freeShots } = await store.readRecords(db, personId);
    return {
      sessions,
      attempts: attempts.map(({ prizeAmountCents, ...attempt }) => ({
        ...attempt,
        prizeAmount: toDollars(prizeAmountCents),
      })),
      freeShots,
    };
  },
};

const KEEP_ADDRESSES_MS = 2 * 86_400_000;

/** Deletes the network addresses that the free shot's limits no longer need: after two days, in any time zone. */
export async function dropOldAddresses(deps: Parameters<typeof store.dropOldAddresses>[0], now: Date): Promise<void> {
  await store.dropOldAddresses(deps, new Date(now.getTime() - KEEP_ADDRESSES_MS));
}
