/** News for a player, by mail and as a notification, if the player's switches allow it. */
import type { Db } from "#platform/server/db/database.ts";
import { type SQL, sql } from "#platform/server/db/drizzle.ts";
import type { Letter } from "#platform/server/mail/letter.ts";
import type { Mailer } from "#platform/server/mail/mail.ts";
import type { Pusher, WrittenNotice } from "#platform/server/push/push.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { reachable } from "./push-store.ts";
import type { UserRow } from "./store.ts";

export interface News {
  letter: Letter;
  notice: WrittenNotice;
}

/** Whom news of a prize may reach, and how. */
export type Reader = Pick<UserRow, "name" | "email" | "language" | "emailNotifications" | "pushNotifications"> & {
  /** Browsers that take notifications. */
  devices: string[];
};

export interface PrizeNews {
  /** An account as a reader, as a part of a read; null if it wants no such news or is deleted. */
  readerOf(userId: string): SQL<Reader | null>;
  /** Sends news with the given transaction, and after it was committed. */
  send(tx: Db, userId: string, reader: Reader | null, write: (reader: Reader) => News): Promise<void>;
}

interface NewsDeps {
  clock: Clock;
  mailer: Mailer;
  pusher: Pusher;
}

/** Mail and notification each need 'Prize alerts' and their own switch. Codes, receipts and refunds need neither. */
export function prizeNews({ clock, mailer, pusher }: NewsDeps): PrizeNews {
  return {
    readerOf: (userId) => sql`(
      SELECT jsonb_build_object('name', u.name, 'email', u.email, 'language', u.language,
        'emailNotifications', u.email_notifications, 'pushNotifications', u.push_notifications,
        'devices', ${reachable(userId, clock.now())})
      FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL AND u.prize_alerts)`,
    send: async (tx, userId, reader, write) => {
      if (!reader) return;
      const devices = reader.pushNotifications ? reader.devices : [];
      if (!reader.emailNotifications && devices.length === 0) return;
      const news = write(reader);
      if (reader.emailNotifications) await mailer.post(tx, news.letter, userId);
      if (devices.length > 0) await pusher.post(tx, devices, news.notice);
    },
  };
}
