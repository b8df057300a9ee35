/** A role's password as PostgreSQL keeps it, so that no statement, and no log of one, has the password itself. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

/** PostgreSQL's own (`scram_iterations`). */
const ITERATIONS = 4096;
const SALT_BYTES = 16;

/** RFC 3454, C.1.2: spaces that become U+0020; and B.1: signs that are left out. */
const OTHER_SPACES = /[\u{A0}\u{1680}\u{2000}-\u{200B}\u{202F}\u{205F}\u{3000}]/gu;
const LEFT_OUT =
  /\u{AD}|\u{34F}|\u{1806}|[\u{180B}-\u{180D}]|\u{200C}|\u{200D}|\u{2060}|[\u{FE00}-\u{FE0F}]|\u{FEFF}/gu;

/**
 * The verifier of SCRAM-SHA-256 (RFC 5802, RFC 7677), in the form of `pg_authid.rolpassword`.
 * @param salt only a test gives one
 */
export function scramVerifier(password: string, salt = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(prepared(password), salt, ITERATIONS, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const storedKey = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  const serverKey = keyOf("Server Key").toString("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${storedKey}:${serverKey}`;
}

/**
 * SASLprep (RFC 4013) as the driver does it when it signs in: spaces, signs that are left out, and NFKC. Nothing is
 * refused. PostgreSQL takes a password with forbidden signs as it is, so for such a one psql and the driver may differ;
 * the role is the driver's.
 */
function prepared(password: string): string {
  return password.replaceAll(OTHER_SPACES, " ").replaceAll(LEFT_OUT, "").normalize("NFKC");
}
