/** The handlers of passkeys. The cryptography is the library's; who, when and once is ours. */
import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { note } from "#platform/server/audit-trail.ts";
import type { Connection, Handlers } from "#platform/server/http/handlers.ts";
import { type Passkey, type passkeyRoutes, refusePasskey } from "../passkey-contract.ts";
import { CODE_SECONDS } from "../rules.ts";
import type { AccountDeps } from "./deps.ts";
import * as store from "./passkey-store.ts";
import { knownDevice, signIn } from "./sign-in.ts";
import { findUser } from "./store.ts";
import { toUser } from "./view.ts";

/** The library, when the first passkey comes: a start is a fifth of a second shorter without it. */
const webAuthn = () => import("@simplewebauthn/server");

export function passkeyHandlers(deps: AccountDeps): Handlers<typeof passkeyRoutes> {
  const { db, clock, config, security } = deps;

  const keep = async (challenge: string, userId: string | null) => {
    const now = clock.now();
    await store.keepChallenge(db, { challenge, userId, expiresAt: new Date(now.getTime() + CODE_SECONDS * 1000) }, now);
  };
  /** A challenge of ours that was made for this account, or for whoever signs in; used up by the question. */
  const isOurs = (userId: string | null) => async (challenge: string) =>
    (await store.takeChallenge(db, challenge, clock.now()))?.userId === userId;

  return {
    listPasskeys: async ({ caller }) => ({
      status: 200,
      body: { passkeys: (await store.listOf(db, caller.id)).map(toPasskey) },
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
        // Kept on the authenticator and unlocked there: it stands for the mailed code and the device in one.
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      await keep(options.challenge, user.id);
      return { status: 200, body: { options: { ...options } } };
    },

    addPasskey: async ({ caller, connection, body }) => {
      const { verifyRegistrationResponse } = await webAuthn();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        // Its shape is the library's to check.
        response: body.credential as unknown as RegistrationResponseJSON,
        expectedChallenge: isOurs(caller.id),
        expectedOrigin: connection.origin,
        expectedRPID: partyOf(connection),
      }).catch(() => ({ verified: false, registrationInfo: undefined }) as const);
      if (!verified) throw refusePasskey("passkeys.not_made");
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      const at = clock.now();
      const row: store.PasskeyRow = {
        id,
        userId: caller.id,
        publicKey: Buffer.from(publicKey),
        counter,
        transports,
        label: body.label,
        createdAt: at,
        lastUsedAt: null,
      };
      await db.transaction(async (tx) => {
        await store.insert(tx, row);
        await note(tx, {
          actorId: caller.id,
          action: "passkey.added",
          subject: caller.id,
          detail: { label: body.label },
          at,
        });
      });
      return { status: 201, body: { passkey: toPasskey(row) } };
    },

    removePasskey: async ({ caller, params }) => {
      await db.transaction(async (tx) => {
        const row = await store.find(tx, params.id);
        if (!row || !(await store.remove(tx, caller.id, params.id))) throw refusePasskey("passkeys.not_found");
        const detail = { label: row.label };
        await note(tx, { actorId: caller.id, action: "passkey.removed", subject: caller.id, detail, at: clock.now() });
      });
      return { status: 204, body: undefined };
    },

    askForPasskeySignIn: async ({ connection }) => {
      const { generateAuthenticationOptions } = await webAuthn();
      const options = await generateAuthenticationOptions({
        rpID: partyOf(connection),
        userVerification: "required",
      });
      await keep(options.challenge, null);
      return { status: 200, body: { options: { ...options } } };
    },

    signInByPasskey: async ({ connection, body }) => {
      const row = await store.find(db, body.credential.id);
      const user = row && (await findUser(db, row.userId));
      if (!row || !user || user.deletedAt) throw refusePasskey("passkeys.refused");
      const { verifyAuthenticationResponse } = await webAuthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: body.credential as unknown as AuthenticationResponseJSON,
        expectedChallenge: isOurs(null),
        expectedOrigin: connection.origin,
        expectedRPID: partyOf(connection),
        credential: { id: row.id, publicKey: new Uint8Array(row.publicKey), counter: row.counter },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }) as const);
      if (!verified) throw refusePasskey("passkeys.refused");
      const known = await knownDevice(deps, connection, user.id);
      const cookies = await db.transaction(async (tx) => {
        await store.noteUse(tx, row.id, { counter: authenticationInfo.newCounter, lastUsedAt: clock.now() });
        return signIn(deps, tx, connection, user, known);
      });
      security.note({ event: "signed_in", account: user.id, by: "passkey" }, connection.address);
      return { status: 200, body: { user: toUser(user) }, headers: { "set-cookie": cookies } };
    },
  };
}

/** The relying party: the host that the browser shows. Numbers cannot be one (https://www.w3.org/TR/webauthn-3/#rp-id). */
function partyOf({ origin }: Connection): string {
  const { hostname } = new URL(origin);
  if (isIP(hostname.replaceAll(/^\[|\]$/g, "")) !== 0) throw refusePasskey("passkeys.needs_name");
  return hostname;
}

function toPasskey({ id, label, createdAt, lastUsedAt }: store.PasskeyRow): Passkey {
  return { id, label, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
