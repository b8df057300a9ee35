/** News for a player, by mail and as a notification, if the player's switches allow it. */
import type { Db } from "#platform/server/db/database.ts";
import type { SQL } from "#platform/server/db/drizzle.ts";
import type { Letter } from "#platform/server/mail/letter.ts";
import type { Mailer } from "#platform/server/mail/mail.ts";
import type { Pusher, WrittenNotice } from "#platform/server/push/push.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { type Reader, readerOf, readReader } from "./push-store.ts";

export interface News {
  letter: Letter;
  notice: WrittenNotice;
}

export interface PrizeNews {
  /** An account as a reader, as a part of a read; null if it wants no such news or is deleted. */
  readerOf: (userId: SQL) => SQL<Reader | null>;
  /** The same as a read of its own. */
  read(tx: Db, userId: string): Promise<Reader | null>;
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
    readerOf: (userId) => readerOf(userId, clock.now()),
    read: (tx, userId) => readReader(tx, userId, clock.now()),
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
