/**
 * Passkeys as JSON, both ways, by the algorithms of https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON.
 * Browsers have these themselves (`parseCreationOptionsFromJSON`, `toJSON`), but Safari only since 18.4.
 */

export function creationOptions(json: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  const { challenge, user, excludeCredentials, extensions: _, ...rest } = json;
  return {
    // The rest is written as the browser takes it, in words that are wider as JSON.
    ...(rest as Omit<PublicKeyCredentialCreationOptions, "challenge" | "user">),
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: descriptors(excludeCredentials),
  };
}

export function requestOptions(json: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  const { challenge, allowCredentials, extensions: _, ...rest } = json;
  return {
    // As above.
    ...(rest as Omit<PublicKeyCredentialRequestOptions, "challenge">),
    challenge: bytesOf(challenge),
    allowCredentials: descriptors(allowCredentials),
  };
}

/** A credential that was made, or that has signed, as the server gets it. */
export function credentialJson({ id, type, rawId, authenticatorAttachment, response }: PublicKeyCredential) {
  const { clientDataJSON } = response;
  const common = {
    id,
    type,
    rawId: textOf(rawId),
    clientExtensionResults: {},
    ...(authenticatorAttachment === null ? {} : { authenticatorAttachment }),
  };
  if (response instanceof AuthenticatorAttestationResponse) {
    const { attestationObject } = response;
    const made = { attestationObject: textOf(attestationObject), transports: response.getTransports() };
    return { ...common, response: { clientDataJSON: textOf(clientDataJSON), ...made } };
  }
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new TypeError("A passkey makes, or it signs");
  const { authenticatorData, signature, userHandle } = response;
  return {
    ...common,
    response: {
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle === null ? {} : { userHandle: textOf(userHandle) }),
    },
  };
}

function descriptors(listed: PublicKeyCredentialDescriptorJSON[] | undefined): PublicKeyCredentialDescriptor[] {
  return (listed ?? []).map(({ id, transports }) => ({
    type: "public-key",
    id: bytesOf(id),
    // A browser ignores those that it does not know.
    ...(transports ? { transports: transports as AuthenticatorTransport[] } : {}),
  }));
}

/** The bytes of a Base64url text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
