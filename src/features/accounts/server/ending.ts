/** Ending sign-ins. This also ends their live streams; forgetting a device ends its sign-in without a mailed code. */
import type { Db } from "#platform/server/db/database.ts";
import { callerTopic } from "#platform/server/live/hub.ts";
import type { AccountDeps } from "./deps.ts";
import * as store from "./store.ts";

type EndingDeps = Pick<AccountDeps, "clock" | "hub">;

/**
 * Ends every sign-in of an account and forgets its devices. Signing in takes the same lock, so that a call that read
 * the account before cannot begin a session afterwards.
 * @param kept the sign-in of the caller, and the devices that stay known
 * @returns how many sign-ins were ended
 */
export async function endSignIns(
  { clock, hub }: EndingDeps,
  tx: Db,
  userId: string,
  kept: { signIn?: Buffer | undefined; devices?: readonly string[] | "all" } = {},
): Promise<number> {
  await store.lockUser(tx, userId);
  const ended = await store.deleteSignIns(tx, userId, kept.signIn);
  if (kept.devices !== "all") await store.revokeDevices(tx, userId, clock.now(), kept.devices);
  tx.afterCommit(() => hub.announce(callerTopic(userId)));
  return ended;
}

/** Forgets one device of an account and ends what is signed in on it. */
export async function endDevice({ clock, hub }: EndingDeps, tx: Db, { id, userId }: store.DeviceRow): Promise<void> {
  await store.lockUser(tx, userId);
  await store.revokeDevice(tx, id, clock.now());
  tx.afterCommit(() => hub.announce(callerTopic(userId)));
}
