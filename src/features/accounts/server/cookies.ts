/**
 * The cookies: the sign-in (a random token, its hash in the database), the devices and the challenges (signed ids).
 */
import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Connection } from "#platform/server/http/handlers.ts";
import { isSame, type Secrets } from "#platform/server/secrets.ts";
import { CHALLENGE_SECONDS, CHALLENGES_A_BROWSER, type CodePurpose, DEVICE_DAYS } from "../rules.ts";

const DAY_SECONDS = 86_400;
/**
 * As long as browsers keep a cookie; the server decides when a session ends
 * (https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html).
 */
const SESSION_COOKIE_DAYS = 400;
/** The most accounts that one browser is remembered for, such as a family's on one phone. */
const DEVICES_A_BROWSER = 5;

type Kind = "session" | "device" | "challenge";

/** `__Host-` binds a cookie to this host. Browsers accept it only over HTTPS. */
function nameOf(kind: Kind, secure: boolean): string {
  return `${secure ? "__Host-" : ""}acebay_${kind}`;
}

function write(kind: Kind, value: string, seconds: number, secure: boolean): string {
  // Values are of letters, digits, `-`, `_`, `.`, `:` and `~`: nothing that needs encoding (RFC 6265, section 4.1.1).
  return `${nameOf(kind, secure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

export function sessionCookie(token: string, secure: boolean): string {
  return write("session", token, SESSION_COOKIE_DAYS * DAY_SECONDS, secure);
}

export function clearedCookie(kind: Kind, secure: boolean): string {
  return write(kind, "", 0, secure);
}

/** A new sign-in's token (for the cookie) and its hash (for the database). */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** What cookies are read from. Over HTTPS only the bound names count: a sibling host can set the others. */
export type CookieJar = Pick<Connection, "cookies" | "secure">;

/** The hash of the sign-in that came with a request. */
export function readSession({ cookies, secure }: CookieJar): Buffer | undefined {
  const token = cookies[nameOf("session", secure)];
  return token ? hashToken(token) : undefined;
}

/** One device for each account that uses the browser, the newest first, each signed separately. */
export function deviceCookie(deviceIds: readonly string[], [secret]: Secrets, secure: boolean): string {
  if (deviceIds.length === 0) return clearedCookie("device", secure);
  const signed = deviceIds.slice(0, DEVICES_A_BROWSER).map((id) => sign(id, "device", secret));
  return write("device", signed.join("~"), DEVICE_DAYS * DAY_SECONDS, secure);
}

/** The device ids of a request with a valid signature, the newest first. */
export function readDevices(jar: CookieJar, secrets: Secrets): string[] {
  return entriesOf(jar, "device", DEVICES_A_BROWSER, secrets);
}

/** A mailed code that a browser asked for. */
interface ChallengeEntry {
  purpose: CodePurpose;
  id: string;
}

/** The cookie with this challenge before the browser's others; the oldest beyond five are dropped. */
export function challengeCookie({ purpose, id }: ChallengeEntry, jar: CookieJar, secrets: Secrets): string {
  const entries = [`${purpose}:${id}`, ...entriesOf(jar, "challenge", CHALLENGES_A_BROWSER - 1, secrets)];
  const signed = entries.map((entry) => sign(entry, "challenge", secrets[0]));
  return write("challenge", signed.join("~"), CHALLENGE_SECONDS, jar.secure);
}

/** The ids of the challenges of one purpose that a request's browser asked for, the newest first. */
export function readChallenges(jar: CookieJar, secrets: Secrets, purpose: CodePurpose): string[] {
  return entriesOf(jar, "challenge", CHALLENGES_A_BROWSER, secrets).flatMap((entry) => {
    const [of, id = ""] = entry.split(":");
    return of === purpose ? [id] : [];
  });
}

/** The first entries of a signed cookie that have a valid signature. */
function entriesOf({ cookies, secure }: CookieJar, kind: Kind, most: number, secrets: Secrets): string[] {
  const entries = cookies[nameOf(kind, secure)]?.split("~", most) ?? [];
  return entries.flatMap((signed) => {
    const [entry = ""] = signed.split(".");
    return secrets.some((secret) => isSame(sign(entry, kind, secret), signed)) ? [entry] : [];
  });
}

/** An entry with our signature, which covers the cookie's name too. */
function sign(entry: string, kind: Kind, secret: string): string {
  return `${entry}.${createHmac("sha256", secret).update(`${kind}:${entry}`).digest("base64url")}`;
}
