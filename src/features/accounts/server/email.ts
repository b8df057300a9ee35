/** Changing an email address: step-up for the old one, mailed code for the new one, all others signed out. */
import type { Db } from "#platform/server/db/database.ts";
import { violates } from "#platform/server/db/errors.ts";
import type { Caller, Connection } from "#platform/server/http/handlers.ts";
import { refuse } from "../contract.ts";
import { isFreshProof } from "../rules.ts";
import { endCodes } from "./code-store.ts";
import { mailCode, takeCode } from "./codes.ts";
import type { AccountDeps } from "./deps.ts";
import { endSignIns } from "./ending.ts";
import { changedEmailLetter, ownEmailLetter } from "./letters.ts";
import { devicesOf, renewed, stillSignedIn } from "./sign-in.ts";
import * as store from "./store.ts";
import { toUser } from "./view.ts";

interface EmailChange {
  caller: Caller;
  connection: Connection;
  user: store.UserRow;
  /** The new address. */
  email: string;
  /** The other changes of the profile in the same call. */
  profile: Parameters<typeof store.updateUser>[2];
}

/**
 * Mails a code to the new address; the rest of the profile is saved. The answer does not tell whether an address has an
 * account: for a taken address the answer is the same, the code is valid nowhere, and the owner gets a letter.
 * @throws accounts.step_up_needed, accounts.too_many_codes, accounts.codes_locked, accounts.too_many_emails
 */
export async function askForEmailCode(deps: AccountDeps, change: EmailChange) {
  admit(deps, change);
  const { connection, user, email, profile } = change;
  const { expiresAt, cookie } = await mailCode(deps, connection, user, { purpose: "new_email", email });
  const saved = await store.updateUser(deps.db, user.id, profile);
  const body = { user: toUser(saved), challenge: { expiresAt: expiresAt.toISOString() } };
  return { status: 202 as const, body, headers: { "set-cookie": [cookie] } };
}

/**
 * Uses the code that was mailed to the new address. It proves that address, so it is this session's proof, too.
 * @throws accounts.step_up_needed, accounts.wrong_code, accounts.dead_code, accounts.codes_locked, accounts.email_taken
 * when somebody else took the address meanwhile, request.signed_out when the session was ended
 */
export async function changeEmail(deps: AccountDeps, change: EmailChange, code: string) {
  admit(deps, change);
  const { connection, user, email, profile } = change;
  const taken = { use: { purpose: "new_email", email }, code } as const;
  const changed = await takeCode(deps, connection, user, taken, async (tx) => {
    const now = deps.clock.now();
    const signIn = await stillSignedIn(tx, connection, user.id);
    const devices = (await devicesOf(deps, tx, connection)).map(({ id }) => id);
    const saved = await replaceEmail(deps, tx, user.id, email, { ...profile, emailProvedAt: now });
    await endSignIns(deps, tx, user.id, { signIn, devices });
    return { saved, cookie: await renewed(deps, tx, connection, signIn) };
  }).catch(refuseTaken);
  return { status: 200 as const, body: { user: toUser(changed.saved) }, headers: { "set-cookie": [changed.cookie] } };
}

/** Needs a fresh proof by the old address's code or a passkey, unless nobody has proved the old address yet. */
function admit({ clock }: AccountDeps, { caller, user }: EmailChange): void {
  if (user.emailProvedAt !== null && !isFreshProof(caller.provedAt, clock.now()))
    throw refuse("accounts.step_up_needed");
}

/** Runs a transaction that changes an address. @throws accounts.email_taken for one that somebody else has by now */
export function replacing<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(work).catch(refuseTaken);
}

function refuseTaken(error: unknown): never {
  throw violates(error, "users_email") ? refuse("accounts.email_taken") : error;
}

/**
 * Gives an account another address, ends the codes that went to the old one, and writes to both. An old address that
 * was never proved may be a stranger's: its letter does not name the new one, and it is not kept as a former address.
 */
export async function replaceEmail(
  { mailer, config, clock }: Pick<AccountDeps, "mailer" | "config" | "clock">,
  tx: Db,
  userId: string,
  email: string,
  also: Parameters<typeof store.updateUser>[2],
): Promise<store.UserRow> {
  const { name, language, email: before, emailProvedAt, formerEmails } = await store.lockPlayer(tx, userId);
  await endCodes(tx, userId, clock.now());
  const reader = { name, language, productName: config.productName };
  const wasOwn = emailProvedAt !== null;
  await mailer.post(tx, changedEmailLetter({ ...reader, to: before }, wasOwn ? email : undefined), userId);
  await mailer.post(tx, ownEmailLetter({ ...reader, to: email }), userId);
  const known = wasOwn ? [...new Set([...formerEmails, before])] : formerEmails;
  return store.updateUser(tx, userId, { ...also, email, formerEmails: known });
}
