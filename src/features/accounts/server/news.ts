/** News for a player, by mail and as a notification, if the player's switches allow it. */
import type { Db } from "#platform/server/db/database.ts";
import type { Letter } from "#platform/server/mail/letter.ts";
import type { Mailer } from "#platform/server/mail/mail.ts";
import type { Pusher, WrittenNotice } from "#platform/server/push/push.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { reachable } from "./push-store.ts";
import { findUser, type UserRow } from "./store.ts";

export interface News {
  letter: Letter;
  notice: WrittenNotice;
}

/**
 * Reads whom news of a prize may reach, in the given transaction.
 * @returns what sends them then; after a rollback nothing is sent. Reading comes first, so that what is locked for the
 *   news is not held meanwhile
 */
export type OpenPrizeNews = (tx: Db, userId: string) => Promise<(write: (reader: UserRow) => News) => Promise<void>>;

interface NewsDeps {
  clock: Clock;
  mailer: Mailer;
  pusher: Pusher;
}

/** Mail and notification each need 'Prize alerts' and their own switch. Codes, receipts and refunds need neither. */
export function prizeNews({ clock, mailer, pusher }: NewsDeps): OpenPrizeNews {
  return async (tx, userId) => {
    const reader = await findUser(tx, userId);
    if (!reader || reader.deletedAt || !reader.prizeAlerts) return async () => undefined;
    const { emailNotifications, pushNotifications } = reader;
    const devices = pushNotifications ? await reachable(tx, userId, clock.now()) : [];
    return async (write) => {
      if (!emailNotifications && devices.length === 0) return;
      const news = write(reader);
      if (emailNotifications) await mailer.post(tx, news.letter, userId);
      if (devices.length > 0) await pusher.post(tx, devices, news.notice);
    };
  };
}
