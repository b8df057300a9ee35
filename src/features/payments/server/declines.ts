/** Limits declined payments, for an account and for its browser, so that a new account does not get around them. */
import { type CountedTimes, countOne, timesOf, waitOf } from "#platform/server/caps.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { SQL } from "#platform/server/db/drizzle.ts";
import { refuse } from "../contract.ts";
import { DECLINED_PAYMENTS } from "../rules.ts";

interface Payer {
  userId: string;
  browserId: string | null;
}

function declinesOf({ userId, browserId }: Payer) {
  const whose = [`account:${userId}`, ...(browserId === null ? [] : [`browser:${browserId}`])];
  return { what: "declined_payment", whose, caps: DECLINED_PAYMENTS };
}

/** A payer's declined payments that count, as a part of a read. */
export function declinedTimes(payer: Payer, now: Date): SQL<CountedTimes> {
  return timesOf(declinesOf(payer), now);
}

/** @throws payments.too_many_declined, before the gateway is called */
export function refuseAfterDeclines(payer: Payer, declined: CountedTimes, now: Date): void {
  const retryAfter = waitOf(declinesOf(payer), declined, now);
  if (retryAfter !== undefined) throw refuse("payments.too_many_declined", { retryAfter });
}

/** Counts a payment that a bank declined. */
export async function countDecline(tx: Db, payer: Payer, now: Date): Promise<void> {
  await countOne(tx, declinesOf(payer), now);
}
