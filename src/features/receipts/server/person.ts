/** Receipts' part in the export and the deletion of an account. */
import type { PersonPort } from "#features/accounts/server/ports.ts";
import { toDollars } from "#platform/shared/money.ts";
import { readOfPlayer } from "./person-store.ts";

export const receiptsPerson: PersonPort = {
  deletionBlock: async () => undefined,
  // A receipt reads its player's name from the account's row.
  forget: async () => undefined,
  recordsOf: async (db, personId) => ({
    receipts: (await readOfPlayer(db, personId)).map(({ amountCents, taxCents, ...receipt }) => ({
      ...receipt,
      amount: toDollars(amountCents),
      tax: taxCents === null ? null : toDollars(taxCents),
    })),
  }),
};
