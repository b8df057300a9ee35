/** Claims' part in the export and the deletion of an account. */
import type { PersonPort } from "#features/accounts/server/ports.ts";
import { toDollars } from "#platform/shared/money.ts";
import * as store from "./person-store.ts";

export const claimsPerson: PersonPort = {
  deletionBlock: (tx, personId) => store.openClaim(tx, personId),
  forget: (tx, { id, standIn }) => store.forgetName(tx, id, standIn),
  recordsOf: async (db, personId) => {
    const { claims, ...rest } = await store.readRecords(db, personId);
    return {
      // The export leaves out who decided and approved, and the house's money for the pot.
      claims: claims.map(
        ({
          prizeAmountCents,
          reseedCents: _reseed,
          decidedBy: _by,
          approvedBy: _approver,
          arrival: _arrival,
          ...claim
        }) => ({
          ...claim,
          prizeAmount: toDollars(prizeAmountCents),
        }),
      ),
      ...rest,
    };
  },
};
