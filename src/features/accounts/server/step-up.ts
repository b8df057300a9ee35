/** The step-up: proving again that it is still the same person, by a mailed code or the person's passkey. */
import type { Db } from "#platform/server/db/database.ts";
import type { Caller, Connection, Handlers } from "#platform/server/http/handlers.ts";
import { countCall } from "#platform/server/http/limits.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import type { RouteDef } from "#platform/shared/route.ts";
import { refuse } from "../contract.ts";
import { refusePasskey } from "../passkey-contract.ts";
import { isFreshProof, needsPasskey, PROOF_SECONDS } from "../rules.ts";
import type { stepUpRoutes } from "../step-up-contract.ts";
import { nameOf, poolOf } from "./code-caps.ts";
import { mailCode, takeCode } from "./codes.ts";
import type { AccountDeps } from "./deps.ts";
import { endSignIns } from "./ending.ts";
import * as passkeys from "./passkey-store.ts";
import { askToSign, checkSignature } from "./signatures.ts";
import { devicesOf, knownDevice, renewed, stillSignedIn } from "./sign-in.ts";
import * as store from "./store.ts";

/** Calls of one device, or of all new browsers together: a thief of a session uses up none of the owner's. */
const STEP_UPS = { max: 60, seconds: 600 };

/** Whether somebody must use a passkey: staff and administrators who have one. A mailed code is then refused. */
export async function mustUsePasskey(db: Db, user: store.UserRow): Promise<boolean> {
  return user.role !== "player" && (await passkeys.listOf(db, user.id)).length > 0;
}

/**
 * Refuses a call if its caller must first give a proof or add a passkey.
 * @throws accounts.passkey_needed, accounts.step_up_needed
 */
export function requireProof({ clock, config }: Pick<AccountDeps, "clock" | "config">) {
  return (route: RouteDef, caller: Caller): void => {
    if (config.production && caller.role === "admin" && !caller.hasPasskey && needsPasskey(route))
      throw refuse("accounts.passkey_needed");
    if (route.stepUp && !isFreshProof(caller.provedAt, clock.now())) throw refuse("accounts.step_up_needed");
  };
}

export function stepUpHandlers(deps: AccountDeps): Handlers<typeof stepUpRoutes> {
  const { db, clock } = deps;

  /** Records a proof in the session that gave it. The account is locked. */
  async function proved(tx: Db, connection: Connection, user: store.UserRow, byCode: boolean) {
    const now = clock.now();
    const hash = await stillSignedIn(tx, connection, user.id);
    if (byCode && user.emailProvedAt === null) {
      const here = (await devicesOf(deps, tx, connection)).map(({ id }) => id);
      // As at a sign-in, the first proof of an address ends the sessions and devices that somebody else may have.
      await endSignIns(deps, tx, user.id, { signIn: hash, devices: here });
      await store.updateUser(tx, user.id, { emailProvedAt: now });
    }
    const cookie = await renewed(deps, tx, connection, hash);
    const by = byCode ? "code" : "passkey";
    tx.afterCommit(() => deps.security.note({ event: "stepped_up", account: user.id, by }, connection.address));
    return {
      status: 200 as const,
      body: { provedUntil: new Date(now.getTime() + PROOF_SECONDS * 1000).toISOString() },
      headers: { "set-cookie": [cookie] },
    };
  }

  return {
    stepUp: async ({ caller, body, connection }) => {
      const user = await store.findUser(db, caller.id);
      if (!user) throw refuse("accounts.not_found");
      const pool = poolOf(user, await knownDevice(deps, db, connection, user.id));
      const retryAfter = await countCall(db, `${nameOf(pool)} step-up`, STEP_UPS, clock.now());
      if (retryAfter !== undefined) throw refuseRequest("request.too_many", { retryAfter });
      const passkeyOnly = await mustUsePasskey(db, user);
      if (body.passkey) {
        const row = await passkeys.find(db, body.passkey.id);
        if (row?.userId !== user.id) throw refusePasskey("passkeys.refused");
        const counter = await checkSignature(deps, connection, row, body.passkey, user.id);
        return db.transaction(async (tx) => {
          const present = await store.lockPlayer(tx, user.id);
          await passkeys.noteUse(tx, row.id, { counter, lastUsedAt: clock.now() });
          return proved(tx, connection, present, false);
        });
      }
      if (body.code !== undefined) {
        if (passkeyOnly) throw refuse("accounts.passkey_only");
        const taken = { use: { purpose: "step_up" }, code: body.code } as const;
        return takeCode(deps, connection, user, taken, (tx, present) => proved(tx, connection, present, true));
      }
      if (passkeyOnly) {
        const { options, expiresAt } = await askToSign(deps, connection, user.id);
        const challenge = { expiresAt: expiresAt.toISOString() };
        return { status: 202, body: { challenge, passkey: { options: { ...options } } } };
      }
      const { expiresAt, cookie } = await mailCode(deps, connection, user, { purpose: "step_up" }, body.language);
      const challenge = { expiresAt: expiresAt.toISOString() };
      return { status: 202, body: { challenge }, headers: { "set-cookie": [cookie] } };
    },
  };
}
