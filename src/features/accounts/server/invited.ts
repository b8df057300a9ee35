/** Signing in for the first time by an invitation to work here. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Db } from "#platform/server/db/database.ts";
import { violates } from "#platform/server/db/errors.ts";
import { playerIdFrom } from "../rules.ts";
import type { AccountDeps } from "./deps.ts";
import { lockOpen } from "./invitation-store.ts";
import { findUserByEmail, insertUser, type UserRow } from "./store.ts";

/** What a proved address is given. The room of courses provides it, because staff belong to courses. */
export type AdmitInvited = (tx: Db, person: UserRow) => Promise<UserRow>;

/**
 * Begins the account of an invited address, as a player's without a proof: the code that is mailed next gives the role.
 * @returns nothing without an open invitation
 */
export async function accountOfInvited(
  { db, clock }: Pick<AccountDeps, "db" | "clock">,
  email: string,
): Promise<UserRow | undefined> {
  const now = clock.now();
  return db
    .transaction(async (tx) => {
      const invitation = await lockOpen(tx, email, now);
      if (!invitation) return undefined;
      return insertUser(tx, {
        id: randomUUID(),
        playerId: playerIdFrom([...randomBytes(9)]),
        name: invitation.name,
        email: invitation.email,
        language: invitation.language,
        createdAt: now,
      });
    })
    .catch((error: unknown) => {
      // Another call was faster.
      if (violates(error, "users_email")) return findUserByEmail(db, email);
      throw error;
    });
}
