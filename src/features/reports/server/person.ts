/** The part of reports in the export and the deletion of an account: its addresses among those that get settlements. */
import type { PersonPort } from "#features/accounts/server/ports.ts";
import { note } from "#platform/server/audit-trail.ts";
import * as store from "./settlement-person-store.ts";

export const reportsPerson: PersonPort = {
  deletionBlock: async () => undefined,
  forget: async (tx, { emails, deletedAt: at }) => {
    for (const { courseId, ...detail } of await store.forgetAddresses(tx, emails, at))
      await note(tx, { actorId: null, action: "settlement.address_gone", subject: `course:${courseId}`, detail, at });
  },
  recordsOf: async (db, personId) => {
    const addresses = await store.provedAddresses(db, personId);
    return {
      settlementsByMail: await store.coursesOf(db, addresses),
      settlementLetters: await store.lettersTo(db, addresses),
    };
  },
};
