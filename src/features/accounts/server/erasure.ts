/** Taking an account away: by its owner, or by the operator after a restore. */
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import { callerTopic } from "#platform/server/live/hub.ts";
import { removeLettersOf } from "#platform/server/mail/person.ts";
import { refuse } from "../contract.ts";
import { DELETED_NAME, deletedEmail } from "../rules.ts";
import type { AccountDeps } from "./deps.ts";
import { type DeletionBlock, deletionBlocks } from "./ports.ts";
import * as records from "./profile-store.ts";
import type { UserRow } from "./store.ts";

/**
 * Removes the person from an account and from what every room keeps, for good.
 * @param user locked in this transaction
 * @param actorId the account that deletes; null is the operator
 * @throws accounts.works_here for staff and administrators; the refusal of the fact that still prevents the deletion
 */
export async function eraseAccount(
  { clock, hub, keepers }: Pick<AccountDeps, "clock" | "hub" | "keepers">,
  tx: Db,
  user: UserRow,
  actorId: string | null,
): Promise<void> {
  const now = clock.now();
  if (user.role !== "player") throw refuse("accounts.works_here");
  await records.lockReferences(tx, user.id);
  const blocks: (DeletionBlock | undefined)[] = [];
  for (const keeper of keepers) blocks.push(await keeper.deletionBlock(tx, user.id, now));
  const first = deletionBlocks.find((block) => blocks.includes(block));
  if (first) throw refuse(`accounts.${first}`);
  const emails = user.emailProvedAt === null ? user.formerEmails : [user.email, ...user.formerEmails];
  const person = { id: user.id, playerId: user.playerId, emails, standIn: DELETED_NAME, deletedAt: now };
  for (const keeper of keepers) await keeper.forget(tx, person);
  await removeLettersOf(tx, user.id);
  await records.anonymise(tx, user.id, { name: DELETED_NAME, email: deletedEmail(user.id), deletedAt: now });
  await note(tx, { actorId, action: "account.delete", subject: user.id, at: now });
  tx.afterCommit(() => hub.announce(callerTopic(user.id)));
}
