/** The two cookies: the sign-in (a random token, its hash in the database) and the devices (signed ids). */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Connection } from "#platform/server/http/handlers.ts";
import { DEVICE_DAYS, SIGN_IN_DAYS } from "../rules.ts";

const DAY_SECONDS = 86_400;
/** Accounts that one browser is known to at once: a family on a phone, not a list without an end. */
const DEVICES_A_BROWSER = 5;

type Kind = "session" | "device";

/** `__Host-` binds a cookie to this host, but browsers take it over HTTPS only. */
function nameOf(kind: Kind, secure: boolean): string {
  return `${secure ? "__Host-" : ""}acebay_${kind}`;
}

function write(kind: Kind, value: string, days: number, secure: boolean): string {
  // Values are base64url, hex and hyphens: nothing that needs encoding (RFC 6265, section 4.1.1).
  return `${nameOf(kind, secure)}=${value}; Path=/; Max-Age=${days * DAY_SECONDS}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

export function sessionCookie(token: string, secure: boolean): string {
  return write("session", token, SIGN_IN_DAYS, secure);
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

/** What of a connection the cookies are read from. Over HTTPS the bound names alone count: a sibling host can set the others. */
export type CookieJar = Pick<Connection, "cookies" | "secure">;

/** The hash of the sign-in that came with a request. */
export function readSession({ cookies, secure }: CookieJar): Buffer | undefined {
  const token = cookies[nameOf("session", secure)];
  return token ? hashToken(token) : undefined;
}

/** One device for each account that uses the browser, the newest first, each signed by itself. */
export function deviceCookie(deviceIds: readonly string[], secret: string, secure: boolean): string {
  if (deviceIds.length === 0) return clearedCookie("device", secure);
  const signed = deviceIds.slice(0, DEVICES_A_BROWSER).map((id) => `${id}.${signature(id, secret)}`);
  return write("device", signed.join("~"), DEVICE_DAYS, secure);
}

/** The device ids of a request, the newest first; those whose signature is not ours are left out. */
export function readDevices({ cookies, secure }: CookieJar, secret: string): string[] {
  const entries = cookies[nameOf("device", secure)]?.split("~", DEVICES_A_BROWSER) ?? [];
  return entries.flatMap((entry) => {
    const [id = "", given = ""] = entry.split(".");
    const expected = Buffer.from(signature(id, secret));
    const actual = Buffer.from(given);
    return expected.length === actual.length && timingSafeEqual(expected, actual) ? [id] : [];
  });
}

function signature(deviceId: string, secret: string): string {
  return createHmac("sha256", secret).update(`device:${deviceId}`).digest("base64url");
}
