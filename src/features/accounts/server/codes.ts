/** Mailed six-digit codes: to sign in, or to prove a changed address. */
import { createHmac, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import type { Db } from "#platform/server/db/database.ts";
import { refuse } from "../contract.ts";
import { CODE_SECONDS, CODE_WINDOW_SECONDS, CODES_A_WINDOW } from "../rules.ts";
import type { Language } from "#platform/shared/language.ts";
import type { AccountDeps } from "./deps.ts";
import { codeLetter } from "./letters.ts";
import * as store from "./store.ts";

/** Hashed with the installation's secret: a stolen table of million-value hashes would be guessed at once. */
function hashCode(code: string, userId: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(`code:${userId}:${code}`).digest();
}

/**
 * Mails a code.
 * @param newEmail the address to prove, or null to sign in at the account's own
 * @param language of the screen that asks, when it says so; else the account's
 * @returns when it ends
 * @throws accounts.too_many_codes
 */
export async function mailCode(
  deps: AccountDeps,
  user: store.UserRow,
  address: string,
  newEmail: string | null,
  language: Language = user.language,
): Promise<Date> {
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await deps.db.transaction(async (tx) => {
    await store.lockPlayer(tx, user.id);
    const since = new Date(now.getTime() - CODE_WINDOW_SECONDS * 1000);
    if ((await store.countCodes(tx, user.id, address, since)) >= CODES_A_WINDOW) {
      throw refuse("accounts.too_many_codes", { retryAfter: CODE_WINDOW_SECONDS });
    }
    await store.insertCode(tx, {
      id: randomUUID(),
      userId: user.id,
      newEmail,
      codeHash: hashCode(code, user.id, deps.config.sessionSecret),
      address,
      createdAt: now,
      expiresAt,
    });
    const reader = { to: newEmail ?? user.email, name: user.name, language, productName: deps.config.productName };
    await deps.mailer.post(tx, codeLetter(reader, code, newEmail === null ? "signIn" : "newEmail"));
  });
  return expiresAt;
}

/**
 * Uses a code up.
 * @throws accounts.wrong_code, accounts.dead_code (all are used, ended, or tried three times from this address)
 */
export async function useCode(
  deps: AccountDeps,
  db: Db,
  user: store.UserRow,
  address: string,
  code: string,
  newEmail: string | null,
): Promise<void> {
  // The count of wrong tries must outlive the refusal, so the transaction decides and the throw comes after it.
  const outcome = await db.transaction(async (tx) => {
    const now = deps.clock.now();
    // Guesses at the same moment queue up here: each then sees the wrong tries of those before it.
    await store.lockPlayer(tx, user.id);
    const codes = await store.tryableCodes(tx, user.id, address, newEmail, now);
    if (codes.length === 0) return "dead";
    const typed = hashCode(code, user.id, deps.config.sessionSecret);
    if (!codes.some(({ codeHash }) => timingSafeEqual(codeHash, typed))) {
      await store.countWrongTry(
        tx,
        codes.map(({ id }) => id),
        address,
      );
      return "wrong";
    }
    await store.useCodes(tx, user.id, newEmail, now);
    return "used";
  });
  if (outcome === "dead") throw refuse("accounts.dead_code");
  if (outcome === "wrong") throw refuse("accounts.wrong_code");
}
