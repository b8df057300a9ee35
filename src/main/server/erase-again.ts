/** After a restore: accounts that were deleted since the backup are deleted once more. */
import { eraseAccount } from "#features/accounts/server/erasure.ts";
import { findUser, lockPlayer } from "#features/accounts/server/store.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Database } from "#platform/server/db/database.ts";
import { createHub } from "#platform/server/live/hub.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { Refusal } from "#platform/shared/refusal.ts";
import { keepers } from "./keepers.ts";

/**
 * Erases accounts by their ids. One that the backup does not know, or knows as deleted, is passed over.
 * @returns how many were erased, and a sentence for each that is still there, with why
 */
export async function eraseAgain(
  db: Database,
  clock: Clock,
  ids: readonly string[],
): Promise<{ erased: number; left: string[] }> {
  let erased = 0;
  const left: string[] = [];
  for (const id of ids) {
    if (!isUuid(id)) {
      left.push(`"${id}" is no account's id`);
      continue;
    }
    const user = await findUser(db, id);
    if (!user || user.deletedAt) continue;
    try {
      await db.transaction(async (tx) =>
        eraseAccount({ clock, hub: createHub(), keepers }, tx, await lockPlayer(tx, id), null),
      );
      erased += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      left.push(`${id}: ${error.message}`);
    }
  }
  return { erased, left };
}
