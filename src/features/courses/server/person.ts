/** The part of courses in the export and the deletion of an account: what names its proved addresses. */
import type { PersonPort } from "#features/accounts/server/ports.ts";
import { deletedEmail } from "#features/accounts/rules.ts";
import * as store from "./person-store.ts";

export const coursesPerson: PersonPort = {
  deletionBlock: async () => undefined,
  forget: async (tx, { id, emails, standIn }) => {
    await store.forgetRequests(tx, emails, { name: standIn, email: deletedEmail(id) });
    await store.forgetInvitations(tx, emails);
  },
  recordsOf: async (db, personId) => ({
    courseRequests: await store.requestsOf(db, personId),
    staffInvitations: await store.invitationsOf(db, personId),
  }),
};
