/** An authenticator in software: a passkey that is made, and that signs, as a browser would send it. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** The host and the address of these tests' pages. */
const PARTY = "localhost";
const ORIGIN = "http://localhost:3000";
/** https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data: somebody is there and has been verified; a key follows. */
const VERIFIED = 0x05;
const WITH_KEY = 0x40;

type CborMap = Parameters<typeof isoCBOR.encode>[0];

export interface Authenticator {
  id: string;
  /** What a browser sends of the passkey that it has made. @param transports as it says, right or wrong */
  made(challenge: string, transports?: unknown): object;
  /** What it sends of one that has signed. */
  signed(challenge: string): object;
}

export function authenticator(rawId = randomBytes(16)): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = rawId.toString("base64url");
  const said = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin: ORIGIN }));
  const data = (flags: number, rest: Buffer[] = []) =>
    Buffer.concat([sha256(Buffer.from(PARTY)), Buffer.from([flags]), Buffer.alloc(4), ...rest]);
  const sent = (response: object) => ({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  return {
    id,
    made: (challenge, transports) => {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      // https://www.rfc-editor.org/rfc/rfc9053#name-double-coordinate-curves
      const key: CborMap = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]);
      const length = Buffer.from([0, rawId.length]);
      const authData = data(VERIFIED | WITH_KEY, [Buffer.alloc(16), length, rawId, Buffer.from(isoCBOR.encode(key))]);
      const attestation: CborMap = new Map<string, string | CborMap>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ]);
      return sent({
        clientDataJSON: said("webauthn.create", challenge).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString("base64url"),
        transports,
      });
    },
    signed: (challenge) => {
      const clientData = said("webauthn.get", challenge);
      const authenticatorData = data(VERIFIED);
      const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return sent({
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
