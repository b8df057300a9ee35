/** Security headers, set by a few lines of ours (a plugin for them cost more than half the throughput when measured). */
import { createHash } from "node:crypto";
import { THEME_SCRIPT } from "../../shared/theme-script.ts";
import type { Config } from "../config.ts";

type PolicyConfig = Pick<Config, "stripe" | "googleMapsKey">;

/** What Elements need (https://docs.stripe.com/security/guide#content-security-policy). */
const STRIPE = {
  scripts: " https://js.stripe.com https://*.js.stripe.com",
  connections: " https://api.stripe.com",
  frames: " https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
};
/**
 * What Google's map needs (https://developers.google.com/maps/documentation/javascript/content-security-policy),
 * without `unsafe-eval`. It writes style sheets into the page; the policy without a key allows none but ours.
 */
const GOOGLE_MAPS = {
  scripts: " https://*.googleapis.com https://*.gstatic.com https://*.google.com blob:",
  connections: " https://*.googleapis.com https://*.google.com https://*.gstatic.com data: blob:",
  frames: " https://*.google.com",
  styles: " https://fonts.googleapis.com 'unsafe-inline'",
  fonts: " https://fonts.gstatic.com",
};

/** The one script that stands in pages. */
const themeScript = hashOf(THEME_SCRIPT);

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The hashes of the style sheets that stand in a page, for its policy. */
export function styleHashes(html: string): string[] {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, sheet]) => hashOf(sheet ?? ""));
}

/**
 * The content security policy of an answer. Nothing in a page runs or styles it but our own files and what is named
 * here; React, Leaflet and our own code set styles through the object model, which the policy leaves alone.
 * @param own.styles hashes of what stands in the page (`styleHashes`)
 * @param own.nonce for a page that is made for one request: its scripts and style sheets carry it
 */
export function contentPolicy(
  { stripe, googleMapsKey }: PolicyConfig,
  own: { styles?: readonly string[]; nonce?: string } = {},
): string {
  const others = [...(stripe ? [STRIPE] : []), ...(googleMapsKey ? [GOOGLE_MAPS] : [])];
  const all = (what: "scripts" | "connections" | "frames") => others.map((other) => other[what]).join("");
  const nonce = own.nonce === undefined ? "" : ` 'nonce-${own.nonce}'`;
  // A hash or a nonce would switch `unsafe-inline` off, and Google's sheets with it.
  const styles = googleMapsKey ? GOOGLE_MAPS.styles : [nonce, ...(own.styles ?? []).map((hash) => ` ${hash}`)].join("");
  return [
    "default-src 'self'",
    `script-src 'self'${all("scripts")} ${themeScript}${nonce}`,
    `style-src 'self'${styles}`,
    "img-src 'self' data: https:",
    `connect-src 'self'${all("connections")}`,
    `frame-src 'self'${all("frames")}`,
    ...(googleMapsKey ? [`font-src 'self'${GOOGLE_MAPS.fonts}`, "worker-src 'self' blob:"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** What a page may use of the device: the scanner's camera, the course list's place, payments, passkeys, a lit screen. */
function permissions(stripe: boolean): string {
  const payer = stripe ? '(self "https://js.stripe.com")' : "(self)";
  const allowed = `camera=(self), geolocation=(self), screen-wake-lock=(self), payment=${payer}, publickey-credentials-create=(self), publickey-credentials-get=${payer}`;
  const refused = ["accelerometer", "display-capture", "gyroscope", "magnetometer", "microphone", "midi", "usb"];
  return [allowed, ...refused.map((name) => `${name}=()`)].join(", ");
}

/**
 * The headers of every answer. A public answer says so itself (`cache-control`), and a page has its own policy. All
 * other answers are for their caller only and are stored by nobody.
 */
export function securityHeaders(config: PolicyConfig & Pick<Config, "publicUrl">): Readonly<Record<string, string>> {
  return {
    "cache-control": "private, no-store",
    "content-security-policy": contentPolicy(config),
    // A wallet of Stripe's may open a window that reports back.
    "cross-origin-opener-policy": config.stripe ? "same-origin-allow-popups" : "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissions(config.stripe !== undefined),
    // Google checks by the referrer that a key is used on its own site; it gets the origin alone.
    "referrer-policy": config.googleMapsKey ? "strict-origin-when-cross-origin" : "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(config.publicUrl?.startsWith("https:")
      ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
      : {}),
  };
}
