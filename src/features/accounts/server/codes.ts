/** Mailed six-digit codes: to sign in, to prove a changed address, to step up. */
import { createHmac, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import type { Connection } from "#platform/server/http/handlers.ts";
import type { Language } from "#platform/shared/language.ts";
import { refuse } from "../contract.ts";
import { CODE_SECONDS, CODE_WINDOW_SECONDS, CODES_A_WINDOW, type CodePurpose, WRONG_TRIES } from "../rules.ts";
import * as store from "./code-store.ts";
import { challengeCookie, readChallenges } from "./cookies.ts";
import type { AccountDeps } from "./deps.ts";
import { codeLetter } from "./letters.ts";
import { lockPlayer, type UserRow } from "./store.ts";

/** What a code is for, and the address that it proves when that is not the account's own. */
export type CodeUse = { purpose: Exclude<CodePurpose, "new_email"> } | { purpose: "new_email"; email: string };

/** A code that is under way: when it ends, and the `set-cookie` value that binds it to the browser that asked. */
export interface Challenge {
  expiresAt: Date;
  cookie: string;
}

/** Hashed with the installation's secret: a stolen table of million-value hashes would be guessed at once. */
function hashCode(code: string, userId: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(`code:${userId}:${code}`).digest();
}

function newEmailOf(use: CodeUse): string | null {
  return use.purpose === "new_email" ? use.email : null;
}

/**
 * Mails a code that this browser alone can use. The answer must carry its cookie.
 * @param language of the screen that asks, when it says so; else the account's
 * @throws accounts.too_many_codes
 */
export async function mailCode(
  deps: AccountDeps,
  connection: Connection,
  user: UserRow,
  use: CodeUse,
  language: Language = user.language,
): Promise<Challenge> {
  const now = deps.clock.now();
  const { sessionSecret, productName } = deps.config;
  const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const id = randomUUID();
  const newEmail = newEmailOf(use);
  await deps.db.transaction(async (tx) => {
    await lockPlayer(tx, user.id);
    const since = new Date(now.getTime() - CODE_WINDOW_SECONDS * 1000);
    if ((await store.countCodes(tx, user.id, connection.address, since)) >= CODES_A_WINDOW) {
      throw refuse("accounts.too_many_codes", { retryAfter: CODE_WINDOW_SECONDS });
    }
    await store.insertCode(tx, {
      id,
      userId: user.id,
      purpose: use.purpose,
      newEmail,
      codeHash: hashCode(code, user.id, sessionSecret),
      address: connection.address,
      createdAt: now,
      expiresAt,
    });
    const reader = { to: newEmail ?? user.email, name: user.name, language, productName };
    await deps.mailer.post(tx, codeLetter(reader, code, use.purpose));
  });
  return { expiresAt, cookie: challengeCookie({ purpose: use.purpose, id }, connection, sessionSecret) };
}

/**
 * Takes a code, once. A browser that does not bring the cookie of its challenge is told as of a wrong code, and nothing
 * is looked at or counted: nobody spends another's tries.
 * @throws accounts.wrong_code, accounts.dead_code (used, ended, or tried three times)
 */
export async function takeCode(
  deps: AccountDeps,
  connection: Connection,
  user: UserRow,
  use: CodeUse,
  code: string,
): Promise<void> {
  const challenges = readChallenges(connection, deps.config.sessionSecret, use.purpose);
  if (challenges.length === 0) throw refuse("accounts.wrong_code");
  // The count of wrong tries must outlive the refusal, so the transaction decides and the throw comes after it.
  const outcome = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    // Guesses at the same moment queue up here: each then sees the wrong tries of those before it.
    await lockPlayer(tx, user.id);
    const codes = await store.findCodes(tx, user.id, challenges, use.purpose, newEmailOf(use));
    if (codes.length === 0) return "wrong";
    const live = codes.filter((row) => row.usedAt === null && row.expiresAt > now && row.tries < WRONG_TRIES);
    if (live.length === 0) return "dead";
    const typed = hashCode(code, user.id, deps.config.sessionSecret);
    if (live.some(({ codeHash }) => timingSafeEqual(codeHash, typed))) {
      await store.endCodes(tx, user.id, use.purpose, now);
      return "taken";
    }
    const tried = live.map(({ id }) => id);
    await store.countWrongTry(tx, tried);
    return "wrong";
  });
  if (outcome === "dead") throw refuse("accounts.dead_code");
  if (outcome === "wrong") throw refuse("accounts.wrong_code");
}
