/**
 * The caps on mailed codes, whatever the network address. Browsers that are new to an account share one pool, so that
 * changing addresses does not help. Each device that the account knows has its own, so that strangers lock no owner
 * out.
 */
import { capWait, countOne, waitFor } from "#platform/server/caps.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Connection } from "#platform/server/http/handlers.ts";
import { refuse } from "../contract.ts";
import {
  CODE_WINDOW_SECONDS,
  CODES_A_WINDOW,
  type CodePurpose,
  EMAIL_CHANGES,
  LIVE_CODES,
  LOCK_TOLD_SECONDS,
  WRONG_CODES,
  WRONG_TRIES,
} from "../rules.ts";
import { type CodeRow, recentCodes } from "./code-store.ts";
import type { AccountDeps } from "./deps.ts";
import { codesLockedLetter } from "./letters.ts";
import { type DeviceRow, updateUser, type UserRow } from "./store.ts";

/** What is counted together: one known device of an account, or all browsers that are new to the account. */
export interface Pool {
  userId: string;
  deviceId: string | null;
}

export function poolOf(user: UserRow, device: DeviceRow | undefined): Pool {
  return { userId: user.id, deviceId: device?.id ?? null };
}

/** Whether a code can still be taken. */
export function isLive(code: Pick<CodeRow, "usedAt" | "expiresAt" | "tries">, now: Date): boolean {
  return code.usedAt === null && code.expiresAt > now && code.tries < WRONG_TRIES;
}

/** The name under which a pool's counts are kept. */
export function nameOf({ userId, deviceId }: Pool): string {
  return deviceId === null ? `account:${userId}` : `device:${deviceId}`;
}

function wrongCodesOf(pool: Pool) {
  return { what: "wrong_code", whose: [nameOf(pool)], caps: WRONG_CODES };
}

/** The seconds for which wrong codes still lock the pool; undefined if they do not lock it. */
export function lockedSeconds(tx: Db, pool: Pool, now: Date): Promise<number | undefined> {
  return capWait(tx, wrongCodesOf(pool), now);
}

/**
 * Counts a request to change the email address, in the transaction that mails its code. The account must be locked.
 * @throws accounts.too_many_emails
 */
export async function countEmailChange(tx: Db, userId: string, now: Date): Promise<void> {
  const asked = { what: "email_change", whose: [`account:${userId}`], caps: EMAIL_CHANGES };
  const retryAfter = await capWait(tx, asked, now);
  if (retryAfter !== undefined) throw refuse("accounts.too_many_emails", { retryAfter });
  await countOne(tx, asked, now);
}

/**
 * Checks that another code may be mailed. The account must be locked.
 * @throws accounts.codes_locked, accounts.too_many_codes
 */
export async function admitCode(tx: Db, pool: Pool, address: string, now: Date): Promise<void> {
  const locked = await lockedSeconds(tx, pool, now);
  if (locked !== undefined) throw refuse("accounts.codes_locked", { retryAfter: locked });
  const recent = await recentCodes(tx, pool.userId, pool.deviceId, secondsBefore(now, CODE_WINDOW_SECONDS));
  const live = recent.filter((code) => isLive(code, now)).map(({ expiresAt }) => expiresAt);
  // The wait lasts until the oldest valid code has expired.
  const full = waitFor(live, [{ max: LIVE_CODES, seconds: 0 }], now);
  const fromHere = recent.filter((code) => code.address === address).map(({ createdAt }) => createdAt);
  const window = { max: CODES_A_WINDOW, seconds: CODE_WINDOW_SECONDS };
  const often = pool.deviceId === null ? waitFor(fromHere, [window], now) : undefined;
  const wait = Math.max(full ?? 0, often ?? 0);
  if (wait > 0) throw refuse("accounts.too_many_codes", { retryAfter: wait });
}

/** Counts a wrong code. If this locks its pool, it writes to the log and, at most once a day, to the owner. */
export async function countWrongCode(
  deps: AccountDeps,
  tx: Db,
  connection: Connection,
  user: UserRow,
  { pool, purpose }: { pool: Pool; purpose: CodePurpose },
): Promise<void> {
  const now = deps.clock.now();
  await countOne(tx, wrongCodesOf(pool), now);
  const seconds = await lockedSeconds(tx, pool, now);
  const of = pool.deviceId === null ? "new_browsers" : "device";
  const mails = seconds !== undefined && (user.lockToldAt ?? new Date(0)) <= secondsBefore(now, LOCK_TOLD_SECONDS);
  if (mails) {
    const { productName } = deps.config;
    const reader = { to: user.email, name: user.name, language: user.language, productName };
    await deps.mailer.post(tx, codesLockedLetter(reader, of), user.id);
    await updateUser(tx, user.id, { lockToldAt: now });
  }
  tx.afterCommit(() => {
    const { id: account } = user;
    deps.security.note({ event: "wrong_code", account, purpose }, connection.address);
    if (seconds !== undefined)
      deps.security.note({ event: "codes_locked", account, purpose, of, seconds }, connection.address);
  });
}

function secondsBefore(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}
