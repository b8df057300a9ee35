/** The browser's half of passkeys: its own calls, no library. */
import type { User } from "#features/accounts/contract.ts";
import { type Passkey, passkeyRoutes } from "#features/accounts/passkey-contract.ts";
import { call } from "#platform/web/api.ts";
import { creationOptions, credentialJson, requestOptions } from "./passkey-json.ts";

/** Whether the person closed the browser's own sheet or let it run out, which is no error. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "NotAllowedError" || error.name === "AbortError");
}

/** Makes a passkey on this device and keeps it. @throws ApiError, or the browser's own DOMException */
export async function makePasskey(label: string): Promise<Passkey> {
  const { body } = await call(passkeyRoutes.askForPasskey);
  const publicKey = creationOptions(
    // As the server's library wrote them for exactly this call.
    body.options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = written(await navigator.credentials.create({ publicKey }));
  return (await call(passkeyRoutes.addPasskey, { body: { label, credential } })).body.passkey;
}

/** Signs in by a passkey that this device or a phone beside it has. @throws as above */
export async function signInByPasskey(): Promise<User> {
  const { body } = await call(passkeyRoutes.askForPasskeySignIn);
  const credential = await signWithPasskey(body.options);
  return (await call(passkeyRoutes.signInByPasskey, { body: { credential } })).body.user;
}

/** Asks a passkey to sign the server's challenge. @throws as above */
export async function signWithPasskey(options: PublicKeyCredentialRequestOptionsJSON) {
  const publicKey = requestOptions(options);
  return written(await navigator.credentials.get({ publicKey }));
}

function written(credential: Credential | null) {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException("No passkey was given", "AbortError");
  return credentialJson(credential);
}
