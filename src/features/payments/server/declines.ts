/** Limits declined payments, for an account and for its browser, so that a new account does not get around them. */
import { type CountedTimes, countOne, timesOf, waitOf } from "#platform/server/caps.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { SQL } from "#platform/server/db/drizzle.ts";
import { refuse } from "../contract.ts";
import { DECLINED_PAYMENTS } from "../rules.ts";

export interface Payer {
  userId: string;
  browserId: string | null;
}

const DECLINES = { what: "declined_payment", caps: DECLINED_PAYMENTS };

function declinesOf(payer: Payer) {
  return { ...DECLINES, whose: whoseDeclines(payer) };
}

/** For whom a payer's declined payments are counted. */
export function whoseDeclines({ userId, browserId }: Payer): string[] {
  return [`account:${userId}`, ...(browserId === null ? [] : [`browser:${browserId}`])];
}

/** The declined payments that count, as a part of a read. @param whose those for whom they are counted (`whoseDeclines`) */
export function declinedTimes(whose: SQL, now: Date): SQL<CountedTimes> {
  return timesOf(DECLINES, whose, now);
}

/** The wait after a payer's declined payments, in seconds; undefined if there is none. */
export function declinesWait(payer: Payer, declined: CountedTimes, now: Date): number | undefined {
  return waitOf(declinesOf(payer), declined, now);
}

/** @throws payments.too_many_declined, before the gateway is called */
export function refuseAfterDeclines(payer: Payer, declined: CountedTimes, now: Date): void {
  const retryAfter = declinesWait(payer, declined, now);
  if (retryAfter !== undefined) throw refuse("payments.too_many_declined", { retryAfter });
}

/** Counts a payment that a bank declined. */
export async function countDecline(tx: Db, payer: Payer, now: Date): Promise<void> {
  await countOne(tx, declinesOf(payer), now);
}
