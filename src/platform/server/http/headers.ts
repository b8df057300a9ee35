/** Security headers, set by our own few lines (a plugin cost more than half of the throughput when measured). */
import { createHash } from "node:crypto";
import { HEAD_SCRIPT } from "../../shared/head-script.ts";
import type { Config } from "../config.ts";

type PolicyConfig = Pick<Config, "stripe" | "googleMapsKey">;

/** The needs of Elements (https://docs.stripe.com/security/guide#content-security-policy). */
const STRIPE = {
  scripts: " https://js.stripe.com https://*.js.stripe.com",
  connections: " https://api.stripe.com",
  frames: " https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  images: " https://*.stripe.com",
};
/**
 * The needs of Google's map (https://developers.google.com/maps/documentation/javascript/content-security-policy),
 * without `unsafe-eval`. It adds style sheets to the page; without a map key the policy allows only ours.
 */
const GOOGLE_MAPS = {
  scripts: " https://*.googleapis.com https://*.gstatic.com https://*.google.com blob:",
  connections: " https://*.googleapis.com https://*.google.com https://*.gstatic.com data: blob:",
  frames: " https://*.google.com",
  images: " https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com",
  styles: " https://fonts.googleapis.com 'unsafe-inline'",
  fonts: " https://fonts.gstatic.com",
};

/** The only inline script of the pages. */
const headScript = hashOf(HEAD_SCRIPT);

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The hashes of the inline style sheets of a page, for its policy. */
export function styleHashes(html: string): string[] {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, sheet]) => hashOf(sheet ?? ""));
}

/**
 * The content security policy of an answer. A page loads scripts and styles only from our files and the sources named
 * here. React, Leaflet and our own code set styles through the object model, which the policy allows.
 * @param own.styles hashes of the page's inline styles (`styleHashes`)
 * @param own.nonce of a page made for one request: its scripts and style sheets carry it
 */
export function contentPolicy(
  { stripe, googleMapsKey }: PolicyConfig,
  own: { styles?: readonly string[]; nonce?: string } = {},
): string {
  const others = [...(stripe ? [STRIPE] : []), ...(googleMapsKey ? [GOOGLE_MAPS] : [])];
  const all = (what: "scripts" | "connections" | "frames" | "images") => others.map((other) => other[what]).join("");
  const nonce = own.nonce === undefined ? "" : ` 'nonce-${own.nonce}'`;
  // A hash or a nonce would turn off `unsafe-inline`, and Google's sheets need it.
  const styles = googleMapsKey ? GOOGLE_MAPS.styles : [nonce, ...(own.styles ?? []).map((hash) => ` ${hash}`)].join("");
  return [
    "default-src 'self'",
    `script-src 'self'${all("scripts")} ${headScript}${nonce}`,
    `style-src 'self'${styles}`,
    `img-src 'self' data:${all("images")}`,
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
 * The headers of every answer. A public answer sets its own `cache-control`, and a page its own policy. All others are
 * only for their caller and are stored nowhere.
 */
export function securityHeaders(config: PolicyConfig & Pick<Config, "publicUrl">): Readonly<Record<string, string>> {
  return {
    "cache-control": "private, no-store",
    "content-security-policy": contentPolicy(config),
    // A wallet of Stripe's may open a window that reports back to the page.
    "cross-origin-opener-policy": config.stripe ? "same-origin-allow-popups" : "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissions(config.stripe !== undefined),
    // Google checks by the referrer that a key is used on its own site; it gets only the origin.
    "referrer-policy": config.googleMapsKey ? "strict-origin-when-cross-origin" : "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(config.publicUrl?.startsWith("https:")
      ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
      : {}),
  };
}
