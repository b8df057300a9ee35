/** Limits declined payments, for an account and for its browser, so that a new account does not get around them. */
import { capWait, countOne } from "#platform/server/caps.ts";
import type { Db } from "#platform/server/db/database.ts";
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

/** @throws payments.too_many_declined before anything is asked of the gateway */
export async function refuseAfterDeclines(tx: Db, payer: Payer, now: Date): Promise<void> {
  const retryAfter = await capWait(tx, declinesOf(payer), now);
  if (retryAfter !== undefined) throw refuse("payments.too_many_declined", { retryAfter });
}

/** Counts a payment that a bank declined. */
export async function countDecline(tx: Db, payer: Payer, now: Date): Promise<void> {
  await countOne(tx, declinesOf(payer), now);
}
