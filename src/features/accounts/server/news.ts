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

/** Tells a player about a prize, in the given transaction: after a rollback nothing is sent. */
export type SendPrizeNews = (tx: Db, userId: string, write: (reader: UserRow) => News) => Promise<void>;

interface NewsDeps {
  clock: Clock;
  mailer: Mailer;
  pusher: Pusher;
}

/** Mail and notification each need 'Prize alerts' and their own switch. Codes, receipts and refunds need neither. */
export function prizeNews({ clock, mailer, pusher }: NewsDeps): SendPrizeNews {
  return async (tx, userId, write) => {
    const reader = await findUser(tx, userId);
    if (!reader || reader.deletedAt || !reader.prizeAlerts) return;
    if (!reader.emailNotifications && !reader.pushNotifications) return;
    const news = write(reader);
    if (reader.emailNotifications) await mailer.post(tx, news.letter, userId);
    if (reader.pushNotifications) await pusher.post(tx, await reachable(tx, userId, clock.now()), news.notice);
  };
}
