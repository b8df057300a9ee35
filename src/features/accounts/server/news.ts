/** News for a player, by mail and as a notification, as far as their switches let it through. */
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

/** Tells a player about a prize, with the transaction given: what rolled back is never told. */
export type SendPrizeNews = (tx: Db, userId: string, write: (reader: UserRow) => News) => Promise<void>;

interface NewsDeps {
  clock: Clock;
  mailer: Mailer;
  pusher: Pusher;
}

/** Both ways ask for 'Prize alerts' and for the way's own switch. Codes, receipts and refunds ask for neither. */
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
