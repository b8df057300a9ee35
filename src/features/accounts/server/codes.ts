/** Mailed six-digit codes: to sign in, to prove a changed address, to step up. */
import { createHmac, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { capWait, countOne } from "#platform/server/caps.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Connection } from "#platform/server/http/handlers.ts";
import type { Language } from "#platform/shared/language.ts";
import { refuse } from "../contract.ts";
import { CODE_SECONDS, type CodePurpose, TAKEN_TOLD } from "../rules.ts";
import { admitCode, countEmailChange, countWrongCode, isLive, lockedSeconds, poolOf } from "./code-caps.ts";
import * as store from "./code-store.ts";
import { challengeCookie, readChallenges } from "./cookies.ts";
import type { AccountDeps } from "./deps.ts";
import { codeLetter, takenEmailLetter } from "./letters.ts";
import { knownDevice } from "./sign-in.ts";
import { findUserByEmail, lockPlayer, type UserRow } from "./store.ts";

/** The purpose of a code, and the address that it proves if that is not the account's own. */
export type CodeUse = { purpose: Exclude<CodePurpose, "new_email"> } | { purpose: "new_email"; email: string };

/** A code that was mailed: its end, and the `set-cookie` value that binds it to the browser that asked for it. */
export interface MailedCode {
  expiresAt: Date;
  cookie: string;
}

/**
 * Hashed with the installation's secret, because a million possible codes are guessed quickly from a stolen table. The
 * hash covers the address to which the code goes, so that it proves no other.
 */
function hashCode(code: string, { id }: UserRow, email: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(`code:${id}:${email.toLowerCase()}:${code}`).digest();
}

function newEmailOf(use: CodeUse): string | null {
  return use.purpose === "new_email" ? use.email : null;
}

/**
 * Mails a code that only this browser can use. The answer must carry its cookie.
 * @param language of the screen that asks, when it says so; else the account's
 * @throws accounts.too_many_codes, accounts.codes_locked, accounts.too_many_emails
 */
export async function mailCode(
  deps: AccountDeps,
  connection: Connection,
  user: UserRow,
  use: CodeUse,
  language: Language = user.language,
): Promise<MailedCode> {
  const now = deps.clock.now();
  const { sessionSecrets, productName } = deps.config;
  const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const id = randomUUID();
  const newEmail = newEmailOf(use);
  await deps.db.transaction(async (tx) => {
    const owner = await lockPlayer(tx, user.id);
    const pool = poolOf(owner, await knownDevice(deps, tx, connection, owner.id));
    const to = newEmail ?? owner.email;
    if (newEmail !== null) await countEmailChange(tx, owner.id, now);
    await admitCode(tx, pool, connection.address, now);
    await store.insertCode(tx, {
      id,
      userId: user.id,
      purpose: use.purpose,
      newEmail,
      codeHash: hashCode(code, owner, to, sessionSecrets[0]),
      address: connection.address,
      deviceId: pool.deviceId,
      createdAt: now,
      expiresAt,
    });
    const other = newEmail === null ? undefined : await findUserByEmail(tx, newEmail);
    if (other) return tellOwner(deps, tx, other, now);
    const reader = { to, name: owner.name, language, productName };
    await deps.mailer.post(tx, codeLetter(reader, code, use.purpose), owner.id);
  });
  return { expiresAt, cookie: challengeCookie({ purpose: use.purpose, id }, connection, sessionSecrets) };
}

/** Tells the owner of an address that somebody else wants it. The other's challenge has no valid code. */
async function tellOwner({ mailer, config }: AccountDeps, tx: Db, owner: UserRow, now: Date): Promise<void> {
  const letterCap = { what: "email_wanted", whose: [`account:${owner.id}`], caps: TAKEN_TOLD };
  if ((await capWait(tx, letterCap, now)) !== undefined) return;
  await countOne(tx, letterCap, now);
  const { email: to, name, language } = owner;
  await mailer.post(tx, takenEmailLetter({ to, name, language, productName: config.productName }), owner.id);
}

/**
 * Uses a code once, and does its work (`then`) in the same transaction. A browser without the challenge's cookie gets the
 * answer for a wrong code, and nothing is checked or counted, so that nobody uses up another person's tries.
 * @param then gets the account, locked; if it throws, the code stays unused
 * @throws accounts.wrong_code, accounts.dead_code (used, ended, or tried three times), accounts.codes_locked
 */
export async function takeCode<T>(
  deps: AccountDeps,
  connection: Connection,
  user: UserRow,
  { use, code }: { use: CodeUse; code: string },
  then: (tx: Db, owner: UserRow) => Promise<T>,
): Promise<T> {
  const challenges = readChallenges(connection, deps.config.sessionSecrets, use.purpose);
  if (challenges.length === 0) throw refuse("accounts.wrong_code");
  const { sessionSecrets } = deps.config;
  // The count of wrong tries must stay after the refusal, so the transaction decides and the throw comes after it.
  const outcome = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    // Guesses at the same moment wait for each other here, so that each sees the wrong tries before it.
    const owner = await lockPlayer(tx, user.id);
    const pool = poolOf(owner, await knownDevice(deps, tx, connection, owner.id));
    const codes = await store.findCodes(tx, user.id, challenges, use.purpose, newEmailOf(use));
    if (codes.length === 0) return { refusal: refuse("accounts.wrong_code") };
    const locked = await lockedSeconds(tx, pool, now);
    if (locked !== undefined) return { refusal: refuse("accounts.codes_locked", { retryAfter: locked }) };
    const live = codes.filter((row) => isLive(row, now));
    if (live.length === 0) return { refusal: refuse("accounts.dead_code") };
    const to = newEmailOf(use) ?? owner.email;
    const typed = sessionSecrets.map((secret) => hashCode(code, owner, to, secret));
    if (live.some(({ codeHash }) => typed.some((hash) => timingSafeEqual(codeHash, hash)))) {
      await store.endCodes(tx, user.id, now, use.purpose);
      return { done: await then(tx, owner) };
    }
    const tried = live.map(({ id }) => id);
    await store.countWrongTry(tx, tried);
    await countWrongCode(deps, tx, connection, owner, { pool, purpose: use.purpose });
    return { refusal: refuse("accounts.wrong_code") };
  });
  if ("refusal" in outcome) throw outcome.refusal;
  return outcome.done;
}
