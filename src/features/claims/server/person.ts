/** Claims' part in the export and the deletion of an account. */
import type { PersonPort } from "#features/accounts/server/ports.ts";
import { toDollars } from "#platform/shared/money.ts";
import * as store from "./person-store.ts";
import { deletePhotosOf } from "./photo-store.ts";
import { readPhoto } from "./sighting-photos.ts";

export const claimsPerson: PersonPort = {
  deletionBlock: (tx, personId) => store.openClaim(tx, personId),
  forget: async (tx, { id, standIn }) => {
    await store.forgetName(tx, id, standIn);
    await deletePhotosOf(tx, id);
  },
  recordsOf: async (db, personId) => {
    const { claims, sightings, ...rest } = await store.readRecords(db, personId);
    const claimSightings = [];
    for (const { id, ...sighting } of sightings) {
      const photo = await readPhoto(db, id);
      claimSightings.push({ ...sighting, photo: photo ? `data:image/webp;base64,${photo.toString("base64")}` : null });
    }
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
      claimSightings,
      ...rest,
    };
  },
};
