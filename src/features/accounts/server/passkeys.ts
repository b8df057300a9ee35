/** The handlers of passkeys. The library does the cryptography; we decide who, when and how often. */
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { note } from "#platform/server/audit-trail.ts";
import { violates } from "#platform/server/db/errors.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { type Passkey, type passkeyRoutes, refusePasskey } from "../passkey-contract.ts";
import type { AccountDeps } from "./deps.ts";
import * as store from "./passkey-store.ts";
import { signIn, stillSignedIn } from "./sign-in.ts";
import { askToSign, checkSignature, isOurs, keepChallenge, partyOf, webAuthn } from "./signatures.ts";
import { findUser, lockPlayer } from "./store.ts";
import { toUser } from "./view.ts";

export function passkeyHandlers(deps: AccountDeps): Handlers<typeof passkeyRoutes> {
  const { db, clock, config, security } = deps;

  return {
    listPasskeys: async ({ caller }) => ({
      status: 200,
      body: {
        passkeys: (await store.listOf(db, caller.id)).map(toPasskey),
        needed: config.production && caller.role === "admin" && !caller.hasPasskey,
      },
    }),

    askForPasskey: async ({ caller, connection }) => {
      const user = await findUser(db, caller.id);
      if (!user) throw refusePasskey("passkeys.not_made");
      const { generateRegistrationOptions } = await webAuthn();
      const options = await generateRegistrationOptions({
        rpName: config.productName,
        rpID: partyOf(connection),
        userName: user.email,
        userDisplayName: user.name,
        userID: new TextEncoder().encode(user.id),
        excludeCredentials: (await store.listOf(db, user.id)).map(({ id }) => ({ id })),
        // Kept on the authenticator and unlocked there, so that it replaces both the mailed code and the known device.
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      await keepChallenge(deps, options.challenge, user.id);
      return { status: 200, body: { options: { ...options } } };
    },

    addPasskey: async ({ caller, connection, body }) => {
      const { verifyRegistrationResponse } = await webAuthn();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        // The library checks its shape.
        response: body.credential as unknown as RegistrationResponseJSON,
        expectedChallenge: isOurs(deps, caller.id),
        expectedOrigin: connection.origin,
        expectedRPID: partyOf(connection),
      }).catch(() => ({ verified: false, registrationInfo: undefined }) as const);
      if (!verified) throw refusePasskey("passkeys.not_made");
      const { id, publicKey, counter, transports } = registrationInfo.credential;
      const at = clock.now();
      const row: store.PasskeyRow = {
        id,
        userId: caller.id,
        publicKey: Buffer.from(publicKey),
        counter,
        transports: knownAmong(transports),
        label: body.label,
        createdAt: at,
        lastUsedAt: null,
      };
      await db
        .transaction(async (tx) => {
          await stillSignedIn(tx, connection, caller.id);
          await store.insert(tx, row);
          await note(tx, {
            actorId: caller.id,
            action: "passkey.added",
            subject: caller.id,
            detail: { label: body.label },
            at,
          });
        })
        .catch((error: unknown) => {
          // The passkey is another account's, or is stored already.
          throw violates(error, "passkeys_pkey") ? refusePasskey("passkeys.not_made") : error;
        });
      return { status: 201, body: { passkey: toPasskey(row) } };
    },

    removePasskey: async ({ caller, params, connection }) => {
      await db.transaction(async (tx) => {
        await stillSignedIn(tx, connection, caller.id);
        const row = await store.find(tx, params.id);
        if (!row || !(await store.remove(tx, caller.id, params.id))) throw refusePasskey("passkeys.not_found");
        const detail = { label: row.label };
        await note(tx, { actorId: caller.id, action: "passkey.removed", subject: caller.id, detail, at: clock.now() });
      });
      return { status: 204, body: undefined };
    },

    askForPasskeySignIn: async ({ connection }) => {
      return { status: 200, body: { options: { ...(await askToSign(deps, connection, null)).options } } };
    },

    signInByPasskey: async ({ connection, body }) => {
      const row = await store.find(db, body.credential.id);
      if (!row) throw refusePasskey("passkeys.refused");
      const newCounter = await checkSignature(deps, connection, row, body.credential, null);
      const { user, cookies } = await db.transaction(async (tx) => {
        const present = await lockPlayer(tx, row.userId);
        await store.noteUse(tx, row.id, { counter: newCounter, lastUsedAt: clock.now() });
        return { user: present, cookies: await signIn(deps, tx, connection, present, { proved: true }) };
      });
      security.note({ event: "signed_in", account: user.id, by: "passkey" }, connection.address);
      return { status: 200, body: { user: toUser(user) }, headers: { "set-cookie": cookies } };
    },
  };
}

/** https://www.w3.org/TR/webauthn-3/#enum-transport. */
const transportNames: ReadonlySet<unknown> = new Set(["ble", "hybrid", "internal", "nfc", "smart-card", "usb"]);

/** How to reach an authenticator, as the browser says; the library hands it on unchanged. */
function knownAmong(transports: unknown): string[] {
  return Array.isArray(transports) ? transports.filter((name) => transportNames.has(name)) : [];
}

function toPasskey({ id, label, createdAt, lastUsedAt }: store.PasskeyRow): Passkey {
  return { id, label, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
