/** Changing one's email address: the old one is proved again, the new one by its code, and nobody else stays signed in. */
import type { Db } from "#platform/server/db/database.ts";
import { violates } from "#platform/server/db/errors.ts";
import type { Caller, Connection } from "#platform/server/http/handlers.ts";
import { refuse } from "../contract.ts";
import { isFreshProof } from "../rules.ts";
import { mailCode, takeCode } from "./codes.ts";
import { readSession } from "./cookies.ts";
import type { AccountDeps } from "./deps.ts";
import { endSignIns } from "./ending.ts";
import { changedEmailLetter, ownEmailLetter } from "./letters.ts";
import { devicesOf } from "./sign-in.ts";
import * as store from "./store.ts";
import { toUser } from "./view.ts";

interface EmailChange {
  caller: Caller;
  connection: Connection;
  user: store.UserRow;
  /** The new address. */
  email: string;
  /** What else of the profile is changed with it. */
  profile: Parameters<typeof store.updateUser>[2];
}

/**
 * Mails a code to the new address; the rest of the profile is saved.
 * @throws accounts.step_up_needed, accounts.email_taken, accounts.too_many_codes
 */
export async function askForEmailCode(deps: AccountDeps, change: EmailChange) {
  await admit(deps, change);
  const { connection, user, email, profile } = change;
  const { expiresAt, cookie } = await mailCode(deps, connection, user, { purpose: "new_email", email });
  const saved = await store.updateUser(deps.db, user.id, profile);
  const body = { user: toUser(saved), challenge: { expiresAt: expiresAt.toISOString() } };
  return { status: 202 as const, body, headers: { "set-cookie": [cookie] } };
}

/**
 * Takes the code that was mailed to the new address. It proves that address, so it is this session's proof, too.
 * @throws accounts.step_up_needed, accounts.email_taken, accounts.wrong_code, accounts.dead_code
 */
export async function changeEmail(deps: AccountDeps, change: EmailChange, code: string) {
  await admit(deps, change);
  const { connection, user, email, profile } = change;
  await takeCode(deps, connection, user, { purpose: "new_email", email }, code);
  const now = deps.clock.now();
  const signIn = readSession(connection);
  const devices = (await devicesOf(deps, deps.db, connection)).map(({ id }) => id);
  const changed = await replacing(deps.db, async (tx) => {
    const saved = await replaceEmail(deps, tx, user.id, email, { ...profile, emailProvedAt: now });
    await endSignIns(deps, tx, user.id, { signIn, devices });
    if (signIn) await store.proveSignIn(tx, signIn, now);
    return saved;
  });
  return { status: 200 as const, body: { user: toUser(changed) } };
}

/** The old address is proved again, by its code or a passkey; one that nobody has proved yet cannot be. */
async function admit({ db, clock }: AccountDeps, { caller, user, email }: EmailChange): Promise<void> {
  if (user.emailProvedAt !== null && !isFreshProof(caller.provedAt, clock.now()))
    throw refuse("accounts.step_up_needed");
  // A refusal saves nothing, so what can be refused comes first.
  if (await store.findUserByEmail(db, email)) throw refuse("accounts.email_taken");
}

/** A transaction that changes an address. @throws accounts.email_taken for one that somebody else has by now */
export function replacing<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work).catch((error: unknown) => {
    throw violates(error, "users_email") ? refuse("accounts.email_taken") : error;
  });
}

/** Gives an account another address, and tells the old and the new one. */
export async function replaceEmail(
  { mailer, config }: Pick<AccountDeps, "mailer" | "config">,
  tx: Db,
  userId: string,
  email: string,
  also: Parameters<typeof store.updateUser>[2],
): Promise<store.UserRow> {
  const { name, language, email: before, formerEmails } = await store.lockPlayer(tx, userId);
  const reader = { name, language, productName: config.productName };
  await mailer.post(tx, changedEmailLetter({ ...reader, to: before }, email));
  await mailer.post(tx, ownEmailLetter({ ...reader, to: email }));
  return store.updateUser(tx, userId, { ...also, email, formerEmails: [...new Set([...formerEmails, before])] });
}
