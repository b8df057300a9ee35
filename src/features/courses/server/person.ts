/** The part of courses in the export and the deletion of an account: requests for a course from its proved addresses. */
import type { PersonPort } from "#features/accounts/server/ports.ts";
import { deletedEmail } from "#features/accounts/rules.ts";
import * as store from "./person-store.ts";

export const coursesPerson: PersonPort = {
  deletionBlock: async () => undefined,
  forget: (tx, { id, emails, standIn }) => store.forgetRequests(tx, emails, { name: standIn, email: deletedEmail(id) }),
  recordsOf: async (db, personId) => ({ courseRequests: await store.requestsOf(db, personId) }),
};
