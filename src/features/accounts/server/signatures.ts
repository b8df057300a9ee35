/** Challenges that a passkey signs, and the check of its signature: for signing in and for the step-up. */
import { isIP } from "node:net";
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { Connection } from "#platform/server/http/handlers.ts";
import { refusePasskey } from "../passkey-contract.ts";
import { CODE_SECONDS } from "../rules.ts";
import type { AccountDeps } from "./deps.ts";
import * as store from "./passkey-store.ts";

type SignDeps = Pick<AccountDeps, "db" | "clock">;

/** Loads the library with the first passkey: without it a start is a fifth of a second shorter. */
export const webAuthn = () => import("@simplewebauthn/server");

/** Stores a challenge for an account, or null for signing in. @returns when it ends */
export async function keepChallenge({ db, clock }: SignDeps, challenge: string, userId: string | null): Promise<Date> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000);
  await store.keepChallenge(db, { challenge, userId, expiresAt }, now);
  return expiresAt;
}

/** Whether a challenge is ours and was made for this account (null: for signing in). Asking uses it up. */
export const isOurs =
  ({ db, clock }: SignDeps, userId: string | null) =>
  async (challenge: string): Promise<boolean> =>
    (await store.takeChallenge(db, challenge, clock.now()))?.userId === userId;

/**
 * The options with which a browser asks a passkey to sign.
 * @param userId the owner of the passkeys; null for anybody's
 * @throws passkeys.needs_name
 */
export async function askToSign(
  deps: SignDeps,
  connection: Connection,
  userId: string | null,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; expiresAt: Date }> {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: partyOf(connection),
    userVerification: "required",
    ...(userId !== null && { allowCredentials: (await store.listOf(deps.db, userId)).map(({ id }) => ({ id })) }),
  });
  return { options, expiresAt: await keepChallenge(deps, options.challenge, userId) };
}

/**
 * Checks that a passkey signed our challenge.
 * @param askedOf the account for which the challenge was made; null for a sign-in
 * @returns the authenticator's new count of signatures
 * @throws passkeys.refused, passkeys.needs_name
 */
export async function checkSignature(
  deps: SignDeps,
  connection: Connection,
  row: store.PasskeyRow,
  credential: object,
  askedOf: string | null,
): Promise<number> {
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    // The library checks its shape.
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: isOurs(deps, askedOf),
    expectedOrigin: connection.origin,
    expectedRPID: partyOf(connection),
    credential: { id: row.id, publicKey: new Uint8Array(row.publicKey), counter: row.counter },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }) as const);
  if (!verified) throw refusePasskey("passkeys.refused");
  return authenticationInfo.newCounter;
}

/** The relying party: the host in the browser, which must have a name (https://www.w3.org/TR/webauthn-3/#rp-id). */
export function partyOf({ origin }: Connection): string {
  const { hostname } = new URL(origin);
  if (isIP(hostname.replaceAll(/^\[|\]$/g, "")) !== 0) throw refusePasskey("passkeys.needs_name");
  return hostname;
}
