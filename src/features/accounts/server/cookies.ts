/** The two cookies: the sign-in (a random token, its hash in the database) and the device (a signed id). */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Connection } from "#platform/server/http/handlers.ts";
import { DEVICE_DAYS, SIGN_IN_DAYS } from "../rules.ts";

const DAY_SECONDS = 86_400;

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

/** The hash of the sign-in that came with a request. */
export function readSession(cookies: Connection["cookies"]): Buffer | undefined {
  const token = cookies[nameOf("session", true)] ?? cookies[nameOf("session", false)];
  return token ? hashToken(token) : undefined;
}

export function deviceCookie(deviceId: string, secret: string, secure: boolean): string {
  return write("device", `${deviceId}.${signature(deviceId, secret)}`, DEVICE_DAYS, secure);
}

/** The device id of a request, if its signature is ours. */
export function readDevice(cookies: Connection["cookies"], secret: string): string | undefined {
  const value = cookies[nameOf("device", true)] ?? cookies[nameOf("device", false)];
  const [id, given] = value?.split(".") ?? [];
  if (!id || !given) return undefined;
  const expected = Buffer.from(signature(id, secret));
  const actual = Buffer.from(given);
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? id : undefined;
}

function signature(deviceId: string, secret: string): string {
  return createHmac("sha256", secret).update(`device:${deviceId}`).digest("base64url");
}
